import Synchronization
import Tollgate

/// The one clock of a world: the store's, the server's and the phone's uptime; it moves only when told.
final class WorldClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ start: Instant) { instant = Mutex(start) }

  var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = max($0, newValue) } }
  }
}
