/// The days on which the app was opened, and the updates that follow from them.
struct OpeningLog: Sendable {
  /// When each day's first opening was reported, in order.
  private(set) var days: [Instant] = []
  /// When the app was first opened in a later version than ever before, in order; the first version does not count.
  private(set) var updates: [Instant] = []
  /// When each day's first opening was reported, by day.
  private var firstOfDay: [String: Instant] = [:]
  /// When each version was first opened.
  private var firstOfVersion: [AppVersion: Instant] = [:]
  /// The latest version, and the latest instant at which one was first opened.
  private var newest: AppVersion?
  private var latest = Instant.distantPast

  /// Records an opening; the earliest report of a day and of a version counts.
  mutating func record(_ opening: AppOpening) {
    let known = firstOfDay[opening.day]
    if firstOfDay.keepEarliest(opening.at, of: opening.day) {
      days.replace(known, with: opening.at)
    }
    guard let version = opening.version.flatMap({ AppVersion($0) }),
      firstOfVersion.keepEarliest(opening.at, of: version)
    else { return }
    // Reports usually arrive in order.
    if latest < opening.at {
      latest = opening.at
      add(version, at: opening.at)
    } else {
      (newest, updates) = (nil, [])
      for (version, at) in firstOfVersion.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
        add(version, at: at)
      }
    }
  }

  /// Adds a version that was first opened after all others.
  private mutating func add(_ version: AppVersion, at instant: Instant) {
    if let newest {
      if version < newest { return }
      updates.append(instant)
    }
    newest = version
  }
}
