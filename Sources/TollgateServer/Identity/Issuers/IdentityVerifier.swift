import Foundation
import JWTKit
import Tollgate
import TollgateWire

/// Verifies the tokens of the issuers that an app trusts.
///
/// The payload is read before its signature is verified for one purpose only: to find the issuer whose keys to try.
/// What the caller gets comes from the verified claims.
struct IdentityVerifier: Sendable {
  /// The greatest length of a token in bytes.
  static let sizeLimit = 8192
  /// The greatest length of a user's name in bytes.
  static let userLimit = 255
  /// The tolerated difference between an issuer's clock and the server's.
  static let clockTolerance = Duration.minutes(1)

  let issuers: [TokenIssuer]
  let keySets: KeySets

  /// Verifies a token.
  ///
  /// - Parameter nonce: The nonce that the client created for it, before hashing, or nil if there isn't one.
  /// - Returns: The identity that it proves.
  /// - Throws: `Problem` with code `unknown_issuer`, `invalid_identity_token`, `expired_identity_token` or
  ///   `issuer_unavailable`.
  func identity(
    _ token: String, nonce: String?, at now: Instant
  ) async throws(Problem) -> Identity {
    guard token.utf8.count <= Self.sizeLimit else { throw Self.invalid }
    let header: IdentityTokenHeader
    let claimed: IdentityClaims
    do {
      let parser = DefaultJWTParser()
      let parts = try parser.getTokenParts(Array(token.utf8))
      header = try JSONDecoder().decode(IdentityTokenHeader.self, from: Self.bytes(parts.header))
      claimed = try JSONDecoder().decode(IdentityClaims.self, from: Self.bytes(parts.payload))
    } catch {
      throw Self.invalid
    }
    let candidates = issuers.filter { $0.issuer == claimed.text("iss") }
    guard !candidates.isEmpty else {
      throw Problem(.unknownIssuer, "This app does not accept tokens from that issuer.")
    }
    guard let algorithm = SignatureAlgorithm(rawValue: header.alg), header.crit == nil else {
      throw Self.invalid
    }
    for issuer in candidates {
      for keys in try await verifiers(of: issuer, header, algorithm, at: now) {
        let claims: IdentityClaims
        do {
          claims = try await keys.verify(token, as: IdentityClaims.self)
        } catch {
          // Another key of the issuer may have signed it.
          continue
        }
        return try issuer.identity(claims, nonce: nonce, at: now)
      }
    }
    throw Self.invalid
  }

  /// The keys that can verify a signature of an algorithm: secrets for symmetric algorithms, public keys for the
  /// others.
  ///
  /// A public key never verifies an HMAC: otherwise anyone could sign with the public key as the secret
  /// ([RFC 8725](https://www.rfc-editor.org/rfc/rfc8725), 2.1).
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the token names.
  ///   - header: The token's header, which may name a key.
  ///   - algorithm: The algorithm that the header names.
  ///   - now: The server's clock, for the cache of key sets.
  /// - Returns: One collection for each key to try; empty if no key is of the algorithm's kind.
  /// - Throws: `Problem` with code `issuer_unavailable`.
  private func verifiers(
    of issuer: TokenIssuer, _ header: IdentityTokenHeader, _ algorithm: SignatureAlgorithm,
    at now: Instant
  ) async throws(Problem) -> [JWTKeyCollection] {
    var verifiers: [JWTKeyCollection] = []
    for key in issuer.keys {
      switch (key, algorithm.secretDigest) {
      case (.secret(let secret), let digest?):
        verifiers.append(
          await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: digest))
      case (.publicKey(let pem), nil):
        if let verifier = await PublicKey(pem: pem)?.verifier(for: algorithm) {
          verifiers.append(verifier)
        }
      case (.keySet(let address), nil):
        for key in try await keySets.keys(at: address, named: header.kid, at: now) {
          if let verifier = await key.verifier(for: algorithm) { verifiers.append(verifier) }
        }
      case (.secret, nil), (.publicKey, _?), (.keySet, _?): break
      }
    }
    return verifiers
  }

  /// Decodes Base64url without padding (RFC 7515, appendix C).
  private static func bytes(_ part: ArraySlice<UInt8>) throws -> Data {
    var text = String(decoding: part, as: UTF8.self).replacing("-", with: "+")
      .replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text) else { throw invalid }
    return data
  }

  static let invalid = Problem(
    .invalidIdentityToken, "The token does not prove who the person is in this app.")
}

extension TokenIssuer {
  /// The identity that a token with a valid signature proves.
  fileprivate func identity(
    _ claims: IdentityClaims, nonce: String?, at now: Instant
  ) throws(Problem) -> Identity {
    let latest = now.advanced(by: IdentityVerifier.clockTolerance)
    guard claims.text("iss") == issuer,
      let client = audiences.intersection(claims.audiences).min(),
      requiredClaims.allSatisfy({ claims.text($0.key) == $0.value }),
      let user = claims.text(userClaim), (1...IdentityVerifier.userLimit).contains(user.utf8.count),
      let expiresAt = try claims.instant("exp"),
      (try claims.instant("nbf") ?? latest) <= latest,
      (try claims.instant("iat") ?? latest) <= latest,
      matches(nonce, claims)
    else { throw IdentityVerifier.invalid }
    guard now < expiresAt.advanced(by: IdentityVerifier.clockTolerance) else {
      throw Problem(.expiredIdentityToken, "The issuer's token has expired: get a new one.")
    }
    let isVerified =
      claims.values["email_verified"] == nil || claims.text("email_verified") == "true"
    let email = emailClaim.flatMap { isVerified ? claims.text($0) : nil }
    return Identity(
      issuer: issuer, user: user, client: client, email: email.flatMap(Self.normalized))
  }

  /// Whether a token's nonce is the hash of the one that the client created.
  private func matches(_ nonce: String?, _ claims: IdentityClaims) -> Bool {
    guard let nonce else { return claims.values["nonce"] == nil && !requiresNonce }
    return claims.text("nonce") == SignInNonce(nonce).hash
  }

  /// The email address in normalized form; nil for one that is invalid, as it is only for display.
  private static func normalized(_ email: String) -> String? {
    do { return try EmailAddress(email).text } catch { return nil }
  }
}
