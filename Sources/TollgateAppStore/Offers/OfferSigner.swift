public import Foundation

/// Signs, on behalf of the app, that a customer is eligible for an offer.
///
/// Each signature requires a unique nonce, and the App Store accepts it for a limited time: 24 hours for a promotional
/// offer in the original form. Follows
/// <https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests>.
public struct OfferSigner: Sendable {
  /// The app's bundle identifier.
  public let bundleID: String

  private let key: AppStoreKey

  /// Creates a signer for one app.
  ///
  /// - Parameter key: An in-app purchase key from App Store Connect.
  public init(key: AppStoreKey, bundleID: String) {
    self.key = key
    self.bundleID = bundleID
  }

  /// Signs a promotional offer in the original form, for `SKPaymentDiscount` and
  /// `Product.PurchaseOption.promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/storekit/generating-a-signature-for-promotional-offers>.
  ///
  /// - Parameters:
  ///   - appAccountToken: The UUID of the customer's account that the purchase carries, or its user name; empty if it
  ///     carries neither.
  ///   - nonce: A UUID used once.
  ///   - now: The instant from which the signature is valid.
  /// - Returns: The signature with everything that the app passes on with it.
  public func promotionalOffer(
    _ offerID: String, for productID: String, appAccountToken: String = "", nonce: UUID,
    at now: Instant
  ) throws(AppStoreKeyError) -> PromotionalOfferSignature {
    let nonce = nonce.uuidString.lowercased()
    let text = [
      bundleID, key.keyID, productID, offerID, appAccountToken.lowercased(), nonce,
      String(now.milliseconds),
    ].joined(separator: "\u{2063}")
    return PromotionalOfferSignature(
      keyID: key.keyID, nonce: nonce, timestamp: now,
      signature: Base64.encode(try key.signature(of: text), as: .standard))
  }

  /// Signs a promotional offer as a JSON Web Signature, for
  /// `Product.PurchaseOption.promotionalOffer(_:compactJWS:)`.
  ///
  /// - Parameters:
  ///   - transactionID: Any transaction of the customer, or the identifier of the app transaction; Apple recommends
  ///     passing one.
  ///   - nonce: A UUID used once.
  public func promotionalOfferJWS(
    _ offerID: String, for productID: String, transactionID: String? = nil, nonce: UUID,
    at now: Instant
  ) throws(AppStoreKeyError) -> String {
    var claims = claims(for: "promotional-offer", nonce, now)
    claims.offerIdentifier = offerID
    claims.productId = productID
    claims.transactionId = transactionID
    return try key.sign(claims)
  }

  /// Signs whether a customer is eligible for the introductory offer, for
  /// `Product.PurchaseOption.introductoryOfferEligibility(compactJWS:)`.
  ///
  /// - Parameters:
  ///   - isEligible: Whether the customer is eligible, overriding the App Store's own decision.
  ///   - transactionID: Any transaction of the customer, or the identifier of the app transaction.
  ///   - nonce: A UUID used once.
  /// - Returns: The compact signature.
  public func introductoryOfferJWS(
    isEligible: Bool, for productID: String, transactionID: String, nonce: UUID,
    at now: Instant
  ) throws(AppStoreKeyError) -> String {
    var claims = claims(for: "introductory-offer-eligibility", nonce, now)
    claims.allowIntroductoryOffer = isEligible
    claims.productId = productID
    claims.transactionId = transactionID
    return try key.sign(claims)
  }

  /// Signs a request from the app to the Advanced Commerce API.
  ///
  /// Follows <https://developer.apple.com/documentation/advancedcommerceapi>.
  ///
  /// - Parameters:
  ///   - request: The JSON of the request.
  ///   - nonce: A UUID used once.
  /// - Returns: The compact signature.
  public func advancedCommerceJWS(
    _ request: Data, nonce: UUID, at now: Instant
  ) throws(AppStoreKeyError) -> String {
    var claims = claims(for: "advanced-commerce-api", nonce, now)
    claims.request = Base64.encode(request, as: .standard)
    return try key.sign(claims)
  }

  /// The claims of the JWS forms; each form uses some of them.
  private struct Claims: Encodable {
    var iss: String
    var iat: Int64
    var aud: String
    var bid: String
    var nonce: String
    var productId: String?
    var offerIdentifier: String?
    var transactionId: String?
    var allowIntroductoryOffer: Bool?
    var request: String?
  }

  private func claims(for audience: String, _ nonce: UUID, _ now: Instant) -> Claims {
    Claims(
      iss: key.issuerID, iat: now.milliseconds / 1000, aud: audience, bid: bundleID,
      nonce: nonce.uuidString.lowercased())
  }
}
