public import Tollgate

extension TollgateClient {
  /// Returns a paywall with its texts and the store's prices; nil for an unknown name.
  ///
  /// It offers the packages that take effect now and give something not already paid for, or all of them while nothing
  /// is known about the customer.
  public func content(of paywall: Paywall.ID) async -> PaywallContent? {
    guard let blueprint, let paywall = blueprint.paywall(paywall) else { return nil }
    let packages =
      membership.flatMap { $0.phase == .unknown ? nil : $0.packages(of: paywall.id) }
      ?? paywall.packages
    let problem = await loadProducts(packages.map(\.product))
    var offers: [PaywallContent.Offer] = []
    for package in packages {
      let isEligible = await isEligibleForIntroductoryOffer(of: package.product)
      offers.append(
        PaywallContent.Offer(
          id: package.product, product: products[package.product],
          isEligibleForIntroductoryOffer: isEligible, priceLine: priceLine(of: package),
          offerLine: isEligible ? offerLine(of: package) : nil,
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

  /// Whether the customer is still eligible for a product's introductory offer; the store and the facts must agree.
  public func isEligibleForIntroductoryOffer(of product: Product.ID) async -> Bool {
    guard let known = blueprint?.product(product), known.introductoryOffer != nil else {
      return false
    }
    if let membership, membership.phase != .unknown, !membership.offersIntroductory(product) {
      return false
    }
    guard let group = products[product]?.group ?? known.group else { return true }
    return await configuration.store.isEligibleForIntroductoryOffer(group: group)
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
