import Tollgate

/// App Store Connect's rules for subscriptions and their introductory offers.
///
/// Follows Apple's
/// [Set up introductory offers](https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-introductory-offers-for-auto-renewable-subscriptions/).
enum OfferRules {
  /// A mistake in an offer, and what App Store Connect allows instead.
  struct Mistake: Hashable {
    /// What is wrong with it, as a noun phrase: "a free trial of 5 days".
    let message: String
    /// The lengths that are allowed.
    let expected: String
  }

  /// The billing periods that a subscription can have.
  static let billingPeriods: [Period] = [
    Period(1, .week), Period(1, .month), Period(2, .month), Period(3, .month), Period(6, .month),
    Period(1, .year),
  ]

  /// Returns why App Store Connect would reject an offer; nil if it would not.
  ///
  /// | payment | what is allowed |
  /// |---|---|
  /// | free trial | 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, 1 year |
  /// | pay up front | 1, 2, 3 or 6 months, 1 year; for weekly subscriptions also 3 days, 1 or 2 weeks |
  /// | pay as you go | as many billing periods as fit into a year; for weekly subscriptions, 12 |
  static func mistake(
    in offer: CatalogProduct.IntroductoryOffer, billedEvery period: Period
  ) -> Mistake? {
    let total = Period(offer.period.count * offer.periods, offer.period.unit).inWholeUnits
    switch offer.payment {
    case .freeTrial:
      if freeTrials.contains(total) { return nil }
      return Mistake(
        message: "a free trial of \(total.words)",
        expected: "3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year")
    case .payUpFront:
      let allowed = upFront + (period.inWholeUnits == Period(1, .week) ? shortUpFront : [])
      if allowed.contains(total) { return nil }
      return Mistake(
        message: "\(total.words) paid up front", expected: "1, 2, 3 or 6 months, or 1 year")
    case .payAsYouGo:
      let most = mostPeriods(of: period.inWholeUnits)
      if offer.period.inWholeUnits == period.inWholeUnits, (1...most).contains(offer.periods) {
        return nil
      }
      return Mistake(
        message: "a price for \(total.words), paid as you go, on a product billed every "
          + period.wordsAfterEvery,
        expected: "whole billing periods of the product, "
          + (most == 1 ? "1" : "1 to \(most)") + " of them")
    case .oneTime: return nil
    }
  }

  /// The lengths of free trials.
  private static let freeTrials = [
    Period(3, .day), Period(1, .week), Period(2, .week), Period(1, .month), Period(2, .month),
    Period(3, .month), Period(6, .month), Period(1, .year),
  ]
  /// The lengths of offers paid up front.
  private static let upFront = [
    Period(1, .month), Period(2, .month), Period(3, .month), Period(6, .month), Period(1, .year),
  ]
  /// Further lengths of offers paid up front, for weekly subscriptions only.
  private static let shortUpFront = [Period(3, .day), Period(1, .week), Period(2, .week)]

  /// Returns how many periods a pay-as-you-go offer can have at most; together they are never longer than a year.
  private static func mostPeriods(of period: Period) -> Int {
    switch (period.count, period.unit) {
    case (1, .week), (1, .month): 12
    case (2, .month): 6
    case (3, .month): 4
    case (6, .month): 2
    default: 1
    }
  }
}

extension Period {
  /// The same length in the largest unit that expresses it exactly: 7 days become a week, 12 months a year.
  var inWholeUnits: Period {
    switch unit {
    case .day where count.isMultiple(of: 7): Period(count / 7, .week)
    case .month where count.isMultiple(of: 12): Period(count / 12, .year)
    case .minute, .hour, .day, .week, .month, .year: self
    }
  }

  /// The length in words: "1 month", "3 days".
  var words: String { "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")" }

  /// The length in words after "every": "month", "3 months".
  var wordsAfterEvery: String { count == 1 ? unit.rawValue : words }
}
