import TollgateAppStore

extension SubscriptionLifecycle {
  /// Starts counting periods of a product, with its offer first.
  mutating func begin(
    _ product: PricedSubscription, offer: Catalog.Offer?, transactionID: TransactionNumber,
    at now: Instant
  ) {
    schedule = BillingSchedule(start: now, offer: offer)
    renewal.product = product
    renewal.offer = nil
    priceIncrease = nil
    period = BillingPeriod(
      transactionID: transactionID, product: product, offer: offer, start: now,
      end: schedule.end(of: product, offer, at: terms.rate))
  }

  /// Continues with the next period at the current one's end.
  mutating func continueWithNextPeriod(transactionID: TransactionNumber) {
    let start = period.end
    var offer = period.offer
    if let next = renewal.offer {
      offer = next
      renewal.offer = nil
      schedule.renew(from: start, offer: next)
    } else if schedule.offerPeriodsLeft > 0, continuesProduct {
      schedule.renewOffer()
    } else if !continuesProduct || offer != nil {
      offer = nil
      schedule.renew(from: start, offer: nil)
    } else {
      schedule.renew()
    }
    // The new price is paid with the first period at the regular price, after any offer.
    if offer == nil { priceIncrease = nil }
    period = BillingPeriod(
      transactionID: transactionID, product: renewal.product, offer: offer, start: start,
      end: schedule.end(of: renewal.product, offer, at: terms.rate))
  }

  /// Whether the next period is one of the same product.
  var continuesProduct: Bool { renewal.product.productID == period.product.productID }

  /// The offer of the next period; nil for the regular price.
  var upcomingOffer: Catalog.Offer? {
    renewal.offer ?? (schedule.offerPeriodsLeft > 0 && continuesProduct ? period.offer : nil)
  }

  /// The price of the next period, or nil if there isn't one.
  var renewalPrice: Milliunits? {
    guard renewal.isOn else { return nil }
    return upcomingOffer?.terms.price ?? upcomingIncrease?.product.price ?? renewal.product.price
  }
}
