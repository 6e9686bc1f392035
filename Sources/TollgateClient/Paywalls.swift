public import Tollgate

/// A paywall on screen.
public struct PaywallPresentation: Hashable, Sendable {
  /// How far a paywall is.
  public enum Stage: Hashable, Sendable {
    /// It sells.
    case offering
    /// The store is asked to sell a product.
    case purchasing(Product.ID)
    /// A purchase waits, and ends in access by itself.
    case pending(PurchaseProblem)
    /// A purchase failed.
    case failed(PurchaseProblem)
    /// It was bought: the welcome is said, and then the paywall is closed.
    case welcome
  }

  /// What it says and sells.
  public let content: PaywallContent
  /// Where it was asked for; nil where it was asked for by hand.
  public let placement: Placement.ID?
  /// How far it is.
  public internal(set) var stage: Stage

  /// The paywall's name.
  public var paywall: Paywall.ID { content.id }
}

/// A paywall with its texts and the store's prices put in.
public struct PaywallContent: Hashable, Sendable, Identifiable {
  /// One reason to buy.
  public struct Benefit: Hashable, Sendable {
    /// The icon's name.
    public let icon: String
    /// What the customer gains.
    public let title: String
    /// One sentence more.
    public let detail: String?
  }

  /// One product on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The product.
    public let id: Product.ID
    /// The product as the store sells it; nil where it does not.
    public let product: StoreProduct?
    /// Whether the customer would get the introductory offer.
    public let isEligibleForIntroductoryOffer: Bool
    /// The line for this customer: the offer's, or the plain price's.
    public let line: String?
    /// A word that sets it apart.
    public let badge: String?
  }

  /// The paywall's name.
  public let id: Paywall.ID
  /// The title.
  public let title: String
  /// The line below it.
  public let subtitle: String?
  /// Reasons to buy, best first.
  public let benefits: [Benefit]
  /// What can be bought, best first.
  public let offers: [Offer]
  /// Whether it can be closed without buying.
  public let isDismissible: Bool
  /// What is said after a purchase.
  public let welcome: String?
  /// Why the store's prices are missing; nil where they are not.
  public let problem: PurchaseProblem?
}
