import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Lets the customer redeem an offer code; what it gives arrives like any other purchase.
  ///
  /// A code that the app knows is filled in on the store's page, which needs the blueprint's `appleID`. The store's own
  /// sheet cannot be given a code: it is for customers who type theirs.
  ///
  /// - Parameter code: The code to redeem; nil lets the customer type one.
  /// - Returns: Whether the sheet was shown, or which page to open instead.
  public func redeemOfferCode(_ code: String? = nil) async -> ManagementOutcome {
    let appleID = blueprint?.definition.app.appAppleID
    if code == nil || appleID == nil, await configuration.store.redeemOfferCode() {
      await deliverPending()
      return .shown
    }
    let app = appleID.map { "&id=\($0)" } ?? ""
    let filled =
      code?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      .map { "&code=\($0)" } ?? ""
    return URL(string: Self.redemptionPage + app + filled).map { .open($0) } ?? .shown
  }

  /// The page on which customers redeem an offer code that is filled in, or if the store's own sheet is not available.
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
    case .fullPrice:
      if await isChargedInFull(product) { return nil }
      let response: ServerCalls.Response<FullPriceResponse> = try await authorized(
        .fullPrice,
        body: FullPriceRequest(
          product: product, signedAppTransaction: await configuration.store.appTransaction()))
      return .fullPrice(signature: response.value.signature)
    }
  }

  /// Whether the store charges for a product in full without a signature; both the facts and the store must say so, as
  /// either may know another store account than the one that pays.
  private func isChargedInFull(_ product: CatalogProduct.ID) async -> Bool {
    guard let membership, membership.phase != .unknown, !membership.offersIntroductory(product),
      let group = products[product]?.group ?? blueprint?.product(product)?.group
    else { return false }
    if await !configuration.store.isEligibleForIntroductoryOffer(group: group) { return true }
    return await hasOwnSubscription(in: group)
  }

  /// Whether the store account has a running subscription of a group that it bought itself: a change of it begins with no
  /// introductory offer.
  private func hasOwnSubscription(in group: SubscriptionGroup.ID) async -> Bool {
    do {
      return try await configuration.store.currentEntitlements().contains {
        let owned = SignedTransaction($0.transaction)?.transaction
        return owned?.group == group && owned?.ownership == .purchased
      }
    } catch {
      return false
    }
  }

  /// Shows the store's purchase sheet, with an offer or for monthly bills if the customer chose them.
  func sell(
    _ product: CatalogProduct.ID, _ token: String?, _ terms: PurchaseTerms
  ) async -> StorePurchaseResult {
    guard terms != PurchaseTerms() else {
      return await configuration.store.purchase(product, appAccountToken: token)
    }
    return await configuration.store.purchase(product, appAccountToken: token, terms: terms)
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

  /// The packages of a paywall that the customer is shown; those for everyone while nothing is known about the customer.
  ///
  /// The store knows more than the facts show about win-back offers, and which promotional offers it has. A package whose
  /// offer it does not sell leaves its place to the next one of its product.
  func shownPackages(
    of paywall: Paywall
  ) async -> (packages: [Paywall.Package], problem: PurchaseProblem?) {
    var compared: [CatalogProduct.ID] = []
    for package in paywall.packages {
      let other = blueprint?.definition.comparison(for: package.product, on: paywall)
      if let other, !compared.contains(other.id) { compared.append(other.id) }
    }
    guard let membership, membership.phase != .unknown else {
      let packages = paywall.packages.filter { !$0.isTargeted }
      return (packages, await loadProducts(packages.map(\.product), and: compared))
    }
    var packages = membership.packages(of: paywall.id)
    let problem = await loadProducts(packages.map(\.product), and: compared)
    var refused: Set<Paywall.Package> = []
    while true {
      let known = refused.count
      for package in packages where !refused.contains(package) {
        if await !isSold(package) { refused.insert(package) }
      }
      if refused.count == known { return (packages, problem) }
      packages = membership.packages(of: paywall.id) { !refused.contains($0) }
    }
  }

  /// Whether the store sells a package with its billing and its offer, as far as it says; a code is checked when it is
  /// redeemed.
  private func isSold(_ package: Paywall.Package) async -> Bool {
    if package.billing == .monthly, let product = products[package.product],
      product.commitment == nil
    {
      return false
    }
    guard
      let offer = blueprint?.product(package.product).flatMap({ known in
        package.offer.flatMap(known.offer)
      }), let product = products[package.product]
    else { return true }
    switch offer.kind {
    case .code: return true
    case .promotional: return product.promotionalOffers.contains { $0.id == offer.id.rawValue }
    case .winBack: return await winBackOffers(of: product).contains { $0.id == offer.id.rawValue }
    }
  }

  /// The offer of a package as the store sells it, or as the blueprint has it where the store does not list it, as for
  /// codes; nil without one.
  func offer(of package: Paywall.Package) -> StoreProduct.Offer? {
    guard
      let offer = blueprint?.product(package.product).flatMap({ known in
        package.offer.flatMap(known.offer)
      })
    else { return nil }
    let sold = products[package.product]
    let listed = (sold?.promotionalOffers ?? []) + (sold?.winBackOffers ?? [])
    return listed.first { $0.id == offer.id.rawValue }
      ?? StoreProduct.Offer(
        id: offer.id.rawValue, payment: offer.payment, period: offer.period,
        periods: offer.periods, displayPrice: offer.price.map(price) ?? "",
        price: offer.price?.decimal, priceFormat: offer.price.map(format))
  }

  /// The introductory offer of a product's billing plan, as the store sells it or, before its products are loaded, as the blueprint has
  /// it; nil without one.
  func introductoryOffer(
    of product: CatalogProduct.ID, billed billing: BillingPlan = .upFront
  ) -> StoreProduct.Offer? {
    if let sold = products[product] {
      return billing == .monthly ? sold.commitment?.introductoryOffer : sold.introductoryOffer
    }
    return blueprint?.product(product)?.introductoryOffer(billed: billing).map { offer in
      StoreProduct.Offer(
        payment: offer.payment, period: offer.period, periods: offer.periods,
        displayPrice: offer.price.map(price) ?? "", price: offer.price?.decimal,
        priceFormat: offer.price.map(format))
    }
  }

  /// How many people a package can be bought for: from the seats of the customer's running subscription of the product, or
  /// one; nil if there is no choice, as where the store sells no seats.
  func seats(of package: Paywall.Package) -> ClosedRange<Int>? {
    guard let most = package.seats, products[package.product]?.sellsSeats ?? true else {
      return nil
    }
    let own = membership?.subscription.flatMap {
      $0.isActive && !$0.isFamilyShared && $0.product == package.product ? $0.seats : nil
    }
    let least = own ?? 1
    return least...max(least, most)
  }

  /// What a purchase of a package redeems; nil for the regular price, the introductory offer and codes.
  ///
  /// A package that leaves out an introductory offer needs the full price to be signed.
  func purchaseOffer(of package: Paywall.Package) -> PurchaseOffer? {
    if !package.hasIntroductoryOffer,
      introductoryOffer(of: package.product, billed: package.billing) != nil
    {
      return .fullPrice
    }
    let offer = blueprint?.product(package.product).flatMap { package.offer.flatMap($0.offer) }
    return switch offer?.kind {
    case .promotional: offer.map { .promotional($0.id.rawValue) }
    case .winBack: offer.map { .winBack($0.id.rawValue) }
    case .code, nil: nil
    }
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

  /// The page on which customers request a refund if the store's own sheet is not available.
  ///
  /// See [Apple's page](https://support.apple.com/en-us/118223).
  public static let refundPage = "https://reportaproblem.apple.com"

  /// The purchase of which the customer can request a refund: the period of their own subscription that gives the plan, or
  /// else their latest purchase that does not renew and gives something now; nil without one.
  ///
  /// What a family member or the owner of a team pays for is not theirs to be refunded, and neither is what was free.
  public var refundablePurchase: StoreTransaction? {
    let own = transactions.filter {
      $0.ownership == .purchased && $0.revokedAt == nil && !$0.isUpgraded
    }
    if let subscription = membership?.subscription, subscription.isActive,
      !subscription.isFamilyShared
    {
      return own.last { $0.purchase == subscription.purchase }
        .flatMap { $0.price?.milliunits == 0 ? nil : $0 }
    }
    return own.last { transaction in
      if transaction.price?.milliunits == 0 { return false }
      let gives = blueprint?.product(transaction.product)?.entitlements ?? []
      return transaction.group == nil && gives.contains { entitlement($0).isActive }
    }
  }

  /// Shows the store's sheet in which the customer requests a refund, or says which page to open instead.
  ///
  /// - Parameter purchase: A purchase of the customer's own, such as ``refundablePurchase``.
  public func requestRefund(of purchase: StoreTransaction) async -> RefundOutcome {
    guard purchase.ownership == .purchased else { return .failed }
    switch await configuration.store.requestRefund(of: purchase.id) {
    case .requested:
      await refreshQuietly()
      return .requested
    case .cancelled: return .cancelled
    case .alreadyRequested: return .alreadyRequested
    case .failed: return .failed
    case .unavailable: return URL(string: Self.refundPage).map { .open($0) } ?? .failed
    }
  }
}
