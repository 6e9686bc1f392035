import Crypto
import CryptoExtras
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer

/// A token issuer with a key of each kind, which builds every part of a token itself.
struct TestIssuer: Sendable {
  /// How a token is signed.
  enum Signing: Sendable {
    case rsa, p256, secret, none
    /// HMAC with the text of a public key as the secret, as in an attack on careless verifiers.
    case secretOfPublicKey
  }

  static let secret = "a secret of the project that has more than 32 bytes"
  private static let rsaKeys = Result {
    try (0..<2).map { _ in try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }
  }
  private static let p256Key = P256.Signing.PrivateKey()

  /// The RSA key that signs, one of two.
  var key = 0
  var kid: String? = "key-0"

  var publicPEM: String {
    get throws { try rsa.publicKey.pemRepresentation }
  }

  private var rsa: _RSA.Signing.PrivateKey {
    get throws { try _RSA.Signing.PrivateKey(pemRepresentation: try Self.rsaKeys.get()[key]) }
  }

  /// The public keys as a key set, named `kid`, with one of an unknown kind.
  func keySet() throws -> Data {
    let numbers = try rsa.publicKey.getKeyPrimitives()
    let point = Self.p256Key.publicKey.x963Representation
    let keys: [[String: String]] = [
      ["kty": "PQC", "kid": "tomorrow", "alg": "ML-9"],
      [
        "kty": "RSA", "kid": kid ?? "", "alg": "RS256", "use": "sig",
        "n": numbers.modulus.base64URL, "e": numbers.publicExponent.base64URL,
      ],
      [
        "kty": "EC", "kid": "p256", "crv": "P-256", "x": point[1..<33].base64URL,
        "y": point[33..<65].base64URL,
      ],
    ]
    return try JSONSerialization.data(withJSONObject: ["keys": keys])
  }

  /// A token in compact form.
  func token(
    _ claims: [String: any Sendable], signing: Signing = .rsa, header more: [String: String] = [:]
  ) throws -> String {
    var header: [String: String] = ["typ": "JWT"]
    switch signing {
    case .rsa: header["alg"] = "RS256"
    case .p256: header["alg"] = "ES256"
    case .secret, .secretOfPublicKey: header["alg"] = "HS256"
    case .none: header["alg"] = "none"
    }
    header["kid"] = signing == .p256 ? "p256" : kid
    header.merge(more) { $1 }
    let parts = try [header, claims].map {
      try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys).base64URL
    }
    let signed = parts.joined(separator: ".")
    return signed + "." + (try signature(of: Data(signed.utf8), signing)).base64URL
  }

  private func signature(of data: Data, _ signing: Signing) throws -> Data {
    switch signing {
    case .rsa:
      try rsa.signature(for: data, padding: .insecurePKCS1v1_5).rawRepresentation
    case .p256: try Self.p256Key.signature(for: data).rawRepresentation
    case .secret: Self.mac(data, Data(Self.secret.utf8))
    case .secretOfPublicKey: Self.mac(data, Data(try publicPEM.utf8))
    case .none: Data()
    }
  }

  private static func mac(_ data: Data, _ secret: Data) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: secret)))
  }

  /// A nonce in the form in which an issuer writes it into a token.
  static func hashed(_ nonce: String) -> String {
    SHA256.hash(data: Data(nonce.utf8)).hexadecimal
  }
}

extension DataProtocol {
  var base64URL: String { Base64.encode(self, as: .url) }
}

/// Key sets at addresses, from memory, with a count of how often each was read.
final class TestKeySets: KeySetTransport {
  struct Unreachable: Error {}

  private struct State {
    var answers: [String: KeySetResponse] = [:]
    var reads: [String] = []
  }

  private let state = Mutex(State())

  /// Creates addresses, each with the keys of an issuer.
  init(_ sets: [String: Data] = [:]) {
    for (address, set) in sets { serve(set, at: address) }
  }

  var reads: Int { state.withLock { $0.reads.count } }

  func serve(_ set: Data, at address: String, cacheControl: String? = nil, status: Int = 200) {
    let answer = KeySetResponse(status: status, cacheControl: cacheControl, body: set)
    state.withLock { $0.answers[address] = answer }
  }

  func disconnect() { state.withLock { $0.answers = [:] } }

  func read(_ address: String) async throws -> KeySetResponse {
    await Task.yield()
    return try state.withLock { state in
      state.reads.append(address)
      guard let answer = state.answers[address] else { throw Unreachable() }
      return answer
    }
  }
}
