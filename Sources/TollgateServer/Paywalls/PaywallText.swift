import Foundation
import Tollgate
import TollgateWords

/// The texts of a paywall's web page in one language, with the prices of the blueprint.
struct PaywallText {
  let blueprint: Blueprint
  let language: String
  let phrasebook: Phrasebook
  /// Whether introductory offers are shown; the store knows who is eligible.
  private let isEligible: Bool
  private let newcomer: Membership
  private let now: Instant

  /// Chooses the language as the client does: the one asked for if the blueprint has it, otherwise the app's.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 code; nil means the app's language.
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

  var words: PaywallWords {
    PaywallWords(
      phrasebook, in: TimeZone(identifier: blueprint.app.timeZone) ?? .gmt, at: now
    ) { id, sale in
      text(
        id, sale?.terms.values ?? [:], product: sale?.product, billed: sale?.billing,
        saving: sale?.saving)
    }
  }

  /// A text of the blueprint, which may be about a product.
  private func text(
    _ id: LocalizedText.ID, _ values: [Wording.Slot: String], product: CatalogProduct.ID?,
    billed billing: BillingPlan?, saving: String?
  ) -> String? {
    var strings = values.placeholders
    if billing == .monthly {
      strings[.productPricePerMonth] = strings[.productPrice]
    } else if let product = product.flatMap(blueprint.product) {
      strings[.productPricePerMonth] = product.pricePerMonth.map(phrasebook.price)
      strings[.productSaving] = saving
    }
    strings[.appName] = blueprint.app.name
    return blueprint.text(id)?.line(
      in: language, fallback: blueprint.app.language, number: newcomer.number
    ) { strings[$0] ?? newcomer.number($0).map(phrasebook.number) }
    .keepingSignsBeforeNumbers(in: language)
  }

  /// A package as the page sells it, at the blueprint's prices.
  func sale(of package: Paywall.Package, on paywall: Paywall) -> PaywallSale {
    let product = blueprint.product(package.product)
    let isMonthly = package.billing == .monthly
    let introductory =
      isEligible && package.hasIntroductoryOffer
      ? product?.introductoryOffer(billed: package.billing) : nil
    let offer = introductory.map {
      PlanTerms.Offer(payment: $0.payment, period: $0.period, periods: $0.periods)
    }
    let terms = PlanTerms(
      renews: product?.kind == .autoRenewable, offer: offer,
      bills: isMonthly ? CatalogProduct.bills : nil,
      values: PlanTerms.values(
        name: blueprint.name(of: package.product, in: language) ?? package.product.rawValue,
        price: (isMonthly ? product?.monthlyPrice : product?.price).map(phrasebook.price),
        period: isMonthly ? Period(1, .month) : product?.period,
        total: isMonthly ? product?.commitmentPrice.map(phrasebook.price) : nil, offer: offer,
        offerPrice: introductory?.price.map(phrasebook.price), in: phrasebook))
    var sale = PaywallSale(package.product, billed: package.billing, terms: terms)
    if !isMonthly {
      sale.pricePerMonth = product?.pricePerMonth.map(phrasebook.price)
      sale.saving = product.flatMap { self.saving(of: $0, on: paywall) }
    }
    let saving = sale.saving
    let text = {
      self.text(
        $0, terms.values, product: package.product, billed: package.billing, saving: saving)
    }
    if offer != nil {
      sale.offerLine =
        package.offerLine.flatMap(text)
        ?? terms.offerLine.map { words.line($0, of: sale, terms.values) }
    }
    sale.badge = package.badge.flatMap(text)
    sale.tab = product.flatMap(paywall.tab)
    sale.seats = package.seats.map { most in
      PaywallSale.Seats(nil, of: 1...most) { count in
        product?.price(ofSeats: count).map(phrasebook.price)
      } offer: { count in
        guard let offer, let price = introductory?.price else { return nil }
        return PlanTerms.charge(phrasebook.price(price.times(count)), with: offer, in: phrasebook)
      }
    }
    return sale
  }

  /// How much less a subscription costs than the one of the shortest period on a paywall.
  private func saving(of product: CatalogProduct, on paywall: Paywall) -> String? {
    blueprint.definition.comparison(for: product.id, on: paywall).flatMap(product.saving).map {
      $0.formatted(IntegerFormatStyle<Int>.Percent(locale: Locale(identifier: language)))
    }
  }
}
