/// A chart of an app's subscriptions: what it counts, in words and from recorded facts.
///
/// Each chart is described once, with the measures that it follows from: `Chart+Subscriptions.swift` and the files next
/// to it. `Documentation/Charts.md` has a row for each.
package struct Chart: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// Every chart, in the order in which they are listed.
  package static let allCases = Group.allCases.flatMap(\.charts)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// What people ask about, with the charts that answer it.
  package enum Group: String, CaseIterable, Sendable {
    case money, customers, trials, paywalls, retention

    package var charts: [Chart] {
      switch self {
      case .money: Chart.ofAmounts
      case .customers: Chart.ofCustomers + Chart.ofSubscriptions
      case .trials: Chart.ofTrials
      case .paywalls: Chart.ofPaywalls
      case .retention: Chart.ofRetention
      }
    }
  }

  /// What its numbers are.
  package enum Unit: Sendable {
    /// A number of customers, subscriptions or transactions.
    case count
    /// Thousandths of a currency's unit.
    case money
    /// A number out of another.
    case share
    /// Thousandths of a currency's unit, per customer.
    case average

    /// Whether a number has something that it is a share or an average of.
    package var hasBase: Bool { self == .share || self == .average }
  }

  /// What it counts, which determines how it can be divided.
  enum Subject: Sendable {
    /// What was bought.
    case purchases
    /// Customers who were first seen in a period, whatever they do then.
    case newCustomers
    /// Paywalls that were shown to customers.
    case paywalls
  }

  /// When the number of a period is settled.
  enum Settling: Sendable {
    /// At the end of the period, or of the cohort's age.
    case atEnd
    /// Once the customers who were first seen in the period have had the query's window.
    case afterWindow
    /// Once the paywalls that were shown in the period can no longer lead to a purchase.
    case afterPurchases
  }

  /// Its name in commands, paths and files, such as `new-mrr`.
  package let rawValue: String
  /// Its name in words, such as `New MRR`.
  package let title: String
  package let unit: Unit
  /// What it counts, in one phrase.
  package let definition: String
  let subject: Subject
  let settling: Settling
  /// Whether the store's commission and taxes are deducted from what the query knows of them.
  let isNet: Bool
  /// How its numbers follow from what is recorded.
  let formula: ChartFormula

  /// Describes a chart.
  ///
  /// - Parameters:
  ///   - name: Its name, from which its title follows unless that is given.
  init(
    _ name: String, title: String? = nil, _ unit: Unit, of subject: Subject = .purchases,
    settling: Settling = .atEnd, isNet: Bool = false, _ definition: String, _ formula: ChartFormula
  ) {
    let words = name.replacing("-", with: " ")
    rawValue = name
    self.title = title ?? words.prefix(1).uppercased() + words.dropFirst()
    self.unit = unit
    self.definition = definition
    self.subject = subject
    self.settling = settling
    self.isNet = isNet
    self.formula = formula
  }

  package init?(rawValue: String) {
    guard let chart = Self.byName[rawValue] else { return nil }
    self = chart
  }

  package static func == (left: Chart, right: Chart) -> Bool { left.rawValue == right.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Whether it can be divided and filtered by a segment.
  package func isDivided(by segment: ChartSegment) -> Bool {
    switch segment {
    case .product, .offer: subject == .purchases
    case .placement: subject != .newCustomers
    case .paywall, .feature: subject == .paywalls
    case .country, .variant: true
    }
  }

  /// Whether its numbers follow from the tables of charts.
  package var isKept: Bool {
    !formula.measures.isEmpty && formula.measures.allSatisfy(\.isKept)
  }

  /// The age at which a cohort chart first counts a cohort, in periods; nil for other charts.
  ///
  /// In a cohort chart, a period is the one in which a cohort began, and each cohort has a number for every age.
  package var firstAge: Int? {
    if case .cohorts(let age, _) = formula { age } else { nil }
  }
}

extension Chart: CustomStringConvertible {
  package var description: String { rawValue }
}
