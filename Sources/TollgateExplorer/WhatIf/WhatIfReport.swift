public import Tollgate

/// Who would be treated differently by a changed blueprint, when and how.
public struct WhatIfReport: Hashable, Sendable {
  /// The kinds of change, the most serious first.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A recorded use would have been refused.
    case refused
    /// The new blueprint gives less.
    case loses
    /// A recorded trial would not have started, or with other terms.
    case trial
    /// The customer sees something else, which is neither more nor less.
    case sees
    /// The new blueprint gives more.
    case gains
  }

  /// What changes for one group of customers.
  struct Key: Hashable, Sendable {
    let kind: Kind
    let subject: String
    let sentence: String
    let rule: Int?
    let isPaying: Bool
  }

  /// One change, and the customers it concerns.
  public struct Change: Hashable, Sendable {
    let key: Key
    /// How many customers it concerns.
    public internal(set) var customers = 0
    /// How often: recorded uses that are refused, or instants at which the answers differ.
    public internal(set) var instants = 0
    /// When it was first found.
    public internal(set) var first: Instant
    /// When it was last found.
    public internal(set) var last: Instant
    /// How often in each week, by the week's Monday in UTC.
    public internal(set) var weeks: [Instant: Int] = [:]
    /// The first customers by id, at most ``WhatIfReport/maximumSamples``.
    public internal(set) var samples: [Sample] = []

    public var kind: Kind { key.kind }
    /// What differs, by its path in the blueprint: `features.send-message`.
    public var subject: String { key.subject }
    /// Who is treated differently and how, without a capital or a full stop.
    public var sentence: String { key.sentence }
    /// The position, from 0, of the feature's rule that decides in the new blueprint; nil if none does.
    public var rule: Int? { key.rule }
    /// Whether the customers have something that they bought.
    public var isPaying: Bool { key.isPaying }
    /// Whether it takes access from customers who have something that they bought.
    public var takesFromPayers: Bool { isPaying && (kind == .refused || kind == .loses) }
  }

  /// A customer that a change concerns.
  public struct Sample: Hashable, Sendable {
    public let customer: Customer.ID
    /// The first instants, at most ``WhatIfReport/maximumSamples``.
    public let instants: [Instant]
  }

  /// How many customers are named for each change, and how many instants for each customer.
  public static let maximumSamples = 3

  /// How many customers were replayed.
  public private(set) var customers = 0
  /// How many customers would be treated differently.
  public private(set) var affected = 0
  /// How many facts were folded.
  public private(set) var facts = 0
  /// How many instants were compared.
  public private(set) var instants = 0
  private var changesByKey: [Key: Change] = [:]

  /// Creates a report of no customers.
  public init() {}

  /// The changes: those that take access from paying customers first, then by kind, the most customers first.
  public var changes: [Change] {
    changesByKey.values.sorted { left, right in
      if left.takesFromPayers != right.takesFromPayers { return left.takesFromPayers }
      if left.kind != right.kind { return left.kind.rank < right.kind.rank }
      if left.customers != right.customers { return left.customers > right.customers }
      if left.sentence != right.sentence { return left.sentence < right.sentence }
      if left.isPaying != right.isPaying { return left.isPaying }
      return (left.rule ?? -1) < (right.rule ?? -1)
    }
  }

  /// Whether access is taken from a customer who has something that they bought.
  public var takesFromPayers: Bool { changesByKey.values.contains(where: \.takesFromPayers) }

  /// Adds the report of other customers; the order of merges does not matter.
  public mutating func merge(_ other: WhatIfReport) {
    customers += other.customers
    affected += other.affected
    facts += other.facts
    instants += other.instants
    changesByKey.merge(other.changesByKey) { $0.merged(with: $1) }
  }

  mutating func add(_ life: RecordedLife, _ replay: LifeReplay) {
    customers += 1
    affected += replay.instants.isEmpty ? 0 : 1
    facts += life.factCount
    instants += replay.compared
    for (key, instants) in replay.instants {
      guard let first = instants.first, let last = instants.last else { continue }
      var change = Change(
        key: key, customers: 1, instants: instants.count, first: first, last: last)
      for instant in instants { change.weeks[instant.monday, default: 0] += 1 }
      change.samples = [
        Sample(customer: life.customer, instants: Array(instants.prefix(Self.maximumSamples)))
      ]
      changesByKey[key] = changesByKey[key]?.merged(with: change) ?? change
    }
  }
}

extension WhatIfReport.Change {
  fileprivate func merged(with other: Self) -> Self {
    var merged = self
    merged.customers += other.customers
    merged.instants += other.instants
    merged.first = min(first, other.first)
    merged.last = max(last, other.last)
    merged.weeks.merge(other.weeks, uniquingKeysWith: +)
    merged.samples = Array(
      (samples + other.samples).sorted { $0.customer < $1.customer }
        .prefix(WhatIfReport.maximumSamples))
    return merged
  }
}

extension WhatIfReport.Kind {
  init(_ direction: Comparison.Difference.Direction) {
    self =
      switch direction {
      case .loses: .loses
      case .gains: .gains
      case .sees: .sees
      }
  }

  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Instant {
  /// The start of its week in UTC.
  fileprivate var monday: Instant {
    let days = Instant.split(milliseconds).days
    // 1970-01-01 was a Thursday, three days after a Monday.
    let sinceMonday = ((days + 3) % 7 + 7) % 7
    return .day(days - sinceMonday)
  }
}
