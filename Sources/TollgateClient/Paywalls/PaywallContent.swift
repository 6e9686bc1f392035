public import Foundation
public import Tollgate
import TollgateWords

/// A paywall with its texts and the store's prices, as they were loaded; ``PaywallPage`` has what is drawn of them.
public struct PaywallContent: Hashable, Sendable, Identifiable {
  /// One plan on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The plan: the product's identifier, with `:monthly` after it if it is billed monthly with a commitment.
    public let id: CatalogProduct.ID
    public let productID: CatalogProduct.ID
    /// How its price is billed, for ``TollgateClient/purchase(_:offer:billing:seats:)``.
    public let billing: BillingPlan
    /// How many people it can be bought for: from those that the customer has already, or one; nil if there is no choice.
    public let seats: ClosedRange<Int>?
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
    /// The win-back offers that the customer is eligible for, best first, for ``TollgateClient/purchase(_:offer:billing:seats:)``.
    public internal(set) var winBackOffers: [StoreProduct.Offer] = []
    /// The promotional offers that the server signs for this customer.
    public internal(set) var promotionalOffers: [StoreProduct.Offer] = []
    /// The offer that the blueprint sells it with; nil means the regular price, or the introductory offer.
    public internal(set) var offer: StoreProduct.Offer?
    /// What to pass to ``TollgateClient/purchase(_:offer:billing:seats:)``; nil for the regular price, or the introductory
    /// offer.
    public internal(set) var purchaseOffer: PurchaseOffer?
    /// The code to redeem with ``TollgateClient/redeemOfferCode(_:)`` instead of a purchase; nil without one.
    public internal(set) var code: String?
    /// The position of the tab that shows it, from 0; nil on a paywall without tabs.
    public internal(set) var tab: Int?
    /// When it is no longer offered to the customer, if nothing else happens; nil unless the blueprint shows a countdown.
    public internal(set) var endsAt: Instant?

    /// How much less it costs over the same time than the subscription with the shortest period on the paywall or its
    /// tab, in whole percent, rounded down; nil if it saves less than one percent.
    public let saving: Int?
    /// ``saving`` in the store's format, such as "33%".
    public let displaySaving: String?

    /// How many seats to buy if the customer has chosen a number: the nearest that is sold, and 1 without a choice.
    func seatCount(choosing count: Int?) -> Int {
      guard let seats else { return 1 }
      return min(max(count ?? seats.lowerBound, seats.lowerBound), seats.upperBound)
    }

    /// The price in the customer's currency; nil if the store does not say.
    public var price: Decimal? { product?.price }
    /// The currency's code, such as `EUR`.
    public var currencyCode: String? { product?.currencyCode }
    /// The price per month, rounded up, in the store's format; nil for what is not a subscription, and for monthly bills,
    /// whose price it is.
    public var displayPricePerMonth: String? {
      billing == .monthly ? nil : product?.displayPricePerMonth
    }
  }

  /// The paywall in the blueprint, in the variant that the customer sees.
  public let paywall: Paywall
  /// Its texts in the customer's language, without those about a plan.
  public internal(set) var texts: [LocalizedText.ID: String] = [:]
  /// What can be bought, best first.
  public internal(set) var offers: [Offer] = []
  /// Why the store's prices are missing; nil if they are not.
  public internal(set) var problem: PurchaseProblem?
  /// The variant that it shows of each experiment that changes it.
  public internal(set) var variants: [Experiment.ID: Experiment.Variant.ID] = [:]
  /// Whether it only changes what the customer has, such as to a yearly plan.
  public internal(set) var onlyChangesPlan = false

  public var id: Paywall.ID { paywall.id }
  public var title: String { texts[paywall.title] ?? paywall.title.rawValue }
  /// The text after a purchase.
  public var welcome: String? { paywall.welcome.flatMap { texts[$0] } }
  /// Whether it can be closed without buying.
  public var isDismissible: Bool { paywall.isDismissible }

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

@MainActor
extension PaywallContent.Offer {
  /// A package of a paywall with its texts and the store's prices.
  init(_ package: Paywall.Package, on paywall: Paywall, for client: TollgateClient) async {
    let (offer, billing) = (client.offer(of: package), package.billing)
    var isEligible = false
    if offer == nil, package.hasIntroductoryOffer,
      client.blueprint?.product(package.product)?.introductoryOffer(billed: billing) != nil
    {
      isEligible = await client.isEligibleForIntroductoryOffer(of: package.product)
    }
    let product = client.products[package.product]
    var winBackOffers: [StoreProduct.Offer] = []
    if let product { winBackOffers = await client.winBackOffers(of: product) }
    let compared =
      billing == .monthly
      ? nil
      : client.blueprint?.definition.comparison(for: package.product, on: paywall)
        .flatMap { client.products[$0.id] }
    let priceLine = client.priceLine(of: package, on: paywall)
    let offerLine = isEligible || offer != nil ? client.offerLine(of: package, on: paywall) : nil
    self.init(
      id: package.plan, productID: package.product, billing: billing,
      seats: client.seats(of: package), product: product,
      isEligibleForIntroductoryOffer: isEligible,
      priceLine: priceLine, offerLine: offerLine,
      line: package.showsPriceToEveryone ? priceLine : offerLine ?? priceLine,
      badge: package.badge.flatMap {
        client.text(
          $0, product: package.product, billed: billing, offer: offer, on: paywall, feature: nil)
      }, winBackOffers: winBackOffers,
      promotionalOffers: product.map { client.promotionalOffers(of: $0) } ?? [],
      offer: offer, purchaseOffer: client.purchaseOffer(of: package), code: package.code,
      tab: client.blueprint?.product(package.product).flatMap(paywall.tab),
      endsAt: client.end(of: package, on: paywall.id),
      saving: compared.flatMap { product?.saving(comparedTo: $0) },
      displaySaving: compared.flatMap { product?.displaySaving(comparedTo: $0) })
  }
}

extension Paywall.Package {
  /// The code that it is redeemed with; nil without one.
  fileprivate var code: String? {
    if case .code(let id)? = offer { id.rawValue } else { nil }
  }
}

extension TollgateClient {
  /// What a loaded paywall shows, in words; nil without a blueprint.
  func presenter(of content: PaywallContent) -> PaywallPresenter? {
    guard let blueprint else { return nil }
    let words = PaywallWords(phrasebook, in: configuration.timeZone, at: now) { id, sale in
      // A text stays as it was loaded while the paywall is on screen.
      guard let sale else { return content.texts[id] ?? self.text(id) }
      let offer = content.offers.first { $0.id == sale.id }?.offer
      return self.text(
        id, product: sale.product, billed: sale.billing, offer: offer, on: content.paywall,
        feature: nil)
    }
    return PaywallPresenter(content.paywall, in: blueprint, words: words)
  }

  /// The page of a loaded paywall; nil without a blueprint.
  ///
  /// - Parameters:
  ///   - feature: The feature whose pitch is on top.
  ///   - selection: The customer's selection; the first offer if that is not on the page.
  ///   - seats: How many seats the customer has chosen; nil for the least.
  func page(
    of content: PaywallContent, pitching feature: Feature.ID?, selection: CatalogProduct.ID?,
    seats: Int? = nil
  ) -> PaywallPage? {
    presenter(of: content)?.page(
      selling: sales(of: content, seats: seats), selection: selection, pitching: feature,
      notice: failedPaymentLine)
  }

  /// The plans of a loaded paywall that the store sells, or all of them if its prices are missing.
  ///
  /// - Parameter seats: How many seats the customer has chosen; nil for the least.
  func sales(of content: PaywallContent, seats: Int? = nil) -> [PaywallSale] {
    content.offers.filter { content.problem != nil || $0.product != nil }.map { offer in
      let introductory =
        offer.isEligibleForIntroductoryOffer
        ? introductoryOffer(of: offer.productID, billed: offer.billing) : nil
      let applying = offer.offer ?? introductory
      var sale = PaywallSale(
        offer.productID, billed: offer.billing,
        terms: planTerms(of: offer.productID, billed: offer.billing, with: applying))
      sale.priceLine = offer.priceLine
      sale.offerLine = offer.offerLine
      sale.badge = offer.badge
      sale.pricePerMonth = offer.displayPricePerMonth?.isolatingPrice(in: language)
      sale.saving = offer.displaySaving
      sale.tab = offer.tab
      sale.seats = offer.seats.map { range in
        PaywallSale.Seats(seats, of: range) {
          self.price(of: offer.productID, times: $0)
        } offer: { count in
          applying.flatMap { self.charge(for: $0, times: count) }
        }
      }
      sale.endsAt = offer.endsAt
      sale.hasOwnOffer = offer.offer != nil
      sale.needsCode = offer.code != nil
      return sale
    }
  }
}
