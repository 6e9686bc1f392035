import Tollgate
import TollgateLedger
import TollgateWire

struct AuditPart: Sendable {
  /// The entries, newest first.
  let entries: [LedgerAuditEntry]
  /// Where older ones follow; nil at the end of the list.
  let next: LedgerAuditFilter.Position?
}

extension OperatorService {
  /// The greatest number of entries of the audit list in an answer.
  static let auditLimit = 500

  /// Returns what operators, keys and the command line did, newest first.
  ///
  /// - Parameter filter: Which entries, at most ``auditLimit``.
  /// - Throws: `Problem` if the ledger cannot be read.
  func audit(
    _ filter: LedgerAuditFilter, in app: Blueprint.App.ID
  ) async throws(Problem) -> AuditPart {
    // One more tells whether the list continues.
    let filter = LedgerAuditFilter(
      author: filter.author, action: filter.action, customer: filter.customer, from: filter.from,
      until: filter.until, before: filter.before, limit: filter.limit + 1)
    let found = try await Problem.catching(
      await records.ledger.administration.audit(filter, in: app))
    let entries = Array(found.prefix(filter.limit - 1))
    return AuditPart(
      entries: entries,
      next: found.count < filter.limit
        ? nil : entries.last.map { LedgerAuditFilter.Position(at: $0.at, id: $0.id) })
  }
}

extension AuditList {
  init(_ part: AuditPart, at now: Instant) {
    self.init(
      entries: part.entries.map { entry in
        Entry(
          at: entry.at, by: entry.author, action: entry.action.rawValue, customer: entry.customer,
          subject: entry.subject, reason: entry.reason)
      },
      next: part.next?.text, serverTime: now)
  }
}
