import Tollgate

/// The check for products, offers and lines that App Store Connect or the store itself would reject.
///
/// Such a blueprint works with the simulated store only, so findings are warnings. See ``OfferRules``.
///
/// ```yaml
/// coach.monthly:
///   name: Coach Premium
///   entitlements: premium
///   period: P1M
///   introductoryOffer: { payment: freeTrial, period: P5D }  # warning: 3 days, or 1 week
/// ```
struct OfferAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks subscriptions, then the lines of packages.
  func note() {
    guard subject.isSound("products") else { return }
    for product in definition.products where product.kind == .autoRenewable { note(product) }
    for paywall in definition.paywalls { note(paywall) }
  }

  /// Warns about billing periods and introductory offers that App Store Connect does not have.
  ///
  /// A trial that a purchase starts lasts as long as its offer: a `lasts` that differs is a warning too.
  private func note(_ product: CatalogProduct) {
    guard let period = product.period else { return }
    let path = subject.path(of: product.id)
    if !OfferRules.billingPeriods.contains(period.inWholeUnits) {
      subject.warning(
        path,
        "App Store Connect has no subscription that is billed every \(period.wordsAfterEvery)",
        expected: "1 week, 1, 2, 3 or 6 months, or 1 year")
    }
    guard let offer = product.introductoryOffer else { return }
    let billed = offer.billing == .monthly ? Period(1, .month) : period
    if let mistake = OfferRules.mistake(in: offer, billedEvery: billed) {
      subject.warning(
        path,
        "App Store Connect cannot create the introductory offer of `\(product.id)`, "
          + mistake.message, expected: mistake.expected)
    }
    guard case .purchase? = definition.trial?.start, let lasts = definition.trial?.terms.lasts,
      definition.trialProducts.contains(where: { $0.id == product.id })
    else { return }
    if offer.length.inWholeUnits != lasts.inWholeUnits {
      subject.warning(
        ["trial", "lasts"],
        "the trial lasts \(lasts.words), the introductory offer of `\(product.id)` "
          + offer.length.words)
    }
  }

  /// Warns about lines for an introductory offer that a product does not have.
  private func note(_ paywall: Paywall) {
    for (index, package) in paywall.packages.enumerated()
    where package.offerLine != nil && package.offer == nil {
      guard let product = subject.product(package.product), product.introductoryOffer == nil
      else { continue }
      subject.warning(
        ["paywalls", paywall.id.rawValue, "packages", "\(index)", "offerLine"],
        "the line is never shown: `\(product.id)` has no introductory offer")
    }
    for (index, package) in paywall.packages.enumerated() {
      noteSaving(package, index, of: paywall)
    }
  }

  /// Warns about lines with a saving of a product that saves nothing.
  ///
  /// Savings are compared with the subscription of the shortest period on the paywall, so that one has none, and neither
  /// have monthly bills with a commitment.
  private func noteSaving(_ package: Paywall.Package, _ index: Int, of paywall: Paywall) {
    guard let product = subject.product(package.product), product.price != nil,
      let other = definition.comparison(for: product.id, on: paywall),
      package.billing == .monthly || product.saving(comparedTo: other) == nil
    else { return }
    let why =
      package.billing == .monthly
      ? "monthly bills are compared with nothing"
      : product.id == other.id
        ? "`\(product.id)` is what others are compared with"
        : "`\(product.id)` costs no less than `\(other.id)` over the same time"
    for (key, text) in [
      ("offerLine", package.offerLine), ("priceLine", package.priceLine), ("badge", package.badge),
    ] {
      guard let text = definition.texts.first(where: { $0.id == text }),
        text.wordings.values.contains(where: { $0.placeholders.contains(.productSaving) })
      else { continue }
      subject.warning(
        ["paywalls", paywall.id.rawValue, "packages", "\(index)", key],
        "`{product.saving}` is empty: \(why)")
    }
  }
}
