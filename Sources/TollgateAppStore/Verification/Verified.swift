/// A payload whose signature, chain, app and environment were verified.
///
/// Only ``SignedDataVerifier`` creates one.
public struct Verified<Payload: Hashable & Sendable>: Hashable, Sendable {
  public let payload: Payload

  /// The signed text itself.
  public let jws: String

  public let signedDate: Instant
}
