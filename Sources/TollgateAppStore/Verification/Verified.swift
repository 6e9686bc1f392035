/// A payload whose signature, chain, app and environment were verified.
///
/// Only ``SignedDataVerifier`` creates one.
public struct Verified<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The signed payload.
  public let payload: Payload

  /// The signed text itself.
  public let jws: String

  /// When the payload was signed.
  public let signedDate: Instant
}
