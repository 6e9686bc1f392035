import TollgateAppStore

/// A subscription of the catalog, at the price that is or will be paid.
///
/// Prices change, and each subscriber keeps the one agreed to until it is replaced, so the price does not belong to the
/// listing.
struct PricedSubscription: Equatable, Sendable {
  let listing: Catalog.Listing

  /// The regular price of a period, in thousandths of the currency unit.
  var price: Milliunits

  var productID: String { listing.subscription.productID }

  /// The rank in the group; 1 is the highest level of service.
  var level: Int { listing.subscription.level }

  /// The regular length of a billing period.
  var period: Period { listing.subscription.period }

  var isFamilyShareable: Bool { listing.subscription.isFamilyShareable }

  /// Whether both are the same listing at the same price.
  static func == (left: Self, right: Self) -> Bool {
    left.listing === right.listing && left.price == right.price
  }
}
