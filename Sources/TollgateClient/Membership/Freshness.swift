/// How long ago the server confirmed the customer, by the device's monotonic clock since the app started.
struct Freshness: Hashable, Sendable {
  /// Whether the app was launched.
  var hasLaunched = false
  private var confirmedAt: Duration?

  /// The server sent the whole customer.
  mutating func confirmed(at uptime: Duration) { confirmedAt = uptime }

  /// The device no longer acts for the customer.
  mutating func forgotten() { confirmedAt = nil }

  /// Whether the pause since the last confirmation is over.
  func isDue(at uptime: Duration, after pause: Duration) -> Bool {
    confirmedAt.map { uptime - $0 >= pause } ?? true
  }
}
