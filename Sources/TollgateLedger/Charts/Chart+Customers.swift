import Tollgate

extension Chart {
  static let ofCustomers = [newCustomers, initialConversion, payingConversion]

  package static let newCustomers = Chart(
    "new-customers", .count, of: .newCustomers,
    "customers whose own first fact was recorded in the period", .flow(.newCustomers))

  package static let initialConversion = Chart(
    "initial-conversion", .share, of: .newCustomers,
    "new customers with a purchase or trial within the window, 7 days, out of all new customers",
    .flow(.initialConversion))

  package static let payingConversion = Chart(
    "paying-conversion", .share, of: .newCustomers,
    "new customers with a payment within the window, 7 days, out of all new customers",
    .flow(.payingConversion))
}

extension ChartMeasure {
  static let newCustomers = ChartMeasure("newCustomers") { basis in
    basis.person.firstSeen.map { [ChartStep(at: $0, 1)] } ?? []
  }

  fileprivate static let initialConversion = ofNewCustomers("initialConversion") { basis, end in
    basis.lines.contains { $0.transactions.contains { $0.purchasedAt < end } }
  }

  fileprivate static let payingConversion = ofNewCustomers("payingConversion") { basis, end in
    basis.lines.contains { $0.transactions.contains { $0.purchasedAt < end && $0.isPayment } }
  }

  /// The customers who did something before the end of the window, of all, by when they were first seen.
  static func ofNewCustomers(
    _ name: String, isKept: Bool = true,
    _ isCounted: @escaping @Sendable (ChartBasis, _ end: Instant) -> Bool
  ) -> ChartMeasure {
    ChartMeasure(name, isKept: isKept) { basis in
      guard let firstSeen = basis.person.firstSeen else { return [] }
      let value: Int64 = isCounted(basis, firstSeen.adding(basis.window)) ? 1 : 0
      return [ChartStep(at: firstSeen, value, of: 1)]
    }
  }
}
