import Tollgate
import TollgateLedger

/// What a decision appends to the ledger, all of it in one commit or none of it.
///
/// It becomes a `LedgerWrite` once ``CustomerWriter`` adds the version that the decision was based on.
struct CustomerWrite {
  let at: Instant
  /// The facts to append, without those that the customer already has.
  var facts: [Fact] = []
  /// The customer with the facts merged in, for the cache; nil makes the writer merge them itself.
  var customer: Customer?
  /// What the customer must own afterwards; a claim of another customer rejects the whole write.
  var claims: [LedgerClaim] = []
  /// The response to keep under the request's idempotency key; nil for a request without one.
  var answer: LedgerAnswer?
  /// The email address and password hash of a new account, appended with the claim of the address.
  var credentials: LedgerCredentials?
  /// The customer that is merged into this one, whose claims, credentials and answers are handed over.
  var absorbs: LedgerMerge?
  /// What other customers, who stay separate, give up, get or have to count in the same commit.
  var releases: [LedgerRelease] = []
  /// Whether all sessions of the customer end.
  var endsSessions = false
  /// What an operator did, for the audit list; it is appended only with something else.
  var audit: LedgerAuditEntry?

  /// Whether there is nothing to append, so that no new version has to be written.
  var isEmpty: Bool {
    facts.isEmpty && claims.isEmpty && answer == nil && credentials == nil && absorbs == nil
      && releases.isEmpty && !endsSessions
  }

  var others: [Customer.ID] {
    [absorbs?.customer].compactMap { $0 } + releases.map(\.customer)
  }

  /// The versions on which the decision was based, of every customer it writes to.
  func versions(of record: CustomerRecord) -> [Customer.ID: Int] {
    var versions = [record.id: record.version]
    if let absorbs { versions[absorbs.customer] = absorbs.expectedVersion }
    for release in releases { versions[release.customer] = release.expectedVersion }
    return versions
  }
}

/// What a write does after its decision.
enum WriteDecision {
  /// Append, and respond after the commit.
  case append(CustomerWrite)
  /// Append nothing.
  case nothing
  /// Return the first response again.
  case replay(LedgerAnswer)

  /// Appends a change unless it is empty.
  static func appending(_ change: CustomerWrite) -> WriteDecision {
    change.isEmpty ? .nothing : .append(change)
  }
}
