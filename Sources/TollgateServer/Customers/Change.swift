import Tollgate
import TollgateLedger

/// A change that a decision appends, atomically.
struct Change {
  /// The instant of the decision.
  let at: Instant
  var facts: [Fact] = []
  /// The customer with the facts merged in, if the decision has it at hand.
  var customer: Customer?
  var claims: [LedgerClaim] = []
  var answer: LedgerAnswer?
  var credentials: LedgerCredentials?
  var absorbs: Customer.ID?
  var releases: LedgerRelease?

  var isEmpty: Bool {
    facts.isEmpty && claims.isEmpty && answer == nil && credentials == nil && absorbs == nil
      && releases == nil
  }

  /// The other customers that the change writes to.
  var others: [Customer.ID] { [absorbs, releases?.customer].compactMap { $0 } }
}

/// What a write does after its decision.
enum WriteDecision {
  /// Append, and respond after the commit.
  case append(Change)
  /// Append nothing.
  case nothing
  /// Return the first response again.
  case replay(LedgerAnswer)

  /// Appends a change unless it is empty.
  static func appending(_ change: Change) -> WriteDecision {
    change.isEmpty ? .nothing : .append(change)
  }
}
