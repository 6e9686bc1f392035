import TollgateAppStore

extension SubscriptionLifecycle {
  /// A subscription of the catalog, at the price that is or will be paid.
  struct Product: Equatable, Sendable {
    let listing: Catalog.Listing
    var price: Milliunits

    var productID: String { listing.subscription.productID }
    var groupID: String { listing.subscription.groupID }
    var level: Int { listing.subscription.level }
    var period: Period { listing.subscription.period }
    var isFamilyShareable: Bool { listing.subscription.isFamilyShareable }

    static func == (left: Self, right: Self) -> Bool {
      left.listing === right.listing && left.price == right.price
    }
  }
}
