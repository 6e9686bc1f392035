/// A payload and the text that carries its signature.
///
/// The text is signed when it is first asked for, and stays the same from then on.
public struct Signed<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// What is signed.
  public let payload: Payload

  private let text: Deferred<String>

  init(payload: Payload, jws: @escaping @Sendable () -> String) {
    self.payload = payload
    text = Deferred(jws)
  }

  /// The compact JSON Web Signature.
  public var jws: String { text.value }

  /// Whether payload and text are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.payload == right.payload && (left.text === right.text || left.jws == right.jws)
  }

  /// Feeds the payload to the hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }
}
