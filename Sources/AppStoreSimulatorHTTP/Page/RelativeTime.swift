import TollgateAppStore

/// How far away an instant is, in words.
enum RelativeTime {
  private static let units: [(name: String, milliseconds: UInt64)] = [
    ("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1_000),
  ]

  /// Such as "in 12 days" or "3 hours ago", in the greatest unit that fits, rounded down; "now" within a second.
  static func text(of instant: Instant, at now: Instant) -> String {
    let distance = instant.since(now)
    guard let unit = units.first(where: { distance.magnitude >= $0.milliseconds }) else {
      return "now"
    }
    let count = distance.magnitude / unit.milliseconds
    let words = "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    return distance > 0 ? "in \(words)" : "\(words) ago"
  }
}
