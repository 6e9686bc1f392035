import Tollgate

/// The server's time at its last answer, carried on by the device's monotonic clock.
///
/// It is never later than the server's own clock and never runs back. The device's wall clock is not asked, so setting
/// it changes nothing. After a restart of the device the time since the restart is all that is known to have passed.
struct TrustedClock: Hashable, Sendable, Codable {
  private(set) var instant: Instant
  private(set) var uptime: Int64

  /// Starts with an answer of the server.
  init(server: Instant, uptime: Int64) {
    instant = server
    self.uptime = uptime
  }

  /// The time now.
  ///
  /// - Parameter uptime: The device's monotonic clock; less than before means that the device was restarted.
  /// - Returns: An instant that is never later than the server's own clock.
  func now(uptime: Int64) -> Instant {
    let passed = uptime >= self.uptime ? uptime - self.uptime : uptime
    return instant.adding(milliseconds: max(0, passed))
  }

  /// Counts from now on, so that a later restart loses nothing up to here.
  mutating func settle(uptime: Int64) {
    instant = now(uptime: uptime)
    self.uptime = uptime
  }

  /// Takes in the time of an answer.
  mutating func learn(server: Instant, uptime: Int64) {
    settle(uptime: uptime)
    instant = max(instant, server)
  }
}
