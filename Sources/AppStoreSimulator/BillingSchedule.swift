import TollgateAppStore

/// The count of a subscription's billing periods, from which the end of each follows.
///
/// Periods are counted from one anchor instead of added up, so that a monthly subscription that starts on the 31st
/// renews on the last day of a short month and on the 31st again after it.
package struct BillingSchedule: Sendable {
  /// The start from which periods are counted.
  private var anchor: Instant

  /// The number of the current period, from 0 at the anchor; -1 if the next period is the first from the anchor.
  private var number = 0

  /// How many times the subscription has renewed since the last purchase.
  private var renewals = 0

  /// The periods of a pay-as-you-go offer that remain after the current one.
  package private(set) var offerPeriodsLeft: Int

  /// Starts a count with a purchase, whose offer comes first.
  init(start: Instant, offer: Catalog.Offer?) {
    anchor = start
    offerPeriodsLeft = offer?.periodsAfterFirst ?? 0
  }

  /// Counts a renewal with the next period of the same product and price.
  mutating func renew() {
    renewals += 1
    number += 1
  }

  /// Counts a renewal with the next period of the same pay-as-you-go offer.
  mutating func renewOffer() {
    renew()
    offerPeriodsLeft -= 1
  }

  /// Counts a renewal from which on periods are counted again, because the product or the offer changes.
  mutating func renew(from start: Instant, offer: Catalog.Offer?) {
    renewals += 1
    anchor = start
    number = 0
    offerPeriodsLeft = offer?.periodsAfterFirst ?? 0
  }

  /// Counts later periods from the end of the current one, because that has moved.
  mutating func restart(at end: Instant) {
    anchor = end
    number = -1
  }

  /// Whether the subscription has reached the sandbox's limit of renewals.
  func hasReachedLimit(of rate: RenewalRate) -> Bool {
    rate.maximumRenewals.map { renewals >= $0 } ?? false
  }

  /// The end of the current period.
  ///
  /// A free or prepaid offer is one period as long as all of its own; a pay-as-you-go offer has several.
  ///
  /// - Parameters:
  ///   - offer: The offer of the period; nil for the regular price.
  ///   - rate: The speed at which subscriptions renew.
  ///   - later: How many periods after the current one, at the regular price.
  func end(
    of product: PricedSubscription, _ offer: Catalog.Offer?, at rate: RenewalRate, later: Int = 0
  ) -> Instant {
    guard let terms = offer?.terms else {
      return rate.end(of: number + later, product.period, from: anchor)
    }
    switch terms.paymentMode {
    case .payAsYouGo: return rate.end(of: number, terms.period, from: anchor)
    case .free, .payUpFront:
      return rate.end(of: terms.numberOfPeriods - 1, terms.period, from: anchor)
    }
  }
}
