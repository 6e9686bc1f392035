import Tollgate
import TollgateLedger

/// What a decision about a use is based on.
struct UseState {
  let record: CustomerRecord
  /// What the customer shares with others: a running trial, and the features that a team counts together.
  let shared: [SharedUses]
  let now: Instant

  /// The customer, with everything that others used and hold of what is shared.
  var customer: Customer { shared.isEmpty ? record.customer : shared.joined(into: record) }

  /// The change that appends facts, also to the owner of what is shared where they count for all.
  ///
  /// - Parameters:
  ///   - after: ``customer`` with the facts merged in.
  ///   - answer: The response to keep under the request's idempotency key; nil if none is kept.
  func change(appending facts: [Fact], after: Customer, answer: LedgerAnswer? = nil)
    -> CustomerWrite
  {
    var change = CustomerWrite(
      at: now, facts: facts, customer: shared.isEmpty ? after : nil, answer: answer)
    if !shared.isEmpty { change.releases = shared.releases(of: facts, by: after, at: now) }
    return change
  }
}
