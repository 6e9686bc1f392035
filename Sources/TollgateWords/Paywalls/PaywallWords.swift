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
  /// The product.
  package let product: CatalogProduct.ID
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
  /// When it is no longer offered; nil unless the blueprint shows a countdown.
  package var endsAt: Instant?
  /// Whether the offer is one of the package, rather than the introductory one.
  package var hasOwnOffer = false
  /// Whether it is redeemed with a code.
  package var needsCode = false

  /// Creates what is known of a package.
  package init(_ product: CatalogProduct.ID, terms: PlanTerms) {
    self.product = product
    self.terms = terms
  }

  /// Whether it is still offered.
  func isOffered(at now: Instant?) -> Bool {
    guard let endsAt, let now else { return true }
    return now < endsAt
  }
}
