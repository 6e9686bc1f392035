/// A payload whose signature, chain, app and environment hold.
///
/// Only ``SignedDataVerifier`` makes one.
public struct Verified<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// What was signed.
  public let payload: Payload

  /// The signed text itself.
  public let jws: String

  /// When the payload was signed.
  public let signedDate: Milliseconds
}
