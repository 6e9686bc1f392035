public import Foundation

extension Product.SubscriptionPeriod {
  /// A format for ranges of time in whole calendar units, such as `1 month` or `2 weeks`.
  ///
  /// It replaces `Date.ComponentsFormatStyle`, which Foundation lacks on Linux. English, German, French, Japanese and
  /// Arabic are localized; other languages use English.
  public struct RangeFormatStyle: Foundation.FormatStyle {
    /// The formatted value.
    public typealias FormatInput = Range<Date>

    /// The result is text.
    public typealias FormatOutput = String

    /// The language.
    public var locale: Locale

    /// Formats a range of time in the largest units that fit.
    public func format(_ value: Range<Date>) -> String {
      let calendar = Calendar(identifier: .gregorian)
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: value.lowerBound, to: value.upperBound)
      let (years, months, days) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      let isWeeks = days > 0 && days.isMultiple(of: 7) && years == 0 && months == 0
      let units: [(Int, Unit)] = [
        (years, .year), (months, .month), (isWeeks ? days / 7 : days, isWeeks ? .week : .day),
      ]
      let written = units.filter { $0.0 > 0 }
      let words = UnitWords(locale)
      return (written.isEmpty ? [(0, .day)] : written)
        .map { words.text($0.0, $0.1) }.joined(separator: words.separator)
    }

    /// The same format in another language.
    public func locale(_ locale: Locale) -> Self { Self(locale: locale) }
  }
}

extension Product.SubscriptionPeriod.Unit {
  /// A format for the unit of a period, such as `month`.
  ///
  /// English, German, French, Japanese and Arabic are localized; other languages use English.
  public struct FormatStyle: Foundation.FormatStyle {
    /// The formatted value.
    public typealias FormatInput = Product.SubscriptionPeriod.Unit

    /// The result is text.
    public typealias FormatOutput = String

    let locale: Locale

    public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
      UnitWords(locale).name(value)
    }

    /// The same format in another language.
    public func locale(_ locale: Locale) -> Self { Self(locale: locale) }
  }
}

/// The words for units of time in one language.
private struct UnitWords {
  typealias Unit = Product.SubscriptionPeriod.Unit

  private let locale: Locale
  private let language: String

  init(_ locale: Locale) {
    self.locale = locale
    language = locale.language.languageCode?.identifier ?? "en"
  }

  /// The separator between two units.
  var separator: String { language == "ja" ? "" : ", " }

  func name(_ unit: Unit) -> String { words(unit)[0] }

  func text(_ count: Int, _ unit: Unit) -> String {
    let words = words(unit)
    let number = count.formatted(.number.locale(locale))
    guard language != "ja" else { return number + words[1] }
    guard language == "ar" else { return number + " " + (count == 1 ? words[0] : words[1]) }
    switch count {
    case 1: return words[0]
    case 2: return words[1]
    case 3...10: return number + " " + words[2]
    default: return number + " " + words[3]
    }
  }

  /// One and many; in Arabic one, two, three to ten, and more.
  private func words(_ unit: Unit) -> [String] {
    switch (language, unit) {
    case ("de", .day): ["Tag", "Tage"]
    case ("de", .week): ["Woche", "Wochen"]
    case ("de", .month): ["Monat", "Monate"]
    case ("de", .year): ["Jahr", "Jahre"]
    case ("fr", .day): ["jour", "jours"]
    case ("fr", .week): ["semaine", "semaines"]
    case ("fr", .month): ["mois", "mois"]
    case ("fr", .year): ["an", "ans"]
    case ("ja", .day): ["日", "日"]
    case ("ja", .week): ["週", "週間"]
    case ("ja", .month): ["月", "か月"]
    case ("ja", .year): ["年", "年"]
    case ("ar", .day): ["يوم", "يومان", "أيام", "يومًا"]
    case ("ar", .week): ["أسبوع", "أسبوعان", "أسابيع", "أسبوعًا"]
    case ("ar", .month): ["شهر", "شهران", "أشهر", "شهرًا"]
    case ("ar", .year): ["سنة", "سنتان", "سنوات", "سنة"]
    case (_, .day): ["day", "days"]
    case (_, .week): ["week", "weeks"]
    case (_, .month): ["month", "months"]
    case (_, .year): ["year", "years"]
    }
  }
}
