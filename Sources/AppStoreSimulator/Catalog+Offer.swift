import TollgateAppStore

extension Catalog {
  /// An offer of a subscription, with its number.
  ///
  /// Records refer to it by the number, the state of a subscription by reference, so it is created once per store.
  package final class Offer: Sendable {
    /// The number among all offers of the catalog, from 1; 0 in a record means the regular price.
    let number: UInt32

    let type: OfferType

    /// Price, payment mode and length, as configured.
    let terms: StoreKitConfiguration.Offer

    init(number: UInt32, type: OfferType, terms: StoreKitConfiguration.Offer) {
      self.number = number
      self.type = type
      self.terms = terms
    }

    /// How many more periods have the offer's price; 0 for a free or prepaid offer, which is a single period.
    var periodsAfterFirst: Int {
      terms.paymentMode == .payAsYouGo ? terms.numberOfPeriods - 1 : 0
    }

    /// Whether the offer is one of the product's billing plan.
    func belongs(to product: PricedSubscription) -> Bool {
      (terms.billingPlan == .monthly) == product.hasCommitment
    }

    /// The identifier in signed data; introductory offers have none.
    ///
    /// Follows <https://developer.apple.com/documentation/appstoreserverapi/offeridentifier>.
    var identifier: String? { type == .introductory ? nil : terms.id }
  }
}
