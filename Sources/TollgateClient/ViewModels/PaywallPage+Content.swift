import Foundation
import Tollgate
import TollgateWords

@MainActor
extension PaywallPage {
  /// The page of a paywall for this customer.
  ///
  /// - Parameters:
  ///   - content: The paywall's texts and products.
  ///   - feature: The feature whose pitch is on top.
  ///   - selection: The customer's selection; the first offer if that is not on the page.
  ///   - client: The client.
  init(
    _ content: PaywallContent, feature: Feature.ID?, selection: CatalogProduct.ID?,
    for client: TollgateClient
  ) {
    let texts = PaywallTexts(client: client)
    let pitch = feature.flatMap { client.blueprint?.feature($0)?.pitch }
    let title = pitch.flatMap { client.text($0.title) }
    let isSold = content.problem == nil
    let offers = content.offers(at: client.now).filter { !isSold || $0.product != nil }
    let selected = offers.first { $0.id == selection } ?? offers.first
    let shown = offers.filter { $0.tab == selected?.tab }
    let benefits = selected?.tab.flatMap { $0.benefits.isEmpty ? nil : $0.benefits }
    self.init(
      hero: PaywallContent.Hero(icon: pitch?.icon ?? content.hero.icon, art: content.hero.art),
      title: title ?? content.title,
      subtitle: client.failedPaymentLine ?? pitch?.detail.flatMap { client.text($0) }
        ?? content.subtitle,
      benefits: (benefits ?? content.benefits).filter { $0.title != title },
      benefitsLabel: client.line(.benefits),
      offers: shown.map { texts.offer($0, isSelected: $0.id == selected?.id) },
      offersLabel: client.line(.plans), selection: selected?.id,
      purchaseLabel: selected.map(texts.purchaseLabel) ?? client.line(.proceed),
      restoreLabel: client.line(.restore),
      closeLabel: content.isDismissible ? client.line(.close) : nil,
      footnote: selected.flatMap(texts.footnote), terms: selected.map(texts.legalLines) ?? [],
      links: texts.legalLinks, extras: texts.extras(content, selected, of: offers))
  }
}

/// The texts of a paywall's offers for a customer.
@MainActor
private struct PaywallTexts {
  let client: TollgateClient

  func offer(_ offer: PaywallContent.Offer, isSelected: Bool) -> PaywallPage.Offer {
    let terms = client.terms(of: offer.id, client.phrasebook)
    let name = terms[.product] ?? offer.id.rawValue
    let isPriceSaid = terms[.price].map { offer.offerLine?.contains($0) ?? false } ?? false
    let saving = savingLine(offer)
    let parts = [
      name, offer.offerLine, isPriceSaid ? nil : offer.priceLine, saving, offer.badge,
      isSelected ? client.line(.selected) : nil,
    ]
    return PaywallPage.Offer(
      id: offer.id, name: name, price: terms[.price], period: terms[.per],
      priceLine: offer.priceLine, offerLine: offer.offerLine,
      pricePerMonth: pricePerMonth(offer), saving: offer.displaySaving,
      savingLine: saving, badge: offer.badge, endsAt: offer.endsAt, isSelected: isSelected,
      accessibilityLabel: parts.compactMap { $0 }.joined(
        separator: client.phrasebook.language.comma))
  }

  private func pricePerMonth(_ offer: PaywallContent.Offer) -> String? {
    offer.displayPricePerMonth?.isolatingPrice(in: client.language)
  }

  /// What a plan saves, without what its badge says already; nil if it saves nothing.
  private func savingLine(_ offer: PaywallContent.Offer) -> String? {
    guard let monthly = pricePerMonth(offer), let saving = offer.displaySaving,
      offer.badge?.contains(monthly) != true
    else { return nil }
    return client.line(
      offer.badge?.contains(saving) == true ? .perMonth : .perMonthSaving, product: offer.id,
      [.monthly: monthly, .saving: saving])
  }

  /// The offer that applies to a purchase, the introductory one included; nil at the regular price.
  private func applied(_ offer: PaywallContent.Offer) -> StoreProduct.Offer? {
    offer.offer
      ?? (offer.isEligibleForIntroductoryOffer ? client.introductoryOffer(of: offer.id) : nil)
  }

  func purchaseLabel(_ offer: PaywallContent.Offer) -> String {
    guard offer.code == nil else { return client.line(.proceed) }
    let plan = plan(offer)
    return client.line(plan.button, product: offer.id, offer: offer.offer, plan.values)
  }

  func footnote(_ offer: PaywallContent.Offer) -> String? {
    let plan = plan(offer)
    return plan.footnote.map {
      client.line($0, product: offer.id, offer: offer.offer, plan.values)
    }
  }

  /// The disclosures that Apple requires for an offer.
  func legalLines(_ offer: PaywallContent.Offer) -> [String] {
    plan(offer).disclosures.map { client.line($0) }
  }

  /// The timeline of the selected plan, ratings, quotes, questions and tabs.
  func extras(
    _ content: PaywallContent, _ selected: PaywallContent.Offer?, of offers: [PaywallContent.Offer]
  ) -> PaywallPage.Extras {
    PaywallPage.Extras(
      timelineLabel: client.line(.timeline),
      timeline: content.hasTimeline ? selected.map { timeline(of: $0) } ?? [] : [],
      promise: selected.flatMap { plan($0).promise }.map { client.line($0) },
      proofLabel: client.line(.proof), proof: content.proof,
      questionsLabel: client.line(.questions), questions: content.questions,
      closeDelay: content.isDismissible ? content.closeDelay : nil,
      countdown: selected.flatMap { PaywallPage.Countdown(to: $0, for: client) },
      nextEnd: content.nextEnd,
      tabs: tabs(of: offers, selected: selected?.tab), tabsLabel: client.line(.tiers))
  }

  /// The tabs that have plans; empty if only one has.
  private func tabs(
    of offers: [PaywallContent.Offer], selected: PaywallContent.Tab?
  ) -> [PaywallPage.Tab] {
    let tabs = Set(offers.compactMap(\.tab)).sorted { $0.position < $1.position }
    guard tabs.count > 1 else { return [] }
    return tabs.compactMap { tab in
      offers.first { $0.tab == tab }.map {
        PaywallPage.Tab(id: $0.id, title: tab.title, isSelected: tab == selected)
      }
    }
  }

  private func timeline(of offer: PaywallContent.Offer) -> [PaywallPage.Step] {
    guard let now = client.now, offer.offer == nil else { return [] }
    let plan = plan(offer)
    let reminder = client.blueprint?.definition.reminder(beforeOfferOf: offer.id)
    return plan.timeline(from: now, reminder: reminder).map { step in
      PaywallPage.Step(
        title: step.at.map { client.phrasebook.date($0, in: client.configuration.timeZone) }
          ?? client.line(.timelineToday),
        line: client.line(step.line, product: offer.id, plan.values))
    }
  }

  private func plan(_ offer: PaywallContent.Offer) -> PlanTerms {
    client.planTerms(of: offer.id, with: applied(offer))
  }

  var legalLinks: [PaywallPage.Link] {
    guard let legal = client.blueprint?.definition.legal else { return [] }
    let links = [
      (client.line(.termsOfUse), legal.terms), (client.line(.privacyPolicy), legal.privacy),
    ]
    return links.compactMap { label, address in
      URL(string: address).map { PaywallPage.Link(label: label, url: $0) }
    }
  }
}
