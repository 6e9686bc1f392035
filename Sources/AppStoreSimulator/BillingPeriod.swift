package import TollgateAppStore

/// A paid or free span of time of a subscription, which one transaction pays for.
package struct BillingPeriod: Sendable {
  /// The transaction of the charge; every period has its own.
  package var transactionID: TransactionNumber

  /// The product, at the price that applied when the period began.
  package var product: PricedSubscription

  /// The first instant of the period.
  package var start: Instant

  /// The renewal date, which is the first instant after the period; it moves only if the store extends it or ends the
  /// period early.
  package var end: Instant

  /// The amount charged: the offer's price, or the product's without an offer.
  var price: Milliunits

  /// The offer that applies to the period; nil for the regular price.
  package var offer: Catalog.Offer?

  /// Which bill of a commitment pays for the period; nil without a commitment.
  var bill: CommitmentBill?

  /// Creates the period of a product at the price of its offer, if there is one.
  ///
  /// A commitment begins with the first bill at the regular price: an offer's periods come before it.
  init(
    transactionID: TransactionNumber, product: PricedSubscription, offer: Catalog.Offer?,
    start: Instant, schedule: BillingSchedule, rate: RenewalRate, billNumber: Int = 1
  ) {
    self.transactionID = transactionID
    self.product = product
    self.offer = offer
    self.start = start
    end = schedule.end(of: product, offer, at: rate)
    price = offer?.terms.price ?? product.price
    if product.hasCommitment, offer == nil {
      bill = CommitmentBill(
        number: billNumber, count: product.listing.billCount,
        end: schedule.end(
          of: product, nil, at: rate, later: product.listing.billCount - billNumber))
    }
  }
}
