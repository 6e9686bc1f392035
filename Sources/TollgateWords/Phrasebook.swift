package import Foundation
package import Tollgate

/// The standard lines in one language, with numbers and dates in a region's format.
package struct Phrasebook: Sendable {
  package let language: SpokenLanguage
  package let locale: Locale

  /// Loads the standard lines in a language for a customer's region.
  ///
  /// - Parameters:
  ///   - code: The language's BCP 47 code; English is used if it has no standard lines.
  ///   - customer: The customer's locale, whose region and digits apply if the language is the customer's own.
  package init(_ code: String, for customer: Locale) {
    language = SpokenLanguage(code: code) ?? .english
    if customer.language.languageCode?.identifier == language.rawValue {
      locale = customer
    } else {
      var parts = Locale.Components(locale: customer)
      parts.languageComponents = Locale.Language.Components(identifier: language.rawValue)
      locale = Locale(components: parts)
    }
  }

  /// A line with its values filled in; the number chooses the plural form and is shown as `{count}`.
  package func line(
    _ text: StandardText, count: Int? = nil, _ values: [Wording.Slot: String] = [:]
  ) -> String {
    var values = values
    if let count { values[.count] = number(count) }
    return language.wording(of: text).line(for: count, in: language, values)
  }

  /// A whole number in the digits of the region.
  package func number(_ number: Int) -> String {
    number.formatted(IntegerFormatStyle<Int>(locale: locale))
  }

  /// A date in the region's format.
  package func date(_ instant: Instant, in timeZone: TimeZone) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
      Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: timeZone))
  }

  /// An instant in the region's format: a time if it is on the same day as another instant, or else a date, with a time
  /// unless the day begins then.
  package func moment(
    _ instant: Instant, after now: Instant, in timeZone: TimeZone
  ) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    let today = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    let isToday = calendar.isDate(date, inSameDayAs: today)
    let beginsDay = calendar.startOfDay(for: date) == date
    return date.formatted(
      Date.FormatStyle(
        date: isToday ? .omitted : .long, time: !isToday && beginsDay ? .omitted : .shortened,
        locale: locale, timeZone: timeZone))
  }

  /// An amount of money in the region's format, kept together in right-to-left text.
  package func price(_ money: Money) -> String {
    (Decimal(money.milliunits) / 1000).formatted(
      Decimal.FormatStyle.Currency(code: money.currency, locale: locale)
    ).isolatingPrice(in: language.rawValue)
  }

  package var periods: PeriodWords { PeriodWords(language: language) { number($0) } }
}
