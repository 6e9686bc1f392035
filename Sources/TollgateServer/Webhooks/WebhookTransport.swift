/// Carries events to a destination.
public protocol WebhookTransport: Sendable {
  /// Sends one event once.
  ///
  /// - Parameters:
  ///   - body: The event as JSON; it is about a customer and must not be logged.
  ///   - headers: The headers of [Standard Webhooks](https://www.standardwebhooks.com), by their lower-case names.
  /// - Returns: Whether the destination accepted it.
  /// - Throws: Any error if that is not known.
  func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool
}
