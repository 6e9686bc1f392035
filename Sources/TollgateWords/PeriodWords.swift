package import Tollgate

/// Periods in words: "month", "3 months", "per month", "every 3 months", "7 days", "7-day".
package struct PeriodWords {
  let language: SpokenLanguage
  /// Writes a number in the customer's digits.
  let number: (Int) -> String

  /// Words for periods in a language, with numbers as a region writes them.
  package init(language: SpokenLanguage, number: @escaping (Int) -> String) {
    self.language = language
    self.number = number
  }

  /// A billing period after a price: "month", "3 months".
  package func unit(_ period: Period) -> String {
    period.count == 1 ? period.unit.alone(in: language) : counted(period.count, period.unit)
  }

  /// A billing period as a phrase: "per month", "every 3 months".
  package func per(_ period: Period) -> String {
    guard period.count > 1 else { return period.unit.each(in: language) }
    let counted = counted(period.count, period.unit)
    switch language {
    case .english: return "every \(counted)"
    case .german: return "alle \(counted)"
    case .french: return period.unit.isFeminine ? "toutes les \(counted)" : "tous les \(counted)"
    case .spanish: return "cada \(counted)"
    case .japanese: return "\(counted)ごと"
    case .arabic: return "كل \(counted)"
    }
  }

  /// The length of an offer: "3 days", "1 month"; weeks are given in days.
  package func length(_ period: Period, times: Int = 1) -> String {
    let (count, unit) = Self.span(period, times)
    let counted = counted(count, unit)
    return language == .japanese && unit == .day ? counted + "間" : counted
  }

  /// The length of an offer before a noun: "7-day" in English, as ``length(_:times:)`` elsewhere.
  package func span(_ period: Period, times: Int = 1) -> String {
    guard language == .english else { return length(period, times: times) }
    let (count, unit) = Self.span(period, times)
    return "\(number(count))-\(unit.alone(in: language))"
  }

  private static func span(_ period: Period, _ times: Int) -> (Int, Period.Unit) {
    let count = period.count * max(1, times)
    return period.unit == .week ? (count * 7, .day) : (count, period.unit)
  }

  private func counted(_ count: Int, _ unit: Period.Unit) -> String {
    unit.counted(in: language).line(for: count, in: language, [.count: number(count)])
  }
}
