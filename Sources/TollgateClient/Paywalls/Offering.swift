public import Tollgate

/// The packages of one paywall with the store's prices.
public struct Offering: Hashable, Sendable, Identifiable {
  public let id: Paywall.ID
  /// What can be bought, best first.
  public let packages: [PaywallContent.Offer]
  /// Why the store's prices are missing; nil if they are not.
  public let problem: PurchaseProblem?
}
