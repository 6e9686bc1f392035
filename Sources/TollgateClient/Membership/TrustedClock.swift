package import TollgateTime
import TollgateWire

/// The server's time at its last response, carried forward by the device's monotonic clock.
///
/// It is never later than the server's own clock and never runs back. It does not use the device's wall clock, so
/// changing that has no effect. After a restart of the device, only the time since the restart is known to have passed.
package struct TrustedClock: Hashable, Sendable {
  private(set) var instant: Instant
  /// The monotonic clock at that instant, in whole milliseconds as they are stored on the device.
  private(set) var uptime: Int64

  /// Creates a clock from a response of the server.
  package init(server: Instant, uptime: Duration) {
    instant = server
    self.uptime = uptime.milliseconds
  }

  /// The time now.
  ///
  /// - Parameter uptime: The device's monotonic clock; less than before means that the device was restarted.
  /// - Returns: An instant that is never later than the server's own clock.
  package func now(uptime: Duration) -> Instant {
    let uptime = uptime.milliseconds
    let passed = uptime >= self.uptime ? uptime - self.uptime : uptime
    return instant.adding(milliseconds: max(0, passed))
  }

  /// Advances the reference point to now, so that a later restart loses nothing before it.
  package mutating func settle(uptime: Duration) {
    instant = now(uptime: uptime)
    self.uptime = uptime.milliseconds
  }

  /// Advances the clock to the time of a response, if that is later.
  mutating func synchronize(with server: Instant, uptime: Duration) {
    settle(uptime: uptime)
    instant = max(instant, server)
  }
}

extension TrustedClock: Codable {
  package init(from decoder: any Decoder) throws {
    let wire = try WireReader<DeviceCache.Key>(decoder)
    instant = try wire.decode(Instant.self, forKey: .instant)
    uptime = try wire.decode(Int64.self, forKey: .uptime)
  }

  package func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<DeviceCache.Key>(encoder)
    try wire.encode(instant, forKey: .instant)
    try wire.encode(uptime, forKey: .uptime)
  }
}
