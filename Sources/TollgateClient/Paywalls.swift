public import Tollgate

/// A paywall on screen.
public struct PaywallPresentation: Hashable, Sendable, Identifiable {
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

  /// Which showing it is, counted from 1 in one running of the app.
  public let id: Int
  /// What it says and sells.
  public internal(set) var content: PaywallContent
  /// Where it was asked for; nil where it was asked for by hand.
  public let placement: Placement.ID?
  /// The feature that led to it, whose pitch is on top; nil where none did.
  public let feature: Feature.ID?
  /// What was last tried to buy on it.
  public internal(set) var tried: Product.ID?
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
    /// The plain price's line; nil where no price is known.
    public let priceLine: String?
    /// The introductory offer's line; nil for those who would not get it.
    public let offerLine: String?
    /// A word that sets it apart.
    public let badge: String?

    /// The line for this customer: the offer's, or the plain price's.
    public var line: String? { offerLine ?? priceLine }
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
