public import Foundation
public import Tollgate

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
    /// A purchase failed.
    case failed(PurchaseProblem)
    /// The purchase succeeded: the welcome is shown, and then the paywall closes.
    case welcome
  }

  /// The number of the presentation, counted from 1 since the app's launch.
  public let id: Int
  /// Its texts and products.
  public internal(set) var content: PaywallContent
  /// The placement that requested it; nil if it was requested directly.
  public let placement: Placement.ID?
  /// The feature that led to it, whose pitch is on top; nil if none did.
  public let feature: Feature.ID?
  /// The product of the last attempted purchase.
  public internal(set) var tried: CatalogProduct.ID?
  /// The stage of the presentation.
  public internal(set) var stage: Stage
  /// The pages before the offer, in order.
  public internal(set) var pages: [PaywallContent.Page] = []
  /// The position of the page on screen, from 0; that after the last page is the offer.
  public internal(set) var position = 0
  /// Whether it shows because another paywall was closed without a purchase.
  public internal(set) var isExitOffer = false
  /// What shows if it is closed without a purchase.
  var exitOffer: ExitOffer?

  /// The paywall's name.
  public var paywall: Paywall.ID { content.id }
}

/// A paywall with its texts and the store's prices filled in.
public struct PaywallContent: Hashable, Sendable, Identifiable {
  /// One reason to buy.
  public struct Benefit: Hashable, Sendable {
    /// The icon's name.
    public let icon: String
    /// What the customer gains.
    public let title: String
    /// One additional sentence.
    public let detail: String?
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable {
    /// The position among the paywall's tabs, from 0, the lowest tier.
    public let position: Int
    /// The tier's name.
    public let title: String
    /// Reasons to buy the tier, best first; if empty, the tab shows those of the paywall.
    public let benefits: [Benefit]
  }

  /// One product on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The product.
    public let id: CatalogProduct.ID
    /// The product as the store sells it; nil if the store does not sell it.
    public let product: StoreProduct?
    /// Whether the customer would get the introductory offer.
    public let isEligibleForIntroductoryOffer: Bool
    /// The line with the regular price; nil if no price is known.
    public let priceLine: String?
    /// The line with the offer; nil without one, and if the customer is not eligible for the introductory offer.
    public let offerLine: String?
    /// The line for this customer: the offer's if they get it, unless the blueprint words the price alone; otherwise the
    /// regular price's.
    public let line: String?
    /// A label that makes it stand out.
    public let badge: String?
    /// The win-back offers that the customer is eligible for, best first, for ``TollgateClient/purchase(_:offer:)``.
    public internal(set) var winBackOffers: [StoreProduct.Offer] = []
    /// The promotional offers that the server signs for this customer.
    public internal(set) var promotionalOffers: [StoreProduct.Offer] = []
    /// The offer that the blueprint sells it with; nil means the regular price, or the introductory offer.
    public internal(set) var offer: StoreProduct.Offer?
    /// What to pass to ``TollgateClient/purchase(_:offer:)``; nil without such an offer.
    public internal(set) var purchaseOffer: PurchaseOffer?
    /// The code to redeem with ``TollgateClient/redeemOfferCode(_:)`` instead of a purchase; nil without one.
    public internal(set) var code: String?
    /// The tab that shows it; nil on a paywall without tabs.
    public internal(set) var tab: Tab?
    /// When it is no longer offered to the customer, if nothing else happens; nil unless the blueprint shows a countdown.
    public internal(set) var endsAt: Instant?

    /// How much less it costs over the same time than the subscription with the shortest period on the paywall or its
    /// tab, in whole percent, rounded down; nil if it saves less than one percent.
    public let saving: Int?
    /// ``saving`` in the store's format, such as "33%".
    public let displaySaving: String?

    /// The price in the customer's currency; nil if the store does not say.
    public var price: Decimal? { product?.price }
    /// The currency's code, such as `EUR`.
    public var currencyCode: String? { product?.currencyCode }
    /// The price per month, rounded up, in the store's format; nil for what is not a subscription.
    public var displayPricePerMonth: String? { product?.displayPricePerMonth }
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
  /// The text after a purchase.
  public let welcome: String?
  /// Why the store's prices are missing; nil if they are not.
  public let problem: PurchaseProblem?
  /// What is on top, above the title.
  public internal(set) var hero = Hero()
  /// Whether it shows when an introductory offer begins, reminds and charges.
  public internal(set) var hasTimeline = false
  /// Ratings and quotes, best first.
  public internal(set) var proof: [Proof] = []
  /// Questions and their answers.
  public internal(set) var questions: [Question] = []
  /// How much later the button that closes it shows; nil if it shows at once.
  public internal(set) var closeDelay: Duration?
  /// The variant that it shows of each experiment that changes it.
  public internal(set) var variants: [Experiment.ID: Experiment.Variant.ID] = [:]
  /// Whether it only changes what the customer has, such as to a yearly plan.
  public internal(set) var onlyChangesPlan = false

  /// When the first countdown ends, or ended after the content was loaded; nil if no offer has one.
  var nextEnd: Instant? { offers.compactMap(\.endsAt).min() }

  /// What is still for sale: without the offers that have ended since the content was loaded.
  func offers(at now: Instant?) -> [Offer] {
    guard let now else { return offers }
    return offers.filter { $0.endsAt.map { now < $0 } ?? true }
  }

  /// Whether it still sells a product as in an offer that was shown earlier, at the same terms.
  func sells(_ earlier: Offer, at now: Instant?) -> Bool {
    guard let offer = offers(at: now).first(where: { $0.id == earlier.id }) else { return false }
    return offer.endsAt == earlier.endsAt && offer.priceLine == earlier.priceLine
      && offer.offerLine == earlier.offerLine && offer.code == earlier.code
  }

  /// Whether it still sells what it was shown for: a purchase ends a page that gives something, even if another plan
  /// could follow.
  func isSelling(by membership: Membership) -> Bool {
    onlyChangesPlan ? membership.sells(id) : membership.sellsMore(id)
  }
}

extension Paywall.Package {
  /// The code that it is redeemed with; nil without one.
  var code: String? {
    if case .code(let id)? = offer { id.rawValue } else { nil }
  }
}
