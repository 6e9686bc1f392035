import TollgateMutex

/// The bytes of incomplete request bodies that a server holds.
final class BodyBudget: Sendable {
  private let limit: Int
  private let held = Mutex(0)

  init(_ limit: Int) { self.limit = limit }

  /// Counts bytes that arrived; returns false, having counted nothing, if there is no room for them.
  func take(_ count: Int) -> Bool {
    held.withLock { held in
      guard held + count <= limit else { return false }
      held += count
      return true
    }
  }

  /// Stops counting bytes whose body is complete or was abandoned.
  func release(_ count: Int) { held.withLock { $0 -= count } }
}
