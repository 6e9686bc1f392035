import JWTKit
import TollgateAppStore

/// Verifies the tokens of requests to the App Store Server API as Apple does.
///
/// Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>.
struct TokenCheck: Sendable {
  /// The longest lifetime of a token, in seconds: 60 minutes.
  static let longestLife = 3600.0

  /// How far ahead the caller's clock may be, in seconds.
  static let clockTolerance = 60.0

  private struct Claims: JWTPayload {
    /// The issuer of the key.
    var iss: String

    var aud: AudienceClaim

    /// The bundle identifier of the app.
    var bid: String

    /// When the token expires and when it was issued, in seconds since 1970.
    var exp: Double
    var iat: Double?

    /// Does not check times: the caller compares them with the store's clock.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  let key: StoreKey
  let bundleID: String

  /// Whether the value of an `Authorization` field authorizes a request at an instant.
  ///
  /// The token must be signed with the store's key by ES256, name its issuer and the app, be meant for
  /// `appstoreconnect-v1`, and be valid for at most 60 minutes.
  func authorizes(_ authorization: String?, at now: Instant) async -> Bool {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
    let token = String(authorization.dropFirst("bearer ".count))
    do {
      let (header, _, _) = try DefaultJWTParser().parse(Array(token.utf8), as: Claims.self)
      guard header.alg == "ES256", header.kid == key.keyID else { return false }
      let keys = await JWTKeyCollection().add(ecdsa: try ES256PublicKey(backing: key.publicKey))
      return areValid(try await keys.verify(token, as: Claims.self), at: now)
    } catch {
      return false
    }
  }

  /// Whether issuer, audience, app and times are right; a token without `iat` counts as issued now.
  private func areValid(_ claims: Claims, at now: Instant) -> Bool {
    let now = Double(now.milliseconds) / 1000
    guard claims.iss == key.issuerID, claims.aud.value == ["appstoreconnect-v1"],
      claims.bid == bundleID
    else { return false }
    guard let issued = claims.iat else {
      return claims.exp > now && claims.exp - now <= Self.longestLife
    }
    return claims.exp > now && issued <= now + Self.clockTolerance
      && claims.exp - issued <= Self.longestLife
  }
}
