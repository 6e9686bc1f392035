import Tollgate

/// A customer as it travels: the fewest facts whose fold it is.
///
/// Uses, spends, items and dismissals that differ only in name and instant are one run of facts.
///
/// Refund requests stay on the server: nothing on a device depends on them.
///
/// It is an array of facts in which no order is significant, as the fold of facts is commutative. Decoding the same
/// bytes always gives the same customer.
struct WireCustomer: Hashable, Sendable {
  /// The fold that is encoded, or that the decoded facts gave.
  let customer: Customer

  init(_ customer: Customer) { self.customer = customer }
}

extension Customer {
  /// Folds the runs of facts that an array lists.
  init(wire list: inout some UnkeyedDecodingContainer) throws {
    self.init()
    while !list.isAtEnd {
      let run = try FactRun(wire: WireReader(list.nestedContainer(keyedBy: WireName.self)))
      if case .use(let use) = run.first {
        join(
          [(use.key, use.at)] + run.rest.map { (Idempotency.Key($0.name), $0.at) },
          of: use.feature, by: use.origin, isUnlimited: use.isUnlimited)
        continue
      }
      join(run.first)
      for varying in run.rest { join(run.fact(varying)) }
    }
  }
}

extension WireCustomer: Codable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    customer = try Customer(wire: &list)
  }

  func encode(to encoder: any Encoder) throws {
    var runs: [FactRun] = []
    for fact in customer.facts where fact.kind != .refundRequest {
      if !runs.isEmpty, runs[runs.count - 1].append(fact) { continue }
      runs.append(FactRun(fact))
    }
    var entries = encoder.unkeyedContainer()
    try entries.encodeAll(runs)
  }
}
