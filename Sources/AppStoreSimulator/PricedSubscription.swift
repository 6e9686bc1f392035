import TollgateAppStore

/// A subscription of the catalog, at the price that is or will be paid.
///
/// Prices change, and each subscriber keeps the one agreed to until it is replaced, so the price does not belong to the
/// listing.
package struct PricedSubscription: Equatable, Sendable {
  package let listing: Catalog.Listing

  /// The regular price of a period, in thousandths of the currency unit.
  var price: Milliunits

  /// Whether it is billed monthly with a commitment to a year, and not each period up front.
  var hasCommitment = false

  /// The plan of monthly bills with a commitment; nil if each period is billed up front.
  var commitment: StoreKitConfiguration.BillingPlan? { hasCommitment ? listing.commitment : nil }

  package var productID: String { listing.subscription.productID }

  /// The rank in the group; 1 is the highest level of service.
  var level: Int { listing.subscription.level }

  /// The regular length of a billing period: a month with a commitment, whatever the product's period.
  var period: Period { hasCommitment ? Period(1, .month) : listing.subscription.period }

  /// How the price is billed; nil if the product has one plan only.
  var billingPlan: BillingPlanType? {
    listing.subscription.billingPlans.isEmpty ? nil : commitment?.type ?? .billedUpfront
  }

  /// Whether it is sold with a number of seats, 2 to 1,000: neither with Family Sharing nor with a commitment.
  func sells(seats: Int) -> Bool {
    (2...1_000).contains(seats) && !isFamilyShareable && !hasCommitment
  }

  /// Whether both are the same product with the same billing plan, at whatever price.
  func isSamePlan(as other: Self) -> Bool {
    listing === other.listing && hasCommitment == other.hasCommitment
  }

  var isFamilyShareable: Bool { listing.subscription.isFamilyShareable }

  /// Whether both are the same listing and plan at the same price.
  package static func == (left: Self, right: Self) -> Bool {
    left.isSamePlan(as: right) && left.price == right.price
  }
}
