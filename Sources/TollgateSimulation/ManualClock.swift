package import AppStoreSimulator
package import Tollgate
import TollgateMutex

/// A clock that moves only on request, shared by a simulated backend and its devices.
package final class ManualClock: Sendable {
  private let instant: Mutex<Instant>

  package init(_ start: Instant) { instant = Mutex(start) }

  /// The current instant; setting it may turn the clock back.
  package var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }

  /// Advances the clock and a store with it; neither ever runs backwards.
  package func advance(to later: Instant, with store: AppStoreSimulator) {
    let now = instant.withLock { instant in
      instant = max(instant, later)
      return instant
    }
    store.advance(to: now)
  }
}
