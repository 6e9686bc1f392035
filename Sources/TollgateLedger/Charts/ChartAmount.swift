/// What is added to a number of a chart.
package struct ChartAmount: Hashable, Sendable {
  /// What is added to the number: a count, or thousandths of a currency's unit.
  package var value: Int64
  /// What is added to the number that it is a share of.
  package var base: Int64

  package init(value: Int64 = 0, base: Int64 = 0) {
    self.value = value
    self.base = base
  }

  static func + (left: ChartAmount, right: ChartAmount) -> ChartAmount {
    ChartAmount(value: left.value + right.value, base: left.base + right.base)
  }

  static func - (left: ChartAmount, right: ChartAmount) -> ChartAmount {
    ChartAmount(value: left.value - right.value, base: left.base - right.base)
  }

  static func += (left: inout ChartAmount, right: ChartAmount) { left = left + right }
}
