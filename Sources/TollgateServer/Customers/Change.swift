import Tollgate
import TollgateLedger

/// What a decision appends to the ledger, all of it in one commit or none of it.
///
/// It becomes a `LedgerWrite` once ``CustomerWriter`` adds the version that the decision was based on.
struct Change {
  /// The instant of the decision.
  let at: Instant
  /// The facts to append, without those that the customer already has.
  var facts: [Fact] = []
  /// The customer with the facts merged in, for the cache; nil makes the writer merge them itself.
  var customer: Customer?
  /// What the customer must own afterwards; a claim of another customer rejects the whole change.
  var claims: [LedgerClaim] = []
  /// The response to keep under the request's idempotency key; nil for a request without one.
  var answer: LedgerAnswer?
  /// The email address and password hash of a new account, appended with the claim of the address.
  var credentials: LedgerCredentials?
  /// The customer that is merged into this one, whose claims, credentials and answers are handed over.
  var absorbs: LedgerMerge?
  /// What another customer, who stays separate, gives up or has to count in the same commit.
  var releases: LedgerRelease?
  /// Whether all sessions of the customer end.
  var endsSessions = false
  /// What an operator did, for the audit list; it is appended only with something else.
  var audit: LedgerAuditEntry?

  /// Whether there is nothing to append, so that no new version has to be written.
  var isEmpty: Bool {
    facts.isEmpty && claims.isEmpty && answer == nil && credentials == nil && absorbs == nil
      && releases == nil && !endsSessions
  }

  /// The other customers that the change writes to.
  var others: [Customer.ID] { [absorbs?.customer, releases?.customer].compactMap { $0 } }

  /// The versions on which the decision was based, of every customer it writes to.
  func versions(of record: CustomerRecord) -> [Customer.ID: Int] {
    var versions = [record.id: record.version]
    if let absorbs { versions[absorbs.customer] = absorbs.expectedVersion }
    if let releases { versions[releases.customer] = releases.expectedVersion }
    return versions
  }
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
