/// A number that changes with what customers do, from which charts follow.
///
/// Its steps are all that computes it: they are added up when a chart is counted from facts, and kept in the tables.
package struct ChartMeasure: RawRepresentable, CaseIterable, Hashable, Codable, Sendable {
  /// The measures that the tables keep.
  package static let allCases = Set(Chart.allCases.flatMap(\.formula.measures)).filter(\.isKept)
    .sorted { $0.rawValue < $1.rawValue }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Its name in the tables.
  package let rawValue: String
  /// Whether the tables keep it: not if time changes it without a fact, nor if it counts views of paywalls, which are too
  /// frequent.
  let isKept: Bool
  /// How it changes with one customer or unclaimed purchase, in no order that matters.
  let steps: @Sendable (ChartBasis) -> [ChartStep]

  init(
    _ name: String, isKept: Bool = true, _ steps: @escaping @Sendable (ChartBasis) -> [ChartStep]
  ) {
    rawValue = name
    self.isKept = isKept
    self.steps = steps
  }

  /// The measure of a name that the tables keep; nil if they keep none.
  package init?(rawValue: String) {
    guard let measure = Self.byName[rawValue] else { return nil }
    self = measure
  }

  package static func == (left: ChartMeasure, right: ChartMeasure) -> Bool {
    left.rawValue == right.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  static func ofPurchases(
    _ name: String, isKept: Bool = true,
    _ steps: @escaping @Sendable (ChartLine, ChartBasis) -> [ChartStep]
  ) -> ChartMeasure {
    ChartMeasure(name, isKept: isKept) { basis in basis.lines.flatMap { steps($0, basis) } }
  }
}

/// What the sums of a measure are divided by.
package enum ChartDivision: String, CaseIterable, Sendable {
  case none = ""
  case product
  case country
  case offer

  /// The division by a segment; nil if the tables have none.
  package init?(_ segment: ChartSegment) {
    switch segment {
    case .product: self = .product
    case .country: self = .country
    case .offer: self = .offer
    case .placement, .paywall, .feature, .variant: return nil
    }
  }
}
