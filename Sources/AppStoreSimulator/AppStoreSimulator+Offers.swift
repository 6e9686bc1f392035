import Crypto
import Foundation
public import TollgateAppStore

extension AppStoreSimulator {
  /// How long a developer's signature about an offer is accepted: 24 hours.
  public static let offerValidity = Duration.hours(24)

  /// Registers the developer's in-app purchase key, as in App Store Connect.
  ///
  /// From then on the store accepts signatures of that key only, for promotional offers and about the introductory one.
  ///
  /// - Parameter key: The key; nil accepts every signature again.
  public func setOfferKey(_ key: AppStoreKey?) { write { $0.settings.offerKey = key } }

  /// Creates one-time codes for an offer code, each of which one eligible account redeems as
  /// ``PurchaseOptions/Offer/code(_:)``.
  ///
  /// The offer can also be redeemed by its own identifier, which is its custom code.
  ///
  /// - Parameters:
  ///   - offer: The identifier of the offer among the product's codes.
  ///   - end: When they are no longer valid; six months from now at the latest, which nil means.
  /// - Returns: The codes; none if the product has no such offer.
  public func makeOneTimeCodes(
    _ count: Int, for offer: String, of productID: String, until end: Instant? = nil
  ) -> [String] {
    write { $0.makeOneTimeCodes(count, for: offer, of: productID, until: end) }
  }

  /// Whether the store accepts a promotional offer that the developer signed as a JSON Web Signature.
  ///
  /// Follows
  /// [Generating JWS to sign App Store requests](https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests).
  ///
  /// - Parameter account: The buyer; a transaction in the signature must be the buyer's.
  /// - Returns: Whether it is accepted; always if no key is registered.
  public func acceptsPromotionalOffer(
    _ jws: String, offer offerID: String, of productID: String, by account: AccountID
  ) -> Bool {
    accepts(jws, for: "promotional-offer", of: productID, by: account) { claims in
      claims.offerIdentifier == offerID
    }
  }

  /// Whether the store accepts the developer's JSON Web Signature about a customer's eligibility for the introductory
  /// offer.
  ///
  /// Follows
  /// [Generating JWS to sign App Store requests](https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests).
  ///
  /// - Parameter account: The buyer, whose transaction the signature must name.
  /// - Returns: Whether it is accepted; always if no key is registered.
  public func acceptsIntroductoryEligibility(
    _ jws: String, of productID: String, by account: AccountID
  ) -> Bool {
    accepts(jws, for: "introductory-offer-eligibility", of: productID, by: account) { claims in
      claims.allowIntroductoryOffer != nil && claims.transactionId != nil
    }
  }

  private func accepts(
    _ jws: String, for audience: String, of productID: String, by account: AccountID,
    where isMeant: (OfferClaims) -> Bool
  ) -> Bool {
    let (key, now) = read { ($0.settings.offerKey, $0.now) }
    guard let key else { return true }
    guard let claims = OfferClaims(jws, signedBy: key) else { return false }
    let signed = Instant(milliseconds: claims.iat.saturatingMultiplied(by: 1000))
    let owns =
      claims.transactionId.map { id in
        id == appTransactionID(of: account)
          || transactions(of: account).contains { $0.payload.transactionId == id }
      } ?? true
    return claims.iss == key.issuerID && claims.aud == audience
      && claims.bid == bundleID && claims.productId == productID
      && isMeant(claims) && UUID(uuidString: claims.nonce) != nil && owns
      && signed <= now.advanced(by: .seconds(60)) && now < signed.advanced(by: Self.offerValidity)
  }
}

/// The claims about an offer whose signature was verified.
private struct OfferClaims: Decodable {
  let iss: String
  let iat: Int64
  let aud: String
  let bid: String
  let nonce: String
  let productId: String?
  let offerIdentifier: String?
  let transactionId: String?
  let allowIntroductoryOffer: Bool?

  private struct Header: Decodable {
    let alg: String
    let kid: String
  }

  init?(_ jws: String, signedBy key: AppStoreKey) {
    let parts = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let decoded = parts.compactMap { Base64.decode(Array($0)[...], as: .url).map { Data($0) } }
    guard parts.count == 3, decoded.count == 3 else { return nil }
    let signed = Data(parts[0] + [UInt8(ascii: ".")] + parts[1])
    do {
      let header = try JSONDecoder().decode(Header.self, from: decoded[0])
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: decoded[2])
      let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
      guard header.alg == "ES256", header.kid == key.keyID,
        publicKey.isValidSignature(signature, for: signed)
      else { return nil }
      self = try JSONDecoder().decode(Self.self, from: decoded[1])
    } catch {
      return nil
    }
  }
}
