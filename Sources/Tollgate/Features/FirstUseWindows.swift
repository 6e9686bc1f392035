/// Windows of one length, each of which begins with a use: the first ever, and then always the first after the end of the
/// window before.
///
/// They are derived from the instants of all uses, so the same uses give the same windows in any order of arrival.
///
/// | uses, in windows of 3 hours | at | counted | renewed at |
/// |---|---|---|---|
/// | 9:00, 10:00 | 11:00 | 2 | 12:00 |
/// | 9:00, 10:00 | 12:00 | 0 | – |
/// | 9:00, 10:00, 12:30 | 13:00 | 1 | 15:30 |
/// | 8:00, 9:00, 10:00, 12:30 | 13:00 | 1 | 15:30 |
struct FirstUseWindows: Hashable, Sendable {
  /// How long each lasts, in milliseconds.
  let length: Int64

  /// When the window begins that contains an instant, or else the next one; nil if no use is left to begin it.
  ///
  /// The next one counts too, so that a clock that went back gives no use back.
  ///
  /// A use after a pause that is at least as long as a window begins one, whatever came before. So the search goes back to
  /// the latest such pause, and from there from window to window, with a binary search for each.
  ///
  /// - Parameter runs: The instants of all uses, each run in order.
  func start(at now: Instant, _ runs: [ArraySlice<Instant>]) -> Instant? {
    func first(since instant: Instant) -> Instant? {
      var earliest: Instant?
      for run in runs {
        // Runs usually follow each other, so that few of them have to be searched.
        guard let last = run.last, instant <= last else { continue }
        let before = instant <= run[run.startIndex] ? 0 : run.count(before: instant)
        let use = run[run.startIndex + before]
        earliest = earliest.map { min($0, use) } ?? use
      }
      return earliest
    }
    guard var start = first(since: now.adding(milliseconds: 1 - length)) else { return nil }
    if now < start { return start }
    while let earlier = first(since: start.adding(milliseconds: 1 - length)), earlier < start {
      start = earlier
    }
    while let next = first(since: start.adding(milliseconds: length)) {
      if now < next { return now < start.adding(milliseconds: length) ? start : next }
      start = next
    }
    return now < start.adding(milliseconds: length) ? start : nil
  }
}
