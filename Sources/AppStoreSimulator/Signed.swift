/// A payload and its signed text.
///
/// The text is signed on first access, and stays the same from then on.
public struct Signed<Payload: Hashable & Sendable>: Hashable, Sendable {
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
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }
}
