import TollgateAppStore

/// An issuer whose tokens an app accepts as proof of a person's identity.
///
/// A token is a JSON Web Token ([RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)) in compact form. It proves an
/// account if a key of the issuer verifies its signature, its issuer and one of its audiences match the ones named
/// here, it has not expired, and it meets every requirement. An account is identified by the issuer and the user's name
/// there, never by an email address.
public struct TokenIssuer: Hashable, Sendable {
  /// The source of a key.
  public enum Key: Hashable, Sendable {
    /// A key set ([RFC 7517](https://www.rfc-editor.org/rfc/rfc7517)) at an `https` address, or an `http`
    /// one of this machine; public keys only.
    case keySet(String)
    /// A public key in PEM, RSA (RS256) or P-256 (ES256).
    case publicKey(String)
    /// A shared secret (HS256, HS384, HS512), at least ``TokenIssuer/shortestSecret`` bytes.
    case secret([UInt8])
  }

  /// Sign in with Apple, as its tokens name it.
  static let apple = "https://appleid.apple.com"

  /// The least number of bytes in a secret ([RFC 7518](https://www.rfc-editor.org/rfc/rfc7518), 3.2).
  public static let shortestSecret = 32

  /// The issuer as its tokens name it (`iss`).
  public var issuer: String
  /// The accepted audiences of its tokens (`aud`); one of them must match.
  public var audiences: Set<String>
  /// Its keys; a token is only ever verified with keys of its own kind.
  public var keys: [Key]
  /// The claim that names the user.
  public var userClaim: String
  /// The claim with the user's email address, or nil if there isn't one to display.
  public var emailClaim: String?
  /// Whether each token must contain a nonce that the client created for it.
  public var requiresNonce: Bool
  /// Claims that must have these values.
  public var requiredClaims: [String: String]

  public init(
    issuer: String, audiences: Set<String>, keys: [Key], userClaim: String = "sub",
    emailClaim: String? = "email", requiresNonce: Bool = false,
    requiredClaims: [String: String] = [:]
  ) {
    self.issuer = issuer
    self.audiences = audiences
    self.keys = keys
    self.userClaim = userClaim
    self.emailClaim = emailClaim
    self.requiresNonce = requiresNonce
    self.requiredClaims = requiredClaims
  }
}

extension TokenIssuer {
  /// Sign in with Apple.
  ///
  /// Follows Apple's [Verifying a user](https://developer.apple.com/documentation/signinwithapple/verifying-a-user).
  ///
  /// - Parameter services: Services identifiers of the app's websites.
  /// - Returns: The issuer; its tokens must contain a nonce.
  public static func apple(bundleID: String, services: Set<String> = []) -> TokenIssuer {
    TokenIssuer(
      issuer: apple, audiences: services.union([bundleID]),
      keys: [.keySet("https://appleid.apple.com/auth/keys")], requiresNonce: true)
  }

  /// Supabase Auth.
  ///
  /// Follows Supabase's [JWT claims reference](https://supabase.com/docs/guides/auth/jwt-fields).
  ///
  /// - Parameters:
  ///   - project: The project's reference, the first part of its address.
  ///   - secret: The project's legacy JWT secret; nil if it signs only with its own keys.
  public static func supabase(project: String, secret: String? = nil) -> TokenIssuer {
    let issuer = "https://\(project).supabase.co/auth/v1"
    return TokenIssuer(
      issuer: issuer, audiences: ["authenticated"],
      keys: [.keySet("\(issuer)/.well-known/jwks.json")]
        + (secret.map { [.secret(Array($0.utf8))] } ?? []),
      requiredClaims: ["role": "authenticated"])
  }

  /// Firebase Authentication.
  ///
  /// Follows Firebase's [Verify ID tokens](https://firebase.google.com/docs/auth/admin/verify-id-tokens).
  public static func firebase(project: String) -> TokenIssuer {
    TokenIssuer(
      issuer: "https://securetoken.google.com/\(project)", audiences: [project],
      keys: [
        .keySet(
          "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        )
      ])
  }
}

extension TokenIssuer {
  /// What makes an issuer unusable, as a sentence; nil if nothing does.
  var mistake: String? {
    if issuer.isEmpty { return "an issuer has no name" }
    if audiences.isEmpty || audiences.contains("") {
      return "the issuer \(issuer) names no audience, so tokens for other apps would be accepted"
    }
    if keys.isEmpty { return "the issuer \(issuer) has no keys" }
    if userClaim.isEmpty { return "the issuer \(issuer) names no claim for the user" }
    for key in keys {
      switch key {
      case .keySet(let address):
        guard OutgoingHTTP.allows(address) else {
          return "the key set of \(issuer) is not at an https address"
        }
      case .publicKey(let pem):
        guard PublicKey(pem: pem) != nil else {
          return "the public key of \(issuer) is not an RSA or P-256 key in PEM"
        }
      case .secret(let secret):
        guard secret.count >= Self.shortestSecret else {
          return "the secret of \(issuer) has less than \(Self.shortestSecret) bytes"
        }
      }
    }
    return nil
  }
}
