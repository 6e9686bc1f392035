import Tollgate

/// Periods in words; languages other than German are told in English.
struct PeriodWords {
  private let isGerman: Bool

  /// Chooses the words of a language by its BCP 47 code.
  init(language: String) { isGerman = language.split(separator: "-").first == "de" }

  /// A billing period after a price: "month", "3 months".
  func unit(_ period: Period) -> String {
    period.count == 1 ? noun(period.unit, isPlural: false) : words(period.count, period.unit)
  }

  /// The length of an offer: "3 days", "1 month"; weeks are told in days.
  func length(_ period: Period, times: Int) -> String {
    let count = period.count * max(1, times)
    return period.unit == .week ? words(count * 7, .day) : words(count, period.unit)
  }

  private func words(_ count: Int, _ unit: Period.Unit) -> String {
    "\(count) \(noun(unit, isPlural: count != 1))"
  }

  private func noun(_ unit: Period.Unit, isPlural: Bool) -> String {
    guard isGerman else { return unit.rawValue + (isPlural ? "s" : "") }
    switch unit {
    case .minute: return isPlural ? "Minuten" : "Minute"
    case .hour: return isPlural ? "Stunden" : "Stunde"
    case .day: return isPlural ? "Tage" : "Tag"
    case .week: return isPlural ? "Wochen" : "Woche"
    case .month: return isPlural ? "Monate" : "Monat"
    case .year: return isPlural ? "Jahre" : "Jahr"
    }
  }
}
