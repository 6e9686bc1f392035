package import Foundation
package import Tollgate

/// The words of a paywall for one reader: texts of the blueprint, standard lines, and the instant they are read at.
package struct PaywallWords {
  package let phrasebook: Phrasebook
  /// The time zone of dates.
  let timeZone: TimeZone
  /// The instant of the page; nil if it is not known.
  let now: Instant?
  /// A text of the blueprint, about a plan if there is one; nil for an unknown name.
  private let text: (LocalizedText.ID, PaywallSale?) -> String?

  package init(
    _ phrasebook: Phrasebook, in timeZone: TimeZone, at now: Instant?,
    text: @escaping (LocalizedText.ID, PaywallSale?) -> String?
  ) {
    self.phrasebook = phrasebook
    self.timeZone = timeZone
    self.now = now
    self.text = text
  }

  /// A text of the blueprint; nil without one.
  func text(_ id: LocalizedText.ID?) -> String? { id.flatMap { text($0, nil) } }

  /// A text of the blueprint about a plan; nil without one.
  func text(_ id: LocalizedText.ID?, of sale: PaywallSale) -> String? {
    id.flatMap { text($0, sale) }
  }

  /// A text that is always there; its name in place of one that is missing.
  func words(_ id: LocalizedText.ID) -> String { text(id, nil) ?? id.rawValue }

  /// A standard line: the blueprint's own text of that name, or the standard wording.
  package func line(
    _ standard: StandardText, count: Int? = nil, of sale: PaywallSale? = nil,
    _ values: [Wording.Slot: String] = [:]
  ) -> String {
    text(standard.id, sale) ?? phrasebook.line(standard, count: count, values)
  }
}

/// A package of a paywall as one customer can buy it: what it costs, and the lines that say so.
package struct PaywallSale {
  package let product: CatalogProduct.ID
  /// How its price is billed.
  package let billing: BillingPlan
  /// What the purchase costs and when, with the offer that applies.
  package let terms: PlanTerms
  /// The line with the regular price; nil if no price is known.
  package var priceLine: String?
  /// The line with the offer; nil without one.
  package var offerLine: String?
  /// A label that makes it stand out.
  package var badge: String?
  /// The price per month; nil if it is not known or not a subscription.
  package var pricePerMonth: String?
  /// How much less it costs than the plan with the shortest period, such as "33%"; nil if it saves nothing.
  package var saving: String?
  /// The position of its tab; nil on a paywall without tabs.
  package var tab: Int?
  /// How many people it is for; nil if there is no choice.
  package var seats: Seats?
  /// When it is no longer offered; nil unless the blueprint shows a countdown.
  package var endsAt: Instant?
  /// Whether the offer is one of the package, rather than the introductory one.
  package var hasOwnOffer = false
  /// Whether it is redeemed with a code.
  package var needsCode = false

  package init(
    _ product: CatalogProduct.ID, billed billing: BillingPlan = .upFront, terms: PlanTerms
  ) {
    self.product = product
    self.billing = billing
    self.terms = terms
  }

  /// How many people a package is sold to.
  package struct Seats {
    /// How many are chosen.
    package let count: Int
    /// How many can be chosen.
    package let range: ClosedRange<Int>
    /// What they cost together; nil if no price is known.
    package let total: String?
    /// What the offer that applies costs them together, as lines say it; nil without one, or if no price is known.
    package let offer: String?

    /// Creates a choice, or the nearest that is possible.
    package init(
      _ count: Int?, of range: ClosedRange<Int>, total: (Int) -> String?, offer: (Int) -> String?
    ) {
      self.count = min(max(count ?? range.lowerBound, range.lowerBound), range.upperBound)
      self.range = range
      self.total = total(self.count)
      self.offer = offer(self.count)
    }
  }

  /// The values of lines about what is charged: with several seats, the price of all of them, and that of the offer.
  var charged: [Wording.Slot: String] {
    var values = terms.values
    guard let seats, seats.count > 1 else { return values }
    if let total = seats.total { values[.price] = total }
    if let offer = seats.offer { values[.offer] = offer }
    return values
  }

  /// What sets it apart on the page.
  package var id: CatalogProduct.ID { product.billed(billing) }

  /// Whether it is still offered.
  func isOffered(at now: Instant?) -> Bool {
    guard let endsAt, let now else { return true }
    return now < endsAt
  }
}
