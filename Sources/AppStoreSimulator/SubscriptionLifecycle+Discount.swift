import TollgateAppStore

extension SubscriptionLifecycle {
  /// An offer that a customer redeems, and its kind.
  final class Discount: Sendable {
    /// The number in the catalog.
    let number: UInt32

    let type: OfferType
    let offer: StoreKitConfiguration.Offer

    init(number: UInt32, type: OfferType, offer: StoreKitConfiguration.Offer) {
      self.number = number
      self.type = type
      self.offer = offer
    }

    /// How many more periods have the offer's price.
    var periodsAfterFirst: Int {
      offer.paymentMode == .payAsYouGo ? offer.numberOfPeriods - 1 : 0
    }

    /// The identifier in signed data; introductory offers have none.
    var identifier: String? { type == .introductory ? nil : offer.id }
  }

  /// Whether a customer who left may return with an offer: the store has stopped retrying the charge.
  var canBeWonBack: Bool {
    if case .expired = state { return !isShared }
    return false
  }

  /// The win-back offers for the last product, in the order of the configuration.
  var winBackOfferIDs: [String] {
    canBeWonBack ? period.product.listing.winBack.compactMap(\.offer.id) : []
  }
}
