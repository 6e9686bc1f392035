/// One dismissal of a prompt.
public struct Dismissal: Hashable, Sendable {
  public let prompt: Prompt.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The time of the dismissal, by the server's clock.
  public let at: Instant

  public init(prompt: Prompt.ID, key: Idempotency.Key, at: Instant) {
    self.prompt = prompt
    self.key = key
    self.at = at
  }
}

extension Dismissal: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly, .removable] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 32 + key.rawValue.utf8.count }
}
