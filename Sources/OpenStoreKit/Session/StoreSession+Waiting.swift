extension StoreSession {
  /// The number of times to yield to other tasks before giving up.
  package static let turnLimit = 1_000_000

  /// Waits until the app has processed everything it was notified of.
  ///
  /// A listener has processed an update when it waits for the next one. Tasks that were just created get a few turns to
  /// start; pass their number to be sure that they did.
  ///
  /// - Parameter count: The number of listeners that must be waiting.
  /// - Returns: Whether that happened within ``turnLimit`` turns.
  @discardableResult
  package func settled(listeners count: Int = 0) async -> Bool {
    for turn in 0..<Self.turnLimit {
      if turn >= Self.firstTurns, isIdle, waitingListeners >= count { return true }
      await Task.yield()
    }
    return false
  }

  private static let firstTurns = 20

  /// The number of waiting listeners.
  package var waitingListeners: Int {
    updates.waiting + statuses.waiting + storefronts.waiting + intents.waiting + messages.waiting
  }

  private var isIdle: Bool {
    updates.isIdle && statuses.isIdle && storefronts.isIdle && intents.isIdle && messages.isIdle
      && payments.isIdle
  }
}
