package import Tollgate

/// What customers with each variant of an experiment did after it first mattered to them.
///
/// Those who bought before they were shown anything are left out: whatever they were shown later cannot have led to it.
/// Purchases of the sandbox and of other customers, by family sharing, do not count.
package struct VariantReport: Hashable, Sendable {
  /// The customers with one variant.
  package struct Arm: Hashable, Sendable {
    package internal(set) var customers = 0
    /// How many started a trial since.
    package internal(set) var trials = 0
    /// How many paid for something that they bought since.
    package internal(set) var payers = 0
    /// How many got a refund of something that they bought since.
    package internal(set) var refunds = 0
    /// What they paid since, renewals included, in thousandths by currency.
    package internal(set) var revenue: [String: Int64] = [:]
    /// What of it was refunded, in thousandths by currency.
    package internal(set) var refunded: [String: Int64] = [:]
    /// When the variant first mattered to one of them; nil without customers.
    package internal(set) var since: Instant?

    /// The part of the customers who pay, 0 to 1; 0 without customers.
    package var rate: Double { customers == 0 ? 0 : Double(payers) / Double(customers) }

    mutating func merge(_ other: Arm) {
      customers += other.customers
      trials += other.trials
      payers += other.payers
      refunds += other.refunds
      revenue.merge(other.revenue, uniquingKeysWith: +)
      refunded.merge(other.refunded, uniquingKeysWith: +)
      since = [since, other.since].compactMap { $0 }.min()
    }
  }

  private struct Key: Hashable, Sendable {
    let experiment: Experiment.ID
    let variant: Experiment.Variant.ID
  }

  /// How many customers were read.
  package private(set) var customers = 0
  /// How many facts were folded.
  package private(set) var facts = 0
  private var arms: [Key: Arm] = [:]
  private var early: [Experiment.ID: Int] = [:]

  /// Creates a report of no customers.
  package init() {}

  /// Adds a customer by what was recorded.
  ///
  /// A purchase that nobody has claimed is not a customer, nor is what stays of one who was removed.
  ///
  /// - Parameters:
  ///   - history: The customer's history.
  ///   - experiments: The experiments; a variant that they do not have counts in none.
  ///   - since: The instant from which on a variant must have first mattered; nil for any.
  ///   - end: The instant up to which facts count.
  /// - Throws: ``LedgerError`` if a fact cannot be decoded.
  package mutating func add(
    _ history: LedgerHistory, in experiments: [Experiment], since: Instant? = nil,
    until end: Instant
  ) throws(LedgerError) {
    guard !history.customer.isPlaceholder, !history.customer.isRemoved else { return }
    add(try history.facts(), in: experiments, since: since, until: end)
  }

  /// Adds a customer by the facts, in the order in which they were recorded, with the server's clock.
  package mutating func add(
    _ recorded: [(at: Instant, fact: Fact)], in experiments: [Experiment], since: Instant? = nil,
    until end: Instant
  ) {
    guard !recorded.isEmpty else { return }
    var customer = Customer()
    for (at, fact) in recorded {
      // What was recorded after this counts no earlier, even if the clock was set back.
      guard at <= end else { break }
      customer.join(fact)
      facts += 1
    }
    customers += 1
    for experiment in experiments { add(customer, in: experiment, since) }
  }

  private mutating func add(_ customer: Customer, in experiment: Experiment, _ since: Instant?) {
    guard let assignment = customer.assignment(in: experiment.id),
      experiment.variant(assignment.variant) != nil, since.map({ $0 <= assignment.at }) ?? true
    else { return }
    if assignment.reason == .purchase {
      early[experiment.id, default: 0] += 1
      return
    }
    let key = Key(experiment: experiment.id, variant: assignment.variant)
    arms[key, default: Arm()].merge(Arm(customer, since: assignment.at))
  }

  /// Adds a report of other customers.
  package mutating func merge(_ other: VariantReport) {
    customers += other.customers
    facts += other.facts
    for (key, arm) in other.arms { arms[key, default: Arm()].merge(arm) }
    early.merge(other.early, uniquingKeysWith: +)
  }

  package func arm(_ variant: Experiment.Variant.ID, of experiment: Experiment.ID) -> Arm {
    arms[Key(experiment: experiment, variant: variant)] ?? Arm()
  }

  /// The customers with each variant of an experiment, in its order.
  package func arms(of experiment: Experiment) -> [Arm] {
    experiment.variants.map { arm($0.id, of: experiment.id) }
  }

  /// Whether the customers of an experiment are spread over its variants as the weights say.
  package func shares(of experiment: Experiment) -> ShareCheck {
    ShareCheck(
      arms(of: experiment).map(\.customers), weights: experiment.variants.map(\.weight))
  }

  /// Each variant of an experiment after the first, in order, compared with the first.
  package func comparisons(of experiment: Experiment) -> [RateComparison] {
    let groups = arms(of: experiment).map {
      RateComparison.Group(customers: $0.customers, payers: $0.payers)
    }
    guard let first = groups.first else { return [] }
    return groups.dropFirst().map {
      RateComparison(of: first, and: $0, among: groups.count - 1)
    }
  }

  /// How many customers bought before an experiment mattered to them, and count in no variant.
  package func earlyBuyers(in experiment: Experiment.ID) -> Int { early[experiment] ?? 0 }
}

extension VariantReport.Arm {
  /// One customer, by what was recorded since an instant.
  fileprivate init(_ customer: Customer, since start: Instant) {
    self.init()
    customers = 1
    since = start
    let purchases = Dictionary(grouping: customer.storeTransactions, by: \.purchase).values
      .filter { transactions in
        transactions.allSatisfy { start <= $0.purchasedAt }
          && transactions.contains {
            $0.environment == .production && $0.ownership == .purchased
          }
      }.flatMap { $0 }
    let paid = purchases.filter { $0.offer?.payment != .freeTrial && $0.price?.milliunits != 0 }
    let isTrying = purchases.contains { $0.offer?.payment == .freeTrial }
    let hasStarted = customer.trialStarts.contains { start <= $0.at }
    trials = isTrying || hasStarted ? 1 : 0
    payers = paid.isEmpty ? 0 : 1
    for transaction in paid {
      guard let price = transaction.price else { continue }
      revenue[price.currency, default: 0] += price.milliunits
    }
    refunds = paid.contains(where: \.isRefunded) ? 1 : 0
    for returned in paid.compactMap(\.returned) where returned.milliunits > 0 {
      refunded[returned.currency, default: 0] += returned.milliunits
    }
  }
}
