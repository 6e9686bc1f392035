extension StoreSession {
  /// How often other tasks get a turn before waiting is given up.
  package static let turnLimit = 1_000_000

  /// Waits until the app has dealt with everything that it was told.
  ///
  /// A listener has dealt with an update when it waits for the next. Tasks that were just made get a few
  /// turns to begin; wait for their number to be sure of them.
  ///
  /// - Parameter count: How many listeners must be waiting.
  /// - Returns: Whether it came to that within ``turnLimit`` turns.
  @discardableResult
  package func settled(listeners count: Int = 0) async -> Bool {
    for turn in 0..<Self.turnLimit {
      if turn >= Self.firstTurns, isIdle, waitingListeners >= count { return true }
      await Task.yield()
    }
    return false
  }

  private static let firstTurns = 20

  /// How many listeners wait for something to happen.
  package var waitingListeners: Int {
    updates.waiting + statuses.waiting + storefronts.waiting + intents.waiting
  }

  private var isIdle: Bool {
    updates.isIdle && statuses.isIdle && storefronts.isIdle && intents.isIdle
  }
}
