/// The signature of a promotional offer in the original form, with everything that the app passes on with it.
///
/// Follows
/// <https://developer.apple.com/documentation/storekit/generating-a-signature-for-promotional-offers>.
public struct PromotionalOfferSignature: Hashable, Codable, Sendable {
  /// The identifier of the key that signed.
  public let keyID: String

  /// The unique UUID, in lower case.
  public let nonce: String

  /// When it was signed; the App Store accepts it for 24 hours.
  public let timestamp: Instant

  /// The signature in Base64: ECDSA on P-256 with SHA-256, in DER.
  public let signature: String
}
