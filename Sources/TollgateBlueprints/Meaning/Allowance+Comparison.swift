package import Tollgate

extension Feature.Allowance {
  /// Returns whether it certainly gives no more than another: no customer that the other refuses gets a use by it.
  ///
  /// A number of uses in one window is certainly no more than a number in another only if it is not greater and the
  /// other window lies within this one: a customer who has used 3 of 5 a day may have used 3 a month long ago. Held
  /// items, uses, credits and sizes are counted apart and cannot be compared.
  ///
  /// | this | the other | certainly no more |
  /// |---|---|---|
  /// | 3 per month | 5 per day | yes |
  /// | 100 per month | 5 per day | no: on the sixth use of a day |
  /// | 1 per day | 30 per month | no: once the 30 are used |
  /// | 5 per month | 5 per billing period | no: one may turn over before the other |
  /// | 3, one back each hour | 5, one back each half hour | yes |
  /// | 3 in three hours | 5 in one hour | yes |
  /// | 3 in three hours | 5 in an hour from the first use | yes |
  /// | 3 in seven days | 5 per day | yes: no day is as long |
  /// | 3 in an hour from the first use | 5 in one hour | no: a window may have just ended |
  /// | 3 per day and 10 per month | 5 per day | yes: one of its limits is |
  /// | 3 per day and 2 credits a use | 3 per day | yes |
  /// | credits of one wallet | those of it and of another, at the same cost | yes |
  /// | 3 per day, then credits | 3 per day | no: once the 3 are used |
  /// | sizes of 5 a month | a size of 5 per use | yes: no larger use fits |
  /// | 3 per day of several features | 3 per day | yes: together they use at least as much |
  package func isAtMost(_ other: Feature.Allowance) -> Bool {
    switch (self, other) {
    case (.denied, _), (_, .unlimited): true
    case (.first(let choices), _): choices.allSatisfy { $0.isAtMost(other) }
    case (_, .all(let limits)): limits.allSatisfy(isAtMost)
    case (_, .first(let choices)): choices.contains(where: isAtMost)
    case (.all(let limits), _): limits.contains { $0.isAtMost(other) }
    case (.unlimited, _), (_, .denied): false
    case (.limited(let own), .limited(let most)): own.isAtMost(most)
    case (.spend(let own, let others, let cost), .spend(let wallet, let more, let other)):
      Set([own] + others).isSubset(of: [wallet] + more)
        && (cost == other || (cost ?? 0) >= (other ?? .max))
    case (.limited, _), (.spend, _): false
    }
  }
}

extension Quota {
  /// Returns whether it certainly gives no more than another.
  func isAtMost(_ other: Quota) -> Bool {
    guard count <= other.count, isSized == other.isSized else { return false }
    // A use that is too large for the other is too large for this one.
    if other.window == .use, isSized, countsUses { return true }
    // A limit on all parents together allows no less than the same limit for each.
    return span.contains(other.span) && (each == nil || other.each != nil)
      && (other.counts == nil || counts == other.counts)
  }
}

extension Quota.Span {
  /// Returns whether everything that counts in the other counts in this one too, so that the same number allows no
  /// more.
  fileprivate func contains(_ other: Quota.Span) -> Bool {
    switch (self, other) {
    case (.held, .held): true
    case (.window(let own), .window(let window)): own.contains(window)
    // Whoever has emptied the other has used as many.
    case (.window(let own), .pool), (.window(let own), .rolling), (.window(let own), .fromFirstUse):
      own == .ever
    // Over time: at one instant, the one that began to refill earlier may be ahead.
    case (.pool(let own), .pool(let period)): own.isAtLeast(period)
    // A span as long or longer counts all uses since the other's first one. Two from the first use compare over time.
    case (.rolling(let own), .rolling(let length)), (.rolling(let own), .fromFirstUse(let length)),
      (.fromFirstUse(let own), .fromFirstUse(let length)):
      own.isAtLeast(length)
    case (.rolling(let own), .window(let window)):
      window.mostDays.map { own.isAtLeast(Period($0, .day)) } ?? false
    case (.window, _), (.pool, _), (.rolling, _), (.fromFirstUse, _), (.held, _): false
    }
  }
}

extension Period {
  /// Returns whether it is certainly as long as another.
  fileprivate func isAtLeast(_ other: Period) -> Bool {
    (other.milliseconds ?? .max) <= (milliseconds ?? 0)
  }
}

extension Feature.Window {
  /// The days that no window is longer than, with two for customers who travel; nil if it may be longer than a year.
  fileprivate var mostDays: Int? {
    switch self {
    case .day: 3
    case .week: 9
    case .month: 33
    case .year: 368
    case .use, .trial, .period, .planMonth, .ever: nil
    }
  }

  /// Returns whether every use that counts in another window counts in this one too.
  ///
  /// Weeks, billing periods and trials begin on any day; only days lie within weeks and months, and months in years.
  fileprivate func contains(_ other: Feature.Window) -> Bool {
    switch (self, other) {
    case (.ever, _), (.week, .day), (.month, .day), (.year, .day), (.year, .month): true
    case (.day, _), (.week, _), (.month, _), (.year, _), (.period, _), (.planMonth, _),
      (.trial, _), (.use, _):
      self == other
    }
  }
}
