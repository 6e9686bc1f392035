import Tollgate

/// A customer as it travels: the fewest facts whose fold it is.
///
/// Uses, spends, items and dismissals that differ only in name and instant are one run of facts.
///
/// It is an array of facts in which no order is significant, as the fold of facts is commutative. Decoding the same
/// bytes always gives the same customer.
struct WireCustomer: Hashable, Sendable {
  /// The fold that is encoded, or that the decoded facts gave.
  let customer: Customer

  init(_ customer: Customer) { self.customer = customer }
}

extension WireCustomer: Codable {
  init(from decoder: any Decoder) throws {
    var customer = Customer()
    var entries = try decoder.unkeyedContainer()
    while !entries.isAtEnd {
      let run = try FactRun(wire: entries.nestedContainer(keyedBy: FactKey.self))
      customer.join(run.first)
      for (name, at) in run.rest { customer.join(run.fact(name, at: at)) }
    }
    self.customer = customer
  }

  func encode(to encoder: any Encoder) throws {
    var runs: [FactRun] = []
    for fact in customer.facts {
      if !runs.isEmpty, runs[runs.count - 1].append(fact) { continue }
      runs.append(FactRun(fact))
    }
    var entries = encoder.unkeyedContainer()
    try entries.encodeAll(runs)
  }
}
