/// A number of uses of which one at a time comes back, some time after the pool was full or after the one before.
///
/// It is derived from the instants of the uses, so the same facts give the same pool in any order.
///
/// | uses of a pool of 2, one back every 3 hours | at | left | the next |
/// |---|---|---|---|
/// | 9:00 | 10:00 | 1 | 12:00 |
/// | 9:00, 10:00 | 11:00 | 0 | 12:00 |
/// | 9:00, 10:00 | 12:00 | 1 | 15:00 |
/// | 9:00, 10:00 | 15:00 | 2 | – |
struct Pool: Hashable, Sendable {
  /// How long until one comes back, in milliseconds.
  let every: Int64
  /// The most uses that can be missing: those it holds, and those that may be reported from offline beyond them.
  ///
  /// Further ones, as of two customers who are merged, make it no emptier.
  let most: Int

  /// How many uses are missing at an instant, and when the next one comes back; nil if none is missing.
  ///
  /// A use recorded at a later instant is missing too, so that a clock that went back gives none back.
  func level<Origin: Hashable & Sendable>(after uses: UseLog<Origin>, at now: Instant) -> (
    missing: Int, next: Instant?
  ) {
    // After so long without a use it is full, whatever happened before.
    let longest = every.saturatingMultiplied(by: Int64(most))
    var length = longest.saturatingMultiplied(by: 2)
    while true {
      let start = now.adding(milliseconds: -length)
      let instants = uses.instants(since: start)
      if instants.count == uses.count { return level(after: instants[...], at: now) }
      var last = start
      var full: Int?
      for (position, use) in instants.enumerated() {
        if use.since(last) >= longest { full = position }
        last = use
      }
      if let full { return level(after: instants[full...], at: now) }
      if instants.isEmpty { return (0, nil) }
      length = length.saturatingMultiplied(by: 2)
    }
  }

  /// The level after uses in order, of which the first was made while the pool was full.
  private func level(
    after uses: ArraySlice<Instant>, at now: Instant
  ) -> (missing: Int, next: Instant?) {
    var missing = 0
    var next = Instant.distantPast
    func refill(until instant: Instant) {
      while missing > 0, next <= instant {
        missing -= 1
        next = next.adding(milliseconds: every)
      }
    }
    for use in uses {
      refill(until: min(use, now))
      if missing == 0 { next = use.adding(milliseconds: every) }
      missing = min(missing + 1, most)
    }
    refill(until: now)
    return (missing, missing > 0 ? next : nil)
  }
}

extension UseLog {
  /// The instants of the uses from an instant on, in order.
  fileprivate func instants(since start: Instant) -> [Instant] {
    runs.flatMap { $0.dropFirst($0.count(before: start)) }.sorted()
  }
}
