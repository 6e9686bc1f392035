import TollgateAppStore

extension SubscriptionLifecycle {
  /// Starts counting periods of a product, with its offer first.
  ///
  /// - Parameters:
  ///   - offer: The offer; nil for the regular price.
  ///   - transactionID: The transaction of the first period.
  ///   - now: The start of the first period.
  ///   - billNumber: The number of its bill, if the product has a commitment.
  mutating func begin(
    _ product: PricedSubscription, offer: Catalog.Offer?, transactionID: TransactionNumber,
    at now: Instant, billNumber: Int = 1
  ) {
    schedule = BillingSchedule(start: now, offer: offer)
    if billNumber == 1 {
      renewal = RenewalPreference(isOn: renewal.isOn, product: product)
      priceIncrease = nil
    }
    period = BillingPeriod(
      transactionID: transactionID, product: product, offer: offer, start: now,
      schedule: schedule, rate: terms.rate, billNumber: billNumber)
  }

  /// Ends the current period earlier or later; the next one begins there.
  mutating func movePeriodEnd(to end: Instant) {
    period.end = end
    schedule.restart(at: end)
    guard let bill = period.bill else { return }
    let left = bill.count - bill.number
    period.bill?.end = schedule.end(of: period.product, nil, at: terms.rate, later: left)
  }

  /// The number of the next bill of the commitment; nil if none follows.
  var nextBill: Int? {
    guard let bill = period.bill, bill.isFollowed, !hasEnded else { return nil }
    return bill.number + 1
  }

  /// The product of the next period: a commitment's until its last bill, then the one that the customer chose.
  var nextProduct: PricedSubscription { nextBill == nil ? renewal.product : period.product }

  /// Whether another period follows: a cancelled commitment is billed to its end.
  var renews: Bool { renewal.isOn || nextBill != nil }

  /// Continues with the next period at the current one's end.
  mutating func continueWithNextPeriod(transactionID: TransactionNumber) {
    let start = period.end
    if let nextBill {
      schedule.renew()
      period = BillingPeriod(
        transactionID: transactionID, product: period.product, offer: nil, start: start,
        schedule: schedule, rate: terms.rate, billNumber: nextBill)
      return
    }
    seats = nextSeats
    renewal.seats = nil
    if !continuesProduct { renewal.stackedOffer = nil }
    var offer = period.offer
    if let next = renewal.offer {
      offer = next
      renewal.offer = nil
      schedule.renew(from: start, offer: next)
    } else if schedule.offerPeriodsLeft > 0, continuesProduct {
      schedule.renewOffer()
    } else if let stacked = renewal.stackedOffer {
      offer = stacked
      renewal.stackedOffer = nil
      schedule.renew(from: start, offer: stacked)
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
      schedule: schedule, rate: terms.rate)
  }

  /// Whether the customer has chosen the same product and plan for the time after this period, or this commitment.
  var continuesProduct: Bool { renewal.product.isSamePlan(as: period.product) }

  /// The offer of the next period; nil for the regular price.
  var upcomingOffer: Catalog.Offer? {
    guard nextBill == nil else { return nil }
    if let offer = renewal.offer { return offer }
    guard continuesProduct else { return nil }
    return schedule.offerPeriodsLeft > 0 ? period.offer : renewal.stackedOffer
  }

  /// The price of the next period, or nil if there isn't one.
  var renewalPrice: Milliunits? {
    guard nextBill == nil else { return period.product.price }
    guard renewal.isOn else { return nil }
    return upcomingOffer?.terms.price ?? upcomingIncrease?.product.price ?? renewal.product.price
  }
}
