package import Tollgate

/// What a chart is divided or filtered by.
package enum ChartSegment: Hashable, Sendable {
  /// The product's id.
  case product
  /// The country that the customer's device last reported; `unknown` without one.
  case country
  /// The kind of offer; `none` without one.
  case offer
  /// The placement whose paywall was the last that the customer saw in the three days before a purchase, or that showed
  /// the paywall whose views are counted; `none` without one.
  case placement
  /// The paywall, in a chart that counts paywall views.
  case paywall
  /// The feature whose denial showed the paywall, in the same charts; `none` if none did.
  case feature
  /// The variant that the customer has in an experiment; `none` without one.
  case variant(Experiment.ID)

  /// How long before a purchase a paywall, and the placement that showed it, count as what led to it.
  static let placementWindow = Period(3, .day)

  /// The value of a product or country that is not known.
  static let unknown = "unknown"

  /// The value of other segments of what has none.
  static let missing = "none"

  /// Its name, with the experiment after a colon.
  package var name: String {
    switch self {
    case .product: "product"
    case .country: "country"
    case .offer: "offer"
    case .placement: "placement"
    case .paywall: "paywall"
    case .feature: "feature"
    case .variant(let experiment): "variant:\(experiment)"
    }
  }

  /// Parses a name, such as `country` or `variant:headline`; otherwise nil.
  package init?(_ name: String) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("product", 1): self = .product
    case ("country", 1): self = .country
    case ("offer", 1): self = .offer
    case ("placement", 1): self = .placement
    case ("paywall", 1): self = .paywall
    case ("feature", 1): self = .feature
    case ("variant", 2) where !parts[1].isEmpty: self = .variant(Experiment.ID(String(parts[1])))
    default: return nil
    }
  }
}
