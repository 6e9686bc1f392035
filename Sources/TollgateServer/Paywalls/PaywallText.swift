import Foundation
import Tollgate
import TollgateWire
import TollgateWords

/// The texts of a paywall's web page in one language, with the prices of the blueprint.
struct PaywallText {
  let blueprint: Blueprint
  let language: String
  let phrasebook: Phrasebook
  /// The instant of the page.
  let now: Instant
  /// Whether introductory offers are shown; the store knows who is eligible.
  let isEligible: Bool
  private let newcomer: Membership

  /// Chooses the language as the client does: the one asked for if the blueprint has it, otherwise the app's.
  ///
  /// - Parameters:
  ///   - blueprint: The rules.
  ///   - language: A BCP 47 code; nil means the app's language.
  ///   - isEligible: Whether introductory offers are shown.
  ///   - now: The instant from which a timeline counts.
  init(_ blueprint: Blueprint, in language: String?, isEligible: Bool, at now: Instant) {
    let texts = blueprint.definition.texts
    let asked = language.flatMap { $0.wholeMatch(of: /[A-Za-z0-9\-]{2,35}/) == nil ? nil : $0 }
    let isKnown = asked.map { code in
      texts.isEmpty || texts.contains { $0.isLocalized(in: code) }
    }
    let chosen = isKnown == true ? asked : nil
    self.blueprint = blueprint
    self.language = chosen ?? blueprint.app.language
    self.phrasebook = Phrasebook(self.language, for: Locale(identifier: self.language))
    self.now = now
    self.isEligible = isEligible
    newcomer = Membership(of: Customer(), in: blueprint, at: now)
  }

  /// `rtl` for Arabic and others, `ltr` for English.
  var direction: String {
    Locale.Language(identifier: language).characterDirection == .rightToLeft ? "rtl" : "ltr"
  }

  /// A text of the blueprint, which may be about a product.
  func text(
    _ id: LocalizedText.ID, _ values: [Wording.Slot: String] = [:],
    product: CatalogProduct.ID? = nil
  ) -> String? {
    var strings = values.placeholders
    if let product = product.flatMap(blueprint.product) {
      let perMonth = perMonth(product)
      strings[.productPricePerMonth] = perMonth[.monthly]
      strings[.productSaving] = perMonth[.saving]
    }
    strings[.appName] = blueprint.app.name
    for placeholder in LocalizedText.Placeholder.numbers {
      strings[placeholder] = newcomer.number(placeholder).map(phrasebook.number)
    }
    return blueprint.text(id)?.line(
      in: language, fallback: blueprint.app.language, number: newcomer.number
    ) { strings[$0] }.keepingSignsBeforeNumbers(in: language)
  }

  /// A subscription's price per month, and how much it saves.
  private func perMonth(_ product: CatalogProduct) -> [Wording.Slot: String] {
    var values: [Wording.Slot: String] = [:]
    values[.monthly] = product.pricePerMonth.map(phrasebook.price)
    values[.saving] = blueprint.definition.comparison(for: product.id).flatMap(product.saving)
      .map { $0.formatted(IntegerFormatStyle<Int>.Percent(locale: Locale(identifier: language))) }
    return values
  }

  /// What a plan saves, without what its badge says already; nil if it saves nothing.
  private func savingLine(of product: CatalogProduct, badge: String?) -> String? {
    let values = perMonth(product)
    guard let monthly = values[.monthly], let saving = values[.saving],
      badge?.contains(monthly) != true
    else { return nil }
    return line(badge?.contains(saving) == true ? .perMonth : .perMonthSaving, values)
  }

  /// A standard line: the blueprint's own text of that name, or the standard wording.
  func line(
    _ standard: StandardText, count: Int? = nil, _ values: [Wording.Slot: String] = [:]
  ) -> String {
    text(standard.id, values) ?? phrasebook.line(standard, count: count, values)
  }

  /// A package as a plan of the page.
  func plan(_ package: Paywall.Package, on paywall: Paywall) -> WebPaywallPlan {
    let product = blueprint.product(package.product)
    let terms = terms(of: package.product)
    let values = terms.values
    let badge = package.badge.flatMap { text($0, values, product: package.product) }
    return WebPaywallPlan(
      product: package.product, name: name(of: package.product),
      price: values[.price], period: values[.per],
      line: terms.offer == nil ? nil : offerLine(of: package, terms),
      saving: product.flatMap { savingLine(of: $0, badge: badge) }, badge: badge,
      button: line(terms.button, values),
      promise: terms.promise.map { line($0, values) },
      timeline: timeline(terms, of: package.product),
      footnote: terms.footnote.map { line($0, values) },
      terms: terms.disclosures.map { line($0, values) },
      tab: product.flatMap(paywall.tab))
  }

  private func timeline(
    _ terms: PlanTerms, of product: CatalogProduct.ID
  ) -> [WebPaywallPlan.Step] {
    let reminder = blueprint.definition.reminder(beforeOfferOf: product)
    let zone = TimeZone(identifier: blueprint.app.timeZone) ?? .gmt
    return terms.timeline(from: now, reminder: reminder).map { step in
      WebPaywallPlan.Step(
        title: step.at.map { phrasebook.date($0, in: zone) } ?? line(.timelineToday),
        line: line(step.line, terms.values))
    }
  }

  /// A product's name in the page's language.
  private func name(of product: CatalogProduct.ID) -> String {
    blueprint.name(of: product, in: language) ?? product.rawValue
  }

  /// What a product costs, as the blueprint says.
  private func terms(of id: CatalogProduct.ID) -> PlanTerms {
    guard let product = blueprint.product(id) else {
      return PlanTerms(renews: false, offer: nil, values: [.product: id.rawValue])
    }
    let words = phrasebook.periods
    var values: [Wording.Slot: String] = [.product: name(of: id)]
    values[.price] = product.price.map(phrasebook.price)
    if let period = product.period {
      values[.unit] = words.unit(period)
      values[.per] = words.per(period)
    }
    let renews = product.kind == .autoRenewable
    guard isEligible, let offer = product.introductoryOffer else {
      return PlanTerms(renews: renews, offer: nil, values: values)
    }
    values[.offer] = price(of: offer)
    values[.length] = words.length(offer.period, times: offer.periods)
    values[.span] = words.span(offer.period, times: offer.periods)
    return PlanTerms(
      renews: renews,
      offer: PlanTerms.Offer(
        payment: offer.payment, period: offer.period, periods: offer.periods), values: values)
  }

  /// An introductory offer's price, with its period if it is paid more than once.
  private func price(of offer: CatalogProduct.IntroductoryOffer) -> String? {
    guard let price = offer.price.map(phrasebook.price) else { return nil }
    guard offer.payment == .payAsYouGo, offer.periods > 1 else { return price }
    let words = phrasebook.periods
    return phrasebook.line(
      .priceLine,
      [.price: price, .per: words.per(offer.period), .unit: words.unit(offer.period)])
  }

  private func offerLine(of package: Paywall.Package, _ terms: PlanTerms) -> String? {
    let values = terms.values
    if let line = package.offerLine.flatMap({
      text($0, values, product: package.product)
    }) {
      return line
    }
    guard values[.price] != nil, values[.per] != nil else { return nil }
    if terms.offer?.payment == .freeTrial { return line(.trialOffer, values) }
    return values[.offer] == nil ? nil : line(.paidOffer, values)
  }
}
