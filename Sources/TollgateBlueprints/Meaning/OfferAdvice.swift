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

  /// Warns about lines for an introductory offer that a product does not have, or that its package leaves out.
  private func note(_ paywall: Paywall) {
    for (index, package) in paywall.packages.enumerated()
    where package.offerLine != nil && package.offer == nil {
      guard let product = subject.product(package.product) else { continue }
      let reason =
        product.introductoryOffer == nil
        ? "`\(product.id)` has no introductory offer"
        : package.hasIntroductoryOffer ? nil : "the package leaves out the introductory offer"
      guard let reason else { continue }
      subject.warning(
        ["paywalls", paywall.id.rawValue, "packages", "\(index)", "offerLine"],
        "the line is never shown: \(reason)")
    }
    for (index, package) in paywall.packages.enumerated() {
      noteSaving(package, index, of: paywall)
      if !package.hasIntroductoryOffer { noteFullPrice(package, index, of: paywall) }
    }
    notePromises(of: paywall)
  }

  /// Warns about a package that leaves out an introductory offer which its product does not have, and about lines of it
  /// that promise the offer.
  private func noteFullPrice(_ package: Paywall.Package, _ index: Int, of paywall: Paywall) {
    guard let product = subject.product(package.product) else { return }
    let path = ["paywalls", paywall.id.rawValue, "packages", "\(index)"]
    guard product.introductoryOffer(billed: package.billing) != nil else {
      subject.warning(
        path + ["introductoryOffer"],
        "there is nothing to leave out: `\(product.id)` has no introductory offer"
          + (package.billing == .monthly ? " of its monthly bills" : ""))
      return
    }
    for (key, text) in [("priceLine", package.priceLine), ("badge", package.badge)] {
      guard let text, promisesOffer(text) else { continue }
      subject.warning(
        path + [key], "the line promises the introductory offer, which the package leaves out",
        expected: "a line about `{product.price}`")
    }
  }

  /// Warns about the other texts of a paywall that promise an introductory offer which no package of it has, as one leaves
  /// it out.
  private func notePromises(of paywall: Paywall) {
    guard paywall.packages.contains(where: { !$0.hasIntroductoryOffer }),
      paywall.packages.allSatisfy({
        $0.offer == nil && subject.product($0.product)?.introductoryOffer(in: $0) == nil
      })
    else { return }
    for (place, text) in paywall.values(of: LocalizedText.ID.self)
    where place.first != "packages" && promisesOffer(text) {
      subject.warning(
        ["paywalls", paywall.id.rawValue] + place,
        "the line promises an introductory offer, and no package of `\(paywall.id)` has one",
        expected: "a line about the price, or a package without `introductoryOffer: false`")
    }
  }

  /// Whether a text promises an introductory offer: with a value of it or, unless the app has a trial of its own, with
  /// words for a free trial or for time that costs nothing.
  private func promisesOffer(_ id: LocalizedText.ID) -> Bool {
    guard let text = definition.texts.first(where: { $0.id == id }) else { return false }
    let values: Set<LocalizedText.Placeholder> = [.offerPrice, .offerLength, .offerLengthAdjective]
    let hasOwnTrial = definition.trial?.start.event != nil || !definition.addOnTrials.isEmpty
    return text.wordings.contains { language, wording in
      !values.isDisjoint(with: wording.placeholders)
        || !hasOwnTrial
          && wording.forms.values.contains { line in
            ClaimedWords.freeTrial.areIn(line, language: language)
              || Claim.claims(in: line, language: language).contains { claim in
                if case .freeLength = claim { true } else { false }
              }
          }
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

extension CatalogProduct {
  /// The introductory offer that a package sells it with; nil if it has none, or if the package leaves it out.
  func introductoryOffer(in package: Paywall.Package) -> IntroductoryOffer? {
    package.hasIntroductoryOffer ? introductoryOffer(billed: package.billing) : nil
  }
}
