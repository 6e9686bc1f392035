public import Tollgate

extension PaywallPage {
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The plan: the product's identifier, with `:monthly` after it if it is billed monthly with a commitment.
    public let id: CatalogProduct.ID
    public let name: String
    /// The price alone: "$49.99"; nil if it is not known.
    public internal(set) var price: String?
    /// The billing period alone: "per year", or "one payment" for what is bought once and for all; nil for other one-time
    /// purchases.
    public internal(set) var period: String?
    /// Price and period as one line: "$49.99 per year".
    public internal(set) var priceLine: String?
    /// The introductory offer: "7 days free, then $49.99 per year"; nil if the customer is not eligible.
    public internal(set) var offerLine: String?
    /// What monthly bills with a commitment cost together: "12 payments, $59.88 in total"; nil without a commitment.
    public internal(set) var commitmentLine: String?
    /// The price per month, rounded up: "$4.17"; nil if it is not known or not a subscription.
    public internal(set) var pricePerMonth: String?
    /// How much less it costs than the plan with the shortest period, rounded down: "58%"; nil if it saves nothing.
    public internal(set) var saving: String?
    /// ``pricePerMonth`` and ``saving`` as one line, without what the badge says already: "$4.17 a month,
    /// save 58%"; nil if it saves nothing.
    public internal(set) var savingLine: String?
    /// A label that makes the plan stand out.
    public internal(set) var badge: String?
    /// When it is no longer offered; nil unless the blueprint shows a countdown.
    public internal(set) var endsAt: Instant?
    public internal(set) var isSelected = false
    /// All of it as one sentence, for screen readers.
    public internal(set) var accessibilityLabel = ""
  }

  /// The choice of how many people the selected plan is for.
  public struct Seats: Hashable, Sendable, Encodable {
    /// How many seats are chosen.
    public let count: Int
    /// One seat fewer; nil at the least that can be chosen, which is what the customer has already, or one.
    public let fewer: Int?
    /// One seat more; nil at the most that can be chosen.
    public let more: Int?
    /// The name of the choice, for screen readers.
    public let label: String
    /// What the seats cost together: "3 seats, $26.97 per month"; the number alone if no price is known.
    public let line: String
    /// The button for one seat less, for screen readers.
    public let fewerLabel: String
    /// The button for one seat more, for screen readers.
    public let moreLabel: String
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable, Identifiable {
    /// The plan that is selected with the tab: the first one on it.
    public let id: CatalogProduct.ID
    /// The position among the paywall's tabs, from 0, the lowest tier.
    public let position: Int
    /// The tier's name.
    public let title: String
    public internal(set) var isSelected = false
  }

  /// A moment in the timeline of an introductory offer.
  public struct Step: Hashable, Sendable, Encodable {
    /// The day: "Today" or a date.
    public let title: String
    /// What happens.
    public let line: String
  }
}

extension PaywallPresenter {
  func offer(_ sale: PaywallSale, isSelected: Bool) -> PaywallPage.Offer {
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
  func button(_ sale: PaywallSale) -> String {
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

  func promise(_ sale: PaywallSale) -> String? {
    sale.terms.promise.map { line($0, sale) }
  }

  func footnote(_ sale: PaywallSale) -> String? {
    sale.terms.footnote.map { line($0, sale) }
  }

  func seats(_ sale: PaywallSale) -> PaywallPage.Seats? {
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
  func terms(_ sale: PaywallSale) -> [String] {
    sale.terms.disclosures.map { line($0, sale) }
  }

  func timeline(_ sale: PaywallSale) -> [PaywallPage.Step] {
    guard paywall.hasTimeline, !sale.hasOwnOffer, let now = words.now else { return [] }
    let reminder = blueprint.definition.reminder(beforeOfferOf: sale.product)
    return sale.terms.timeline(from: now, reminder: reminder).map { step in
      PaywallPage.Step(
        title: step.at.map { words.phrasebook.date($0, in: words.timeZone) }
          ?? words.line(.timelineToday), line: line(step.line, sale))
    }
  }

  func countdown(_ sale: PaywallSale) -> PaywallPage.Countdown? {
    guard let end = sale.endsAt, let now = words.now, now < end else { return nil }
    return PaywallPage.Countdown(of: end.since(now), words.phrasebook.periods) {
      words.line(.endsIn, of: sale, [.length: $0])
    }
  }

  /// A line about what is charged.
  private func line(_ text: StandardText, _ sale: PaywallSale) -> String {
    words.line(text, count: sale.terms.bills, of: sale, sale.charged)
  }

  /// The tabs that show some plans; empty if all of them are on one.
  func tabs(of plans: [CatalogProduct.ID], selected: Int?) -> [PaywallPage.Tab] {
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
}
