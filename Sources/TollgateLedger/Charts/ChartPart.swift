import Foundation
package import Tollgate

/// What one customer or unclaimed purchase adds to the tables of charts.
///
/// Charts begin and end with days of UTC, so that hours leave nothing out. What happens in an hour counts from its end on.
package struct ChartPart: Hashable, Codable, Sendable {
  /// What two customers' parts have in common if they add to the same sum.
  package struct Key: Hashable, Sendable {
    package let measure: ChartMeasure
    package let division: ChartDivision
    /// The value of the division; empty without one.
    package let name: String
    /// The currency; empty without one.
    package let currency: String
    /// The hours from 1970 to the start of the one in which it changes.
    package let hour: Int64

    package init(
      _ measure: ChartMeasure, _ division: ChartDivision, _ name: String, currency: String,
      hour: Int64
    ) {
      self.measure = measure
      self.division = division
      self.name = name
      self.currency = currency
      self.hour = hour
    }
  }

  /// The changes of a measure in one hour.
  private struct Step: Hashable, Codable, Sendable {
    let measure: ChartMeasure
    /// The hours from 1970 to the start of the one in which it changes.
    let hour: Int64
    /// The product; nil for a measure of customers.
    let product: String?
    /// The kind of offer; nil for a measure of customers.
    let offer: String?
    let currency: String?
    var value: Int64 = 0
    /// The change of what the measure is a share of.
    var base: Int64 = 0

    /// The place among the steps of a customer.
    var order: (String, Int64, String, String, String) {
      (measure.rawValue, hour, product ?? "", offer ?? "", currency ?? "")
    }
  }

  private let country: String
  private let steps: [Step]

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  /// Computes what a customer or an unclaimed purchase adds; nil if that is nothing.
  ///
  /// - Throws: ``LedgerError`` if a fact cannot be decoded.
  init?(
    of history: LedgerHistory, billing: [CatalogProduct.ID: Period],
    in environment: StoreEnvironment = .production
  ) throws(LedgerError) {
    var person = ChartPerson(history.customer, since: history.since, in: environment)
    for instant in history.unread { person.see(at: instant) }
    for (at, fact) in try history.facts() { person.record(fact, at: at) }
    let basis = ChartBasis(person, billing: billing)
    guard person.firstSeen != nil || !basis.lines.isEmpty else { return nil }
    country = person.country ?? ChartSegment.unknown
    // One for each measure, hour, product, offer and currency.
    var amounts: [Step: ChartAmount] = [:]
    for measure in ChartMeasure.allCases {
      for step in measure.steps(basis) {
        let isPurchase = if case .purchase = step.origin { true } else { false }
        let key = Step(
          measure: measure, hour: step.at.hours,
          product: isPurchase ? basis.name(of: .product, for: step) : nil,
          offer: isPurchase ? basis.name(of: .offer, for: step) : nil, currency: step.currency)
        amounts[key, default: ChartAmount()] += step.amount
      }
    }
    steps = amounts.filter { $0.value != ChartAmount() }.map { step, amount in
      var step = step
      (step.value, step.base) = (amount.value, amount.base)
      return step
    }.sorted { $0.order < $1.order }
  }

  /// Reads a part.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt`.
  package init(_ text: String) throws(LedgerError) {
    do {
      self = try JSONDecoder().decode(ChartPart.self, from: Data(text.utf8))
    } catch {
      throw LedgerError(.corrupt, "What a customer adds to charts cannot be read.")
    }
  }

  /// The part as text, the same for equal parts.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if it cannot be written.
  package func text() throws(LedgerError) -> String {
    do {
      return String(decoding: try Self.encoder.encode(self), as: UTF8.self)
    } catch {
      throw LedgerError(.corrupt, "What a customer adds to charts cannot be written.")
    }
  }

  /// Adds the part to sums of every division, or subtracts it.
  package func add(to sums: inout [Key: ChartAmount], times factor: Int64 = 1) {
    for step in steps {
      var names: [(ChartDivision, String)] = [(.none, ""), (.country, country)]
      if let product = step.product { names.append((.product, product)) }
      if let offer = step.offer { names.append((.offer, offer)) }
      for (division, name) in names {
        let key = Key(
          step.measure, division, name, currency: step.currency ?? "", hour: step.hour)
        sums[key, default: ChartAmount()].value += step.value * factor
        sums[key, default: ChartAmount()].base += step.base * factor
      }
    }
  }
}

extension Instant {
  private static let millisecondsPerHour: Int64 = 3_600_000

  /// The whole hours since 1970, rounded down.
  package var hours: Int64 {
    let (hours, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerHour)
    return rest < 0 ? hours - 1 : hours
  }
}
