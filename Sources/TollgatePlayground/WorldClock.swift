import Synchronization
import Tollgate

/// The clock of a world, shared by the store, the server and the phone's uptime; it moves only on request.
final class WorldClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ start: Instant) { instant = Mutex(start) }

  var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = max($0, newValue) } }
  }
}
