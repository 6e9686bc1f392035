package import Tollgate

/// The words for a kind of limit, after a number or a noun.
package struct LimitWords: Sendable {
  /// The standard line that says how much is left.
  package let left: StandardText
  /// What a number is given for: " a day" in "3 a day".
  package let given: String
  /// When a number was used: " today" in "1 of 3 used today".
  package let used: String
  /// Which uses count: " of today" in "all 3 uses of today are used".
  package let counted: String

  fileprivate init(
    _ left: StandardText = .left, given: String, used: String = "", counted: String = ""
  ) {
    self.left = left
    self.given = given
    self.used = used
    self.counted = counted
  }
}

extension Limit.Scope {
  /// The words for this kind of limit.
  ///
  /// - Parameter span: What counts together, with the length that ``LimitWords/given`` names.
  package func words(in span: Quota.Span? = nil) -> LimitWords {
    let length = span?.length?.description ?? "a while"
    return switch self {
    case .trial: LimitWords(given: " in the trial", used: " in the trial", counted: " of the trial")
    case .day: LimitWords(.leftToday, given: " a day", used: " today", counted: " of today")
    case .week:
      LimitWords(.leftThisWeek, given: " a week", used: " this week", counted: " of this week")
    case .month:
      LimitWords(.leftThisMonth, given: " a month", used: " this month", counted: " of this month")
    case .year:
      LimitWords(.leftThisYear, given: " a year", used: " this year", counted: " of this year")
    case .period:
      LimitWords(
        given: " a billing period", used: " this billing period",
        counted: " of this billing period")
    case .planMonth:
      LimitWords(
        given: " a month of the plan", used: " this month of the plan",
        counted: " of this month of the plan")
    case .ever: LimitWords(given: " ever")
    case .use: LimitWords(given: " a use")
    case .pool:
      LimitWords(given: ", one back every \(span?.refills?.description ?? "while")")
    case .rolling: LimitWords(given: " within \(length)", counted: " of this span of time")
    case .fromFirstUse:
      LimitWords(given: " within \(length) from the first use", counted: " of this span of time")
    case .held: LimitWords(given: " at once")
    case .credits: LimitWords(.creditsLeft, given: " credits")
    }
  }
}

extension Limit {
  /// The standard line that says how much is left.
  package var leftLine: StandardText {
    scope == .ever && asked == nil ? .freeUsesLeft : scope.words().left
  }

  /// How much of it is used, within a sentence: "13 of 100 used in the trial".
  ///
  /// - Parameter time: Writes the instant at which more is left.
  package func usage(_ time: (Instant) -> String) -> String {
    switch scope {
    case .held: "\(used) of \(limit) held"
    case .credits: "\(Wallet.credits(remaining)) left"
    case .use: "a size of \(limit) at most"
    case .pool, .rolling:
      "\(remaining) of \(limit) left" + (renewsAt.map { ", the next \(time($0))" } ?? "")
    case .fromFirstUse:
      "\(remaining) of \(limit) left" + (renewsAt.map { "; all back \(time($0))" } ?? "")
    case .trial, .day, .week, .month, .year, .period, .planMonth, .ever:
      "\(used) of \(limit) used\(scope.words().used)"
    }
  }

  /// How much is left, within a sentence: "2 of 3 uses of today are left".
  package var left: String {
    switch scope {
    case .credits: return "\(Wallet.credits(limit)) \(limit == 1 ? "is" : "are") left"
    case .use: return "a use may have a size of \(limit)"
    case .held where asked == nil: return "\(remaining) of \(limit) places are free"
    default: break
    }
    let noun = (asked == nil ? "uses" : "the amount") + scope.words().counted
    return "\(remaining) of \(limit) \(noun) \(remaining == 1 && asked == nil ? "is" : "are") left"
  }

  /// That nothing is left, within a sentence: "all 3 uses of today are used".
  package var spent: String {
    let window = scope.words().counted
    switch scope {
    case .credits: return "\(Wallet.credits(limit)) \(limit == 1 ? "is" : "are") too few"
    case .use: return "a use may have a size of \(limit) at most"
    case .held where asked == nil:
      return "\(used) of \(limit) places are taken, and one has to become free first"
    default: break
    }
    if asked != nil { return "\(used) of the amount of \(limit)\(window) are used" }
    return switch limit {
    case 0: "there are no uses\(window)"
    case 1: "the one use\(window) is used"
    case 2: "both uses\(window) are used"
    default: "all \(limit) uses\(window) are used"
    }
  }
}

extension Quota {
  /// What it gives, within a sentence: "up to 100 uses in the trial, counted as actions".
  package var words: String {
    let noun = countsUses ? "use" : "item"
    let amount = isSized ? "a size of \(count)" : "\(count) \(noun)\(count == 1 ? "" : "s")"
    return "up to \(amount)\(span.scope.words(in: span).given)"
      + (each.map { " in each \($0)" } ?? "") + (counts.map { ", counted as \($0)" } ?? "")
  }
}

extension Wallet {
  /// A number of credits, within a sentence: "1 credit", "2 credits".
  package static func credits(_ count: Int) -> String { "\(count) credit\(count == 1 ? "" : "s")" }
}

extension Spend {
  /// What was spent, for a sentence: "5 credits of daily and 3 credits of bonus were".
  ///
  /// - Parameter name: How the sentence writes the name of a wallet.
  package func spent(_ name: (Wallet.ID) -> String) -> String {
    let parts = payments.map { "\(Wallet.credits($0.amount)) of \(name($0.wallet))" }
    return "\(parts.joined(separator: " and ")) \(rest.isEmpty && amount == 1 ? "was" : "were")"
  }
}
