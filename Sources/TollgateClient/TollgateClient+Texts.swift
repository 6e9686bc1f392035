import Foundation
public import Tollgate

extension TollgateClient {
  /// A text of the blueprint in the customer's language, with numbers, prices and dates put in.
  ///
  /// - Parameters:
  ///   - id: The text's name.
  ///   - product: The product whose price and period it may show; nil is the one subscribed to.
  /// - Returns: The line, or nil for a name the blueprint lacks.
  public func text(_ id: Text.ID, product: Product.ID? = nil) -> String? {
    guard let membership else { return nil }
    return membership.text(
      id, in: language, strings: strings(product ?? membership.subscription?.product))
  }

  /// What is said of a problem: the blueprint's own words, or a plain sentence.
  public func line(for problem: PurchaseProblem) -> String {
    text(problem.text) ?? problem.sentence
  }

  /// What is said of a restore: the blueprint's own words, or a plain sentence.
  public func line(for outcome: RestoreOutcome) -> String {
    outcome.text.flatMap { text($0) } ?? outcome.sentence
  }

  /// A date as the customer writes it.
  public func date(_ instant: Instant) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
      Date.FormatStyle(
        date: .long, time: .omitted, locale: configuration.locale,
        timeZone: configuration.timeZone))
  }

  private var language: String { configuration.locale.identifier(.bcp47) }

  private func strings(_ product: Product.ID?) -> [Text.Placeholder: String] {
    var strings: [Text.Placeholder: String] = [:]
    if let subscription = membership?.subscription {
      let end = date(subscription.expiresAt)
      strings[.planEndsOn] = end
      strings[.planRenewsOn] = end
    }
    guard let product, let known = blueprint?.product(product) else { return strings }
    let sold = products[product]
    strings[.productPrice] = sold?.displayPrice ?? known.price.map(price)
    strings[.productPeriod] = (sold?.period ?? known.period).map(PeriodWords.unit)
    if let offer = known.introductoryOffer {
      let shown = sold?.introductoryOffer
      strings[.offerPrice] = shown?.displayPrice ?? offer.price.map(price)
      strings[.offerLength] = PeriodWords.length(
        shown?.period ?? offer.period, times: shown?.periods ?? offer.periods)
    }
    return strings
  }

  private func price(_ money: Money) -> String {
    (Decimal(money.milliunits) / 1000).formatted(
      Decimal.FormatStyle.Currency(code: money.currency, locale: configuration.locale))
  }
}

/// Periods in English words.
enum PeriodWords {
  /// A billing period after a price: "month", "3 months".
  static func unit(_ period: Period) -> String {
    period.count == 1 ? period.unit.rawValue : words(period.count, period.unit)
  }

  /// The length of an offer: "3 days", "1 month"; weeks are told in days.
  static func length(_ period: Period, times: Int) -> String {
    let count = period.count * max(1, times)
    return period.unit == .week ? words(count * 7, .day) : words(count, period.unit)
  }

  private static func words(_ count: Int, _ unit: Period.Unit) -> String {
    "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")"
  }
}
