import Crypto
import Foundation
import Synchronization
import TollgateAppStore
import TollgateServer

/// Sign in with Apple's server in memory: it exchanges codes once, and revokes tokens.
final class TestAppleID: AppleSignInTransport {
  struct Unreachable: Error {}

  /// A request, with the claims of its client secret.
  struct Request: Sendable {
    let address: String
    let fields: [String: String]
    let secret: [String: String]
  }

  private struct State {
    var requests: [Request] = []
    var codes: [String: String] = [:]
    var revoked: [String] = []
    var status: Int?
    var isOnline = true
  }

  static let key = P256.Signing.PrivateKey()
  private let state = Mutex(State())

  /// Creates a server that has issued codes, each to a user.
  init(codes: [String: String] = [:]) { state.withLock { $0.codes = codes } }

  var requests: [Request] { state.withLock { $0.requests } }
  var revoked: [String] { state.withLock { $0.revoked } }

  /// Answers every request with a status; nil answers properly again.
  func fail(with status: Int?) { state.withLock { $0.status = status } }

  func setOnline(_ isOnline: Bool) { state.withLock { $0.isOnline = isOnline } }

  func post(_ form: String, to address: String) async throws -> AppleSignInResponse {
    var fields: [String: String] = [:]
    for field in form.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[String(parts[0])] = parts[1].removingPercentEncoding
    }
    let secret = try Self.claims(of: fields["client_secret"] ?? "")
    let sent = fields
    return try state.withLock { state in
      state.requests.append(Request(address: address, fields: sent, secret: secret))
      guard state.isOnline else { throw Unreachable() }
      if let status = state.status { return AppleSignInResponse(status: status) }
      switch address {
      case "https://appleid.apple.com/auth/token":
        guard let user = state.codes.removeValue(forKey: sent["code"] ?? "") else {
          return AppleSignInResponse(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8))
        }
        let claims = Base64.encode(Data(#"{"sub":"\#(user)"}"#.utf8), as: .url)
        let body = #"{"refresh_token":"refresh \#(user)/+&=","id_token":"e30.\#(claims).x"}"#
        return AppleSignInResponse(status: 200, body: Data(body.utf8))
      case "https://appleid.apple.com/auth/revoke":
        state.revoked.append(sent["token"] ?? "")
        return AppleSignInResponse(status: 200)
      default: return AppleSignInResponse(status: 404)
      }
    }
  }

  /// The header and claims of a client secret whose signature is right.
  private static func claims(of token: String) throws -> [String: String] {
    let parts = token.split(separator: ".").map(String.init)
    guard parts.count == 3,
      let signature = Base64.decode(Array(parts[2].utf8)[...], as: .url),
      key.publicKey.isValidSignature(
        try P256.Signing.ECDSASignature(rawRepresentation: signature),
        for: Data("\(parts[0]).\(parts[1])".utf8))
    else { throw Unreachable() }
    var claims: [String: String] = [:]
    for part in parts.prefix(2) {
      guard let json = Base64.decode(Array(part.utf8)[...], as: .url),
        let values = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
      else { throw Unreachable() }
      for (name, value) in values { claims[name] = "\(value)" }
    }
    return claims
  }
}
