/// A payload and the text that carries its signature.
public struct Signed<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// What is signed.
  public let payload: Payload

  /// The compact JSON Web Signature.
  public let jws: String
}
