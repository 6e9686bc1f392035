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
    let words = PeriodWords(language: language)
    strings[.productPrice] = sold?.displayPrice ?? known.price.map(price)
    strings[.productPeriod] = (sold?.period ?? known.period).map(words.unit)
    if let offer = known.introductoryOffer {
      let shown = sold?.introductoryOffer
      strings[.offerPrice] = shown?.displayPrice ?? offer.price.map(price)
      strings[.offerLength] = words.length(
        shown?.period ?? offer.period, times: shown?.periods ?? offer.periods)
    }
    return strings
  }

  private func price(_ money: Money) -> String {
    (Decimal(money.milliunits) / 1000).formatted(
      Decimal.FormatStyle.Currency(code: money.currency, locale: configuration.locale))
  }
}
