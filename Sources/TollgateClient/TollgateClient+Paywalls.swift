public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall, where the blueprint says so.
  ///
  /// Once a session, never while unknown, never to those who have what it sells. It is asked again after the store's
  /// prices are loaded, just before showing.
  @discardableResult
  public func showPaywall(at placement: Placement.ID) async -> PaywallOutcome {
    await show(placement) { self.decide(placement) }
  }

  /// Shows a paywall that was asked for by hand, such as by a button or by using a feature that answered no.
  ///
  /// It may show again in a session, but never while unknown nor to those who have what it sells.
  @discardableResult
  public func showPaywall(_ paywall: Paywall.ID) async -> PaywallOutcome {
    await show(nil) { self.decide(paywall) }
  }

  /// Shows the paywall that a route puts over its screen, once a session.
  @discardableResult
  public func showPaywall(of route: Route) async -> PaywallOutcome {
    guard let paywall = route.paywall else { return .skipped(.notNow) }
    return await show(nil) {
      let decision = self.decide(paywall)
      return decision == .shown(paywall) && self.hasShownPaywall
        ? .skipped(.alreadyShown) : decision
    }
  }

  /// Says that the paywall on screen was closed.
  public func paywallClosed() async {
    guard let presentation else { return }
    self.presentation = nil
    guard presentation.stage != .welcome else { return }
    enqueue(.paywall(presentation.paywall, .closed))
    await flush()
  }

  /// Says that what a failed purchase had to say was read; the paywall sells again.
  public func problemClosed() {
    if case .failed = presentation?.stage { presentation?.stage = .offering }
  }

  /// A paywall with its texts and the store's prices; nil for a name the blueprint lacks.
  public func content(of paywall: Paywall.ID) async -> PaywallContent? {
    guard let blueprint, let paywall = blueprint.paywall(paywall) else { return nil }
    let problem = await loadProducts(paywall.packages.map(\.product))
    var offers: [PaywallContent.Offer] = []
    for package in paywall.packages {
      let isEligible = await isEligibleForIntroductoryOffer(of: package.product)
      let line = isEligible ? package.offerLine ?? package.priceLine : package.priceLine
      offers.append(
        PaywallContent.Offer(
          id: package.product, product: products[package.product],
          isEligibleForIntroductoryOffer: isEligible,
          line: line.flatMap { text($0, product: package.product) },
          badge: package.badge.flatMap { text($0) }))
    }
    return PaywallContent(
      id: paywall.id, title: text(paywall.title) ?? paywall.title.rawValue,
      subtitle: paywall.subtitle.flatMap { text($0) },
      benefits: paywall.benefits.map {
        PaywallContent.Benefit(
          icon: $0.icon, title: text($0.title) ?? $0.title.rawValue,
          detail: $0.detail.flatMap { text($0) })
      },
      offers: offers, isDismissible: paywall.isDismissible,
      welcome: paywall.welcome.flatMap { text($0) }, problem: problem)
  }

  /// Whether the customer would still get a product's introductory offer: the store and the facts must both say so.
  public func isEligibleForIntroductoryOffer(of product: Product.ID) async -> Bool {
    guard let known = blueprint?.product(product), known.introductoryOffer != nil else {
      return false
    }
    if let customer = self.known?.facts, !customer.isEligibleForIntroductoryOffer(of: known) {
      return false
    }
    guard let group = products[product]?.group ?? known.group else { return true }
    return await configuration.store.isEligibleForIntroductoryOffer(group: group)
  }

  private func show(
    _ placement: Placement.ID?, _ decide: () -> PaywallOutcome
  ) async -> PaywallOutcome {
    guard presentation == nil, !isLoadingPaywall else { return .skipped(.onScreen) }
    guard case .shown(let paywall) = decide() else { return decide() }
    isLoadingPaywall = true
    let content = await content(of: paywall)
    isLoadingPaywall = false
    let decision = decide()
    guard decision == .shown(paywall), let content else {
      return decision == .shown(paywall) ? .skipped(.notFound) : decision
    }
    hasShownPaywall = true
    presentation = PaywallPresentation(content: content, placement: placement, stage: .offering)
    enqueue(.paywall(paywall, .shown))
    await flush()
    return .shown(paywall)
  }

  private func decide(_ placement: Placement.ID) -> PaywallOutcome {
    guard let membership, membership.phase != .unknown else { return .skipped(.unknown) }
    guard
      let placed = membership.blueprint.definition.placements.first(where: { $0.id == placement })
    else { return .skipped(.notFound) }
    guard membership.sells(placed.paywall) else { return .skipped(.entitled) }
    guard !placed.oncePerSession || !hasShownPaywall else { return .skipped(.alreadyShown) }
    return membership.paywall(at: placement).map(PaywallOutcome.shown) ?? .skipped(.notNow)
  }

  private func decide(_ paywall: Paywall.ID) -> PaywallOutcome {
    guard let membership, membership.phase != .unknown else { return .skipped(.unknown) }
    guard membership.blueprint.paywall(paywall) != nil else { return .skipped(.notFound) }
    return membership.sells(paywall) ? .shown(paywall) : .skipped(.entitled)
  }

  /// Closes a paywall whose customer has what it sells by now; a purchase that waited is welcomed first.
  func settlePresentation() {
    guard let presentation, let membership, membership.phase != .unknown,
      !membership.sells(presentation.paywall)
    else { return }
    switch presentation.stage {
    case .purchasing, .welcome: break
    case .pending: self.presentation?.stage = .welcome
    case .offering, .failed: self.presentation = nil
    }
  }

  private func loadProducts(_ ids: [Product.ID]) async -> PurchaseProblem? {
    let missing = ids.filter { products[$0] == nil }
    guard !missing.isEmpty else { return nil }
    do {
      for product in try await configuration.store.products(for: missing) {
        products[product.id] = product
      }
    } catch {
      return .network
    }
    return ids.allSatisfy { products[$0] == nil } ? .productUnavailable : nil
  }
}
