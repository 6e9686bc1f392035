import Tollgate
import TollgateLedger

/// What a decision about a use is based on.
struct UseState {
  let record: CustomerRecord
  /// The running trial that the customer shares with its owner; nil if there isn't one.
  let shared: SharedTrial?
  /// The instant of the decision.
  let now: Instant

  /// The customer, with everything that counts toward a shared trial.
  var customer: Customer { shared?.joined(into: record.customer) ?? record.customer }

  /// The change that appends facts, also to the owner of a shared trial where they count toward it.
  ///
  /// - Parameters:
  ///   - facts: The facts to append.
  ///   - after: ``customer`` with the facts merged in.
  ///   - answer: The response to keep under the request's idempotency key; nil if none is kept.
  /// - Returns: The change.
  func change(appending facts: [Fact], after: Customer, answer: LedgerAnswer? = nil) -> Change {
    var change = Change(
      at: now, facts: facts, customer: shared == nil ? after : nil, answer: answer)
    if let shared, case let counted = facts.filter(shared.uses.counts), !counted.isEmpty {
      change.releases = LedgerRelease(
        customer: shared.owner.id, expectedVersion: shared.owner.version, facts: counted)
    }
    return change
  }
}
