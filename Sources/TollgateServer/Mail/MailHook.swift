import Crypto
import Foundation
import Tollgate

/// The operator's hook that sends mail, and the secret by which it recognizes the server's messages.
///
/// Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, version 1, with HMAC-SHA-256.
public struct MailHook: Sendable {
  /// The range of a secret's length in bytes.
  public static let secretLength = 24...64

  let url: String
  let transport: any MailTransport
  /// Waits between two tries.
  let sleep: @Sendable (Duration) async throws -> Void
  private let secret: SymmetricKey

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - url: The address; `https`, or `http` on this machine.
  ///   - secret: The secret, 24 to 64 bytes in Base64, usually after `whsec_`.
  ///   - transport: Sends the messages.
  ///   - sleep: Waits between two tries.
  /// - Throws: ``ConfigurationError`` with code `mailHook`.
  public init(
    url: String, secret: String, transport: any MailTransport = HTTPMailTransport(),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) throws(ConfigurationError) {
    guard let parsed = URL(string: url), let host = parsed.host(), !host.isEmpty,
      parsed.scheme == "https" || (parsed.scheme == "http" && Self.localHosts.contains(host))
    else {
      throw ConfigurationError(
        .mailHook, "The mail hook must be an `https` address, or `http` on this machine.")
    }
    let encoded = secret.trimmingCharacters(in: .whitespacesAndNewlines)
    let text = encoded.hasPrefix("whsec_") ? String(encoded.dropFirst(6)) : encoded
    guard let bytes = Data(base64Encoded: text), Self.secretLength.contains(bytes.count) else {
      throw ConfigurationError(
        .mailHook,
        """
        The mail hook's secret must be \(Self.secretLength.lowerBound) to \(Self.secretLength.upperBound) bytes in \
        Base64, after `whsec_`.
        """)
    }
    self.url = url
    self.transport = transport
    self.sleep = sleep
    self.secret = SymmetricKey(data: bytes)
  }

  private static let localHosts = ["localhost", "127.0.0.1", "::1", "[::1]"]

  /// The headers of a message.
  ///
  /// - Parameters:
  ///   - body: The message.
  ///   - id: The message's name, the same when it is retried.
  ///   - now: The server's clock.
  /// - Returns: The headers by their lower-case names.
  func headers(of body: [UInt8], id: String, at now: Instant) -> [String: String] {
    let timestamp = "\(now.milliseconds / 1000)"
    let signed = Data("\(id).\(timestamp).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: secret)
    return [
      "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp,
      "webhook-signature": "v1,\(Data(code).base64EncodedString())",
    ]
  }
}
