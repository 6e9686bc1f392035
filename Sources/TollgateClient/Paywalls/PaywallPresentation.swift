public import Tollgate
public import TollgateWords

/// A paywall on screen.
public struct PaywallPresentation: Hashable, Sendable, Identifiable {
  /// The stage of a paywall's presentation.
  public enum Stage: Hashable, Sendable {
    /// It offers its products.
    case offering
    /// The store is selling a product.
    case purchasing(CatalogProduct.ID)
    /// A purchase is pending and ends in access without further action.
    case pending(PurchaseProblem)
    case failed(PurchaseProblem)
    /// The purchase succeeded: the welcome is shown, and then the paywall closes.
    case welcome
  }

  /// The number of the presentation, counted from 1 since the app's launch.
  public let id: Int
  public internal(set) var content: PaywallContent
  /// The placement that requested it; nil if it was requested directly.
  public let placement: Placement.ID?
  /// The feature that led to it, whose pitch is on top; nil if none did.
  public let feature: Feature.ID?
  /// The product of the last attempted purchase.
  public internal(set) var tried: CatalogProduct.ID?
  public internal(set) var stage: Stage
  /// The pages before the offer, in order.
  public internal(set) var pages: [PaywallStep] = []
  /// The position of the page on screen, from 0; that after the last page is the offer.
  public internal(set) var position = 0
  /// Whether it shows because another paywall was closed without a purchase.
  public internal(set) var isExitOffer = false
  /// What shows if it is closed without a purchase.
  var exitOffer: ExitOffer?

  public var paywall: Paywall.ID { content.id }
}
