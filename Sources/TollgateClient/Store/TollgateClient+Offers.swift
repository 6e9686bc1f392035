import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Lets the customer redeem an offer code in the store's own sheet; what it gives arrives like any other purchase.
  ///
  /// - Returns: Whether the sheet was shown, or which page to open instead.
  public func redeemOfferCode() async -> ManagementOutcome {
    if await configuration.store.redeemOfferCode() {
      await deliverPending()
      return .shown
    }
    let app = blueprint?.definition.app.appAppleID.map { "&id=\($0)" } ?? ""
    return URL(string: Self.redemptionPage + app).map { .open($0) } ?? .shown
  }

  /// The page on which customers redeem an offer code if the store's own sheet is not available.
  ///
  /// See [Apple's page](https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-offer-codes).
  public static let redemptionPage = "https://apps.apple.com/redeem?ctx=offercodes"

  /// The signature that the store needs for an offer.
  func sign(
    _ offer: PurchaseOffer?, of product: CatalogProduct.ID
  ) async throws(ServerCalls.Failure) -> SignedOffer? {
    switch offer {
    case nil: return nil
    case .winBack(let id): return .winBack(id)
    case .promotional(let id):
      let response: ServerCalls.Response<PromotionalOfferResponse> = try await authorized(
        .promotionalOffer, body: PromotionalOfferRequest(product: product, offer: id))
      return .promotional(id, signature: response.value.signature)
    }
  }

  /// Shows the store's purchase sheet, with an offer if there is one.
  func sell(
    _ product: CatalogProduct.ID, _ token: String?, _ offer: SignedOffer?
  ) async -> StorePurchaseResult {
    guard let offer else {
      return await configuration.store.purchase(product, appAccountToken: token)
    }
    return await configuration.store.purchase(product, appAccountToken: token, offer: offer)
  }

  /// The promotional offers that the customer is eligible for: those of a group in which they have had a subscription.
  func promotionalOffers(of product: StoreProduct) -> [StoreProduct.Offer] {
    guard let group = blueprint?.product(product.id)?.group else { return [] }
    let hasSubscribed = transactions.contains { transaction in
      transaction.ownership == .purchased
        && (blueprint?.product(transaction.product)?.group ?? transaction.group) == group
    }
    return hasSubscribed ? product.promotionalOffers : []
  }

  /// The win-back offers that the store's customer is eligible for, best first.
  func winBackOffers(of product: StoreProduct) async -> [StoreProduct.Offer] {
    guard let group = product.group, !product.winBackOffers.isEmpty else { return [] }
    let eligible = await configuration.store.eligibleWinBackOffers(group: group)
    return eligible.compactMap { id in product.winBackOffers.first { $0.id == id } }
  }

  /// Whether the customer is still eligible for a product's introductory offer; the store and the facts must agree.
  public func isEligibleForIntroductoryOffer(of product: CatalogProduct.ID) async -> Bool {
    guard let known = blueprint?.product(product), known.introductoryOffer != nil else {
      return false
    }
    if let membership, membership.phase != .unknown, !membership.offersIntroductory(product) {
      return false
    }
    guard let group = products[product]?.group ?? known.group else { return true }
    return await configuration.store.isEligibleForIntroductoryOffer(group: group)
  }

  /// The page on which customers manage their subscriptions if the store's own sheet is not available.
  ///
  /// See [Apple's page](https://support.apple.com/en-us/118428).
  public static let subscriptionsPage = "https://apps.apple.com/account/subscriptions"

  /// Everything that can be bought, by paywall in the blueprint's order; empty until the blueprint is known.
  public func offerings() async -> [Offering] {
    var offerings: [Offering] = []
    for paywall in blueprint?.definition.paywalls ?? [] {
      guard let content = await content(of: paywall.id) else { continue }
      offerings.append(
        Offering(id: paywall.id, packages: content.offers, problem: content.problem))
    }
    return offerings
  }

  /// Shows the store's sheet for managing subscriptions, or says which page to open instead.
  public func manageSubscriptions() async -> ManagementOutcome {
    if await configuration.store.manageSubscriptions() {
      await deliverPending()
      await refreshQuietly()
      return .shown
    }
    return URL(string: Self.subscriptionsPage).map { .open($0) } ?? .shown
  }
}
