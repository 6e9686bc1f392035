import Tollgate

/// Those who listen to the client.
@MainActor
struct ClientStreams {
  let memberships = Broadcast<Membership>(limit: 1)
  let presentations = Broadcast<PaywallPresentation?>(limit: 1)
  let purchases = Broadcast<PurchaseChange>(limit: TollgateClient.changeLimit)
  let uses = Broadcast<UseChange>(limit: TollgateClient.changeLimit)
  let events = EventLog()
  /// Callers that wait for the paywall on screen to be closed.
  let paywallEndings = Waiters<PlacementOutcome.Ending>()
}

/// Sends values to every listener.
@MainActor
final class Broadcast<Value: Sendable> {
  /// How many values are buffered for a slow listener; the oldest are dropped.
  private let limit: Int
  private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// A stream of the values from now on, preceded by an optional first one.
  func stream(beginningWith first: Value? = nil) -> AsyncStream<Value> {
    let (stream, listener) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(limit))
    count += 1
    let id = count
    listeners[id] = listener
    listener.onTermination = { _ in
      Task { @MainActor [weak self] in _ = self?.listeners.removeValue(forKey: id) }
    }
    if let first { listener.yield(first) }
    return stream
  }

  func send(_ value: Value) {
    for listener in listeners.values { listener.yield(value) }
  }
}

/// Callers that wait for the next value.
@MainActor
final class Waiters<Value: Sendable> {
  private var waiting: [CheckedContinuation<Value, Never>] = []

  func next() async -> Value { await withCheckedContinuation { waiting.append($0) } }

  func resume(returning value: Value) {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume(returning: value) }
  }
}
