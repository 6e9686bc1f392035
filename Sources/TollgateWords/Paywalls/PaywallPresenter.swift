import Foundation
package import Tollgate

/// Computes what a paywall shows, from the blueprint, prices and words: the one place that knows its parts.
///
/// Views, web pages and the playground draw what it returns and add no words of their own.
package struct PaywallPresenter {
  private let paywall: Paywall
  /// The rules that it belongs to.
  private let blueprint: Blueprint
  /// The words for the reader.
  package let words: PaywallWords
  /// The icons that can be drawn; nil for any.
  private let icons: Set<String>?
  /// Whether art can be drawn.
  private let hasArt: Bool

  /// Creates the presenter of a paywall.
  ///
  /// - Parameter icons: The icons that can be drawn, and standard ones take the place of others; nil for any.
  package init(
    _ paywall: Paywall, in blueprint: Blueprint, words: PaywallWords, icons: Set<String>? = nil,
    hasArt: Bool = true
  ) {
    self.paywall = paywall
    self.blueprint = blueprint
    self.words = words
    self.icons = icons
    self.hasArt = hasArt
  }

  /// The look of its pages; nil if the blueprint has no skin.
  package var look: PaywallLook? { blueprint.definition.skin.map { PaywallLook($0) } }

  /// The icon on top of a page without a feature's.
  private var ownIcon: String? { paywall.hero.icon ?? blueprint.definition.skin?.icon }

  /// The pages before the offer, in order; empty if the offer is shown at once.
  package var steps: [PaywallStep] {
    paywall.flow.pages.map { page in
      PaywallStep(
        icon: icon(page.icon ?? ownIcon), art: art(page.image),
        title: words.words(page.title), text: words.text(page.text),
        benefits: page.benefits.map(benefit), benefitsLabel: words.line(.benefits),
        answers: page.question.map { question in
          question.answers.map {
            PaywallStep.Answer(
              text: words.words($0.text), attribute: question.attribute, value: $0.value)
          }
        } ?? [], continueLabel: page.question == nil ? words.line(.proceed) : nil)
    }
  }

  /// The offer with its plans.
  ///
  /// - Parameters:
  ///   - sales: What is for sale, best first; those whose time is over are left out.
  ///   - selection: The customer's selection; the first plan if that is not on the page.
  ///   - feature: The feature whose pitch is on top.
  ///   - notice: The line below the title if a payment failed, unless the paywall has its own for that.
  ///   - plans: The plans whose tabs are shown; nil for those that are for sale.
  package func page(
    selling sales: [PaywallSale], selection: CatalogProduct.ID? = nil,
    pitching feature: Feature.ID? = nil, notice: String? = nil,
    tabsOf plans: [CatalogProduct.ID]? = nil
  ) -> PaywallPage {
    let pitch = feature.flatMap { blueprint.feature($0)?.pitch }
    let offered = sales.filter { $0.isOffered(at: words.now) }
    let selected = offered.first { $0.id == selection } ?? offered.first
    let notice = paywall.explainsFailedPayment ? words.text(paywall.subtitle) : notice
    return PaywallPage(
      look: look, icon: icon(pitch?.icon ?? ownIcon), art: art(paywall.hero.image),
      title: words.text(pitch?.title) ?? words.words(paywall.title),
      subtitle: notice ?? words.text(pitch?.detail) ?? words.text(paywall.subtitle),
      benefits: benefits(onTab: benefitsTab(selected?.tab), pitching: feature),
      benefitsLabel: words.line(.benefits), comparison: comparison,
      offers: offered.filter { $0.tab == selected?.tab }
        .map { offer($0, isSelected: $0.id == selected?.id) },
      offersLabel: words.line(.plans), selection: selected?.id,
      purchaseLabel: selected.map(button) ?? words.line(.proceed),
      restoreLabel: words.line(.restore),
      closeLabel: paywall.isDismissible ? words.line(.close) : nil,
      footnote: selected.flatMap(footnote), terms: selected.map(terms) ?? [], links: links,
      extras: PaywallPage.Extras(
        timelineLabel: words.line(.timeline), timeline: selected.map(timeline) ?? [],
        promise: selected.flatMap(promise), proofLabel: words.line(.proof),
        proof: paywall.proof.map(proof), questionsLabel: words.line(.questions),
        questions: paywall.questions.map {
          PaywallPage.Question(
            question: words.words($0.question), answer: words.words($0.answer))
        },
        closeDelay: paywall.isDismissible ? paywall.closeDelay.map { .seconds($0) } : nil,
        seats: selected.flatMap(seats), countdown: selected.flatMap(countdown),
        nextEnd: sales.compactMap(\.endsAt).min(),
        tabs: tabs(of: plans ?? offered.map(\.id), selected: selected?.tab),
        tabsLabel: words.line(.tiers)))
  }

  /// Which page of the paywall is on screen.
  ///
  /// - Parameters:
  ///   - position: The position of the page, from 0; the offer is the last.
  ///   - steps: The number of pages before the offer.
  /// - Returns: The position in words.
  package func progress(at position: Int, of steps: Int) -> PaywallProgress {
    let count = steps + 1
    return PaywallProgress(
      position: position, count: count,
      line: words.line(
        .step,
        [
          .count: words.phrasebook.number(position + 1), .total: words.phrasebook.number(count),
        ]), backLabel: position == 0 ? nil : words.line(.back))
  }

  /// The plans as a web page shows them and its script selects one, without those whose time is over.
  package func plans(_ sales: [PaywallSale]) -> [WebPaywallPlan] {
    sales.filter { $0.isOffered(at: words.now) }.map { sale in
      let offer = offer(sale, isSelected: false)
      return WebPaywallPlan(
        product: sale.id, name: offer.name, price: offer.price, period: offer.period,
        line: offer.offerLine, commitment: offer.commitmentLine, saving: offer.savingLine,
        badge: offer.badge, button: button(sale),
        promise: promise(sale), timeline: timeline(sale), footnote: footnote(sale),
        terms: terms(sale), tab: sale.tab, seats: seats(sale), ending: ending(sale))
    }
  }
}

/// Reasons to buy.
extension PaywallPresenter {
  /// The reasons on a tab, without the one that is pitched on top; nil for those of the paywall.
  package func benefits(
    onTab tab: Int?, pitching feature: Feature.ID?
  ) -> [PaywallPage.Benefit] {
    let pitched = words.text(feature.flatMap { blueprint.feature($0)?.pitch?.title })
    return (tab.map { paywall.tabs[$0].benefits } ?? paywall.benefits).map(benefit)
      .filter { $0.title != pitched }
  }

  /// The tab whose reasons show while a tab is selected; nil for those of the paywall, as on a tab without any.
  package func benefitsTab(_ selected: Int?) -> Int? {
    selected.flatMap { paywall.tabs[$0].benefits.isEmpty ? nil : $0 }
  }

  private func benefit(_ benefit: Paywall.Benefit) -> PaywallPage.Benefit {
    PaywallPage.Benefit(
      icon: drawn(benefit.icon) ?? "check", title: words.words(benefit.title),
      detail: words.text(benefit.detail), free: words.text(benefit.free))
  }

  private var comparison: PaywallPage.Comparison? {
    guard blueprint.definition.skin?.layout.reasons == .table else { return nil }
    return PaywallPage.Comparison(
      free: words.line(.tableFree), paid: words.line(.tablePaid), included: words.line(.included),
      notIncluded: words.line(.notIncluded))
  }

  private func proof(_ proof: Paywall.Proof) -> PaywallPage.Proof {
    PaywallPage.Proof(
      stars: Array(0..<(proof.stars ?? 0)),
      starsLabel: proof.stars.map { words.line(.stars, count: $0) },
      text: words.words(proof.text), by: words.text(proof.by))
  }

  /// The icon on top; nil for the standard one.
  private func icon(_ icon: String?) -> String? {
    icons == nil ? icon : icon.flatMap(drawn) ?? "sparkles"
  }

  /// An icon that can be drawn.
  private func drawn(_ icon: String) -> String? {
    if let icons, !icons.contains(icon) { return nil }
    return icon
  }

  private func art(_ image: Paywall.Image?) -> PaywallPage.Art? {
    guard hasArt, let image else { return nil }
    return PaywallPage.Art(
      picture: image.file, dark: image.dark, label: words.text(image.description))
  }
}

/// Plans.
extension PaywallPresenter {
  private func offer(_ sale: PaywallSale, isSelected: Bool) -> PaywallPage.Offer {
    let values = sale.terms.values
    let name = values[.product] ?? sale.product.rawValue
    let isPriceSaid = values[.price].map { sale.offerLine?.contains($0) ?? false } ?? false
    let saving = savingLine(sale)
    let payment = once(sale)
    let commitment = sale.terms.commitmentLine.map { line($0, sale) }
    let parts = [
      name, sale.offerLine, isPriceSaid ? nil : sale.priceLine, payment, commitment, saving,
      sale.badge, isSelected ? words.line(.selected) : nil,
    ]
    return PaywallPage.Offer(
      id: sale.id, name: name, price: values[.price], period: values[.per] ?? payment,
      priceLine: sale.priceLine, offerLine: sale.offerLine, commitmentLine: commitment,
      pricePerMonth: sale.pricePerMonth,
      saving: sale.saving, savingLine: saving, badge: sale.badge, endsAt: sale.endsAt,
      isSelected: isSelected,
      accessibilityLabel: parts.compactMap { $0 }.joined(
        separator: words.phrasebook.language.comma))
  }

  /// Says that what is bought once and for all has one payment; nil for anything else.
  private func once(_ sale: PaywallSale) -> String? {
    guard sale.terms.values[.price] != nil,
      blueprint.product(sale.product)?.kind == .nonConsumable
    else { return nil }
    return words.line(.paysOnce, of: sale)
  }

  /// What a plan saves, without what its badge says already; nil if it saves nothing.
  private func savingLine(_ sale: PaywallSale) -> String? {
    guard let monthly = sale.pricePerMonth, let saving = sale.saving,
      sale.badge?.contains(monthly) != true
    else { return nil }
    return words.line(
      sale.badge?.contains(saving) == true ? .perMonth : .perMonthSaving, of: sale,
      [.monthly: monthly, .saving: saving])
  }

  /// The title of the button that buys a plan: the paywall's own, unless that names the price of one seat of several, or of
  /// an offer that this customer does not get.
  private func button(_ sale: PaywallSale) -> String {
    if sale.needsCode { return words.line(.proceed) }
    let standard = line(sale.terms.button, sale)
    if sale.seats.map({ $0.count > 1 }) ?? false, buttonNames("product.price") { return standard }
    let hasOffer = sale.terms.offer != nil && sale.charged[.offer] != nil
    if !hasOffer, buttonNames("offer.") { return standard }
    return words.text(paywall.button, of: sale) ?? standard
  }

  private func buttonNames(_ value: String) -> Bool {
    let text = blueprint.definition.texts.first { $0.id == paywall.button }
    return text?.wordings.values.contains { wording in
      wording.forms.values.contains { $0.contains("{\(value)") }
    } ?? false
  }

  private func promise(_ sale: PaywallSale) -> String? {
    sale.terms.promise.map { line($0, sale) }
  }

  private func footnote(_ sale: PaywallSale) -> String? {
    sale.terms.footnote.map { line($0, sale) }
  }

  private func seats(_ sale: PaywallSale) -> PaywallPage.Seats? {
    guard let seats = sale.seats else { return nil }
    var values = sale.terms.values
    values[.total] = seats.total
    let isPriced = values[.total] != nil && values[.per] != nil
    return PaywallPage.Seats(
      count: seats.count,
      fewer: seats.count > seats.range.lowerBound ? seats.count - 1 : nil,
      more: seats.count < seats.range.upperBound ? seats.count + 1 : nil,
      label: words.line(.seats),
      line: isPriced
        ? words.line(.seatsLine, count: seats.count, of: sale, values)
        : words.phrasebook.number(seats.count),
      fewerLabel: words.line(.fewerSeats), moreLabel: words.line(.moreSeats))
  }

  /// The disclosures that Apple requires for a plan.
  private func terms(_ sale: PaywallSale) -> [String] {
    sale.terms.disclosures.map { line($0, sale) }
  }

  private func timeline(_ sale: PaywallSale) -> [PaywallPage.Step] {
    guard paywall.hasTimeline, !sale.hasOwnOffer, let now = words.now else { return [] }
    let reminder = blueprint.definition.reminder(beforeOfferOf: sale.product)
    return sale.terms.timeline(from: now, reminder: reminder).map { step in
      PaywallPage.Step(
        title: step.at.map { words.phrasebook.date($0, in: words.timeZone) }
          ?? words.line(.timelineToday), line: line(step.line, sale))
    }
  }

  private func countdown(_ sale: PaywallSale) -> PaywallPage.Countdown? {
    guard let end = sale.endsAt, let now = words.now, now < end else { return nil }
    return PaywallPage.Countdown(of: end.since(now), words.phrasebook.periods) {
      words.line(.endsIn, of: sale, [.length: $0])
    }
  }

  /// The countdown that a web page runs by itself.
  private func ending(_ sale: PaywallSale) -> WebPaywallPlan.Ending? {
    guard let end = sale.endsAt, let now = words.now else { return nil }
    return WebPaywallPlan.Ending(
      left: end.since(now), line: words.line(.endsIn, of: sale, [.length: "{length}"]),
      ended: words.line(.offerEnded))
  }

  /// A line about what is charged.
  private func line(_ text: StandardText, _ sale: PaywallSale) -> String {
    words.line(text, count: sale.terms.bills, of: sale, sale.charged)
  }

  /// The tabs that show some plans; empty if all of them are on one.
  private func tabs(of plans: [CatalogProduct.ID], selected: Int?) -> [PaywallPage.Tab] {
    var first: [Int: CatalogProduct.ID] = [:]
    for id in plans {
      guard let tab = blueprint.product(id.product).flatMap(paywall.tab), first[tab] == nil else {
        continue
      }
      first[tab] = id
    }
    guard first.count > 1 else { return [] }
    return first.sorted { $0.key < $1.key }.map { position, id in
      PaywallPage.Tab(
        id: id, position: position, title: words.words(paywall.tabs[position].title),
        isSelected: position == selected)
    }
  }

  private var links: [PaywallPage.Link] {
    guard let legal = blueprint.definition.legal else { return [] }
    let links = [
      (words.line(.termsOfUse), legal.terms), (words.line(.privacyPolicy), legal.privacy),
    ]
    return links.compactMap { label, address in
      URL(string: address).map { PaywallPage.Link(label: label, url: $0) }
    }
  }
}
