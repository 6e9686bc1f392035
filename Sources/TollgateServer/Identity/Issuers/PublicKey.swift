import JWTKit

/// An issuer's public key, used only with the algorithms of its kind.
///
/// Binding a key to its algorithm keeps a token from choosing how it is verified, as
/// [RFC 8725](https://www.rfc-editor.org/rfc/rfc8725), 3.1, requires.
enum PublicKey: Sendable {
  case rsa(Insecure.RSA.PublicKey)
  case p256(ES256PublicKey)
  case jwk(JWK)

  /// Parses a key in PEM; nil for anything but an RSA or P-256 public key.
  init?(pem: String) {
    do {
      self = .rsa(try Insecure.RSA.PublicKey(pem: pem))
    } catch {
      do {
        self = .p256(try ES256PublicKey(pem: pem))
      } catch {
        return nil
      }
    }
  }

  /// A verifier for signatures by this key; nil for an algorithm that the key does not support.
  func verifier(for algorithm: SignatureAlgorithm) async -> JWTKeyCollection? {
    let keys = JWTKeyCollection()
    switch self {
    case .rsa(let key):
      guard algorithm == .rs256 else { return nil }
      await keys.add(rsa: key, digestAlgorithm: .sha256)
    case .p256(let key):
      guard algorithm == .es256 else { return nil }
      await keys.add(ecdsa: key)
    case .jwk(var key):
      // A key without a stated algorithm is bound to the token's, which must be of the key's kind.
      let expected = JWK.Algorithm(rawValue: algorithm.rawValue)
      guard let expected, key.algorithm == nil || key.algorithm == expected else { return nil }
      key.algorithm = expected
      key.keyIdentifier = key.keyIdentifier ?? JWKIdentifier(string: "")
      do {
        try await keys.add(jwk: key, isDefault: true)
      } catch {
        return nil
      }
    }
    return keys
  }
}

/// The supported signature algorithms of tokens; `none` is not one of them.
///
/// The names are those of [RFC 7518](https://www.rfc-editor.org/rfc/rfc7518), 3.1, and RFC 8037 for EdDSA.
enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case eddsa = "EdDSA"
  case hs256 = "HS256"
  case hs384 = "HS384"
  case hs512 = "HS512"

  /// The digest for signatures with a shared secret; nil for algorithms with public keys.
  var secretDigest: DigestAlgorithm? {
    switch self {
    case .hs256: .sha256
    case .hs384: .sha384
    case .hs512: .sha512
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .eddsa: nil
    }
  }
}
