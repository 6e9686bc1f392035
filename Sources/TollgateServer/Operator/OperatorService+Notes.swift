import Tollgate
import TollgateLedger
import TollgateWire

extension OperatorService {
  /// Of how many merged customers the notes are read too.
  private static let mergedLimit = 20

  /// Records what an operator wants others to know about a customer.
  ///
  /// The note is an entry of the audit list, so an erasure empties it, and no device receives it.
  ///
  /// - Parameters:
  ///   - text: The note, in 3 to 500 characters; one that its author just wrote is not repeated.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  /// - Throws: `Problem` with code `unknown_customer` or `invalid_value`, or if the ledger cannot be written.
  func note(
    _ text: String, on customer: Customer.ID, by author: Operator
  ) async throws(Problem) {
    try Self.check(text)
    let record = try await requiredCustomer(customer, in: author.app)
    let now = try records.instant(for: record)
    let entry = LedgerAuditEntry(
      .noteWritten, by: author.name, at: now, customer: record.id, reason: text)
    let last = try await audit(
      LedgerAuditFilter(
        author: author.name, action: .noteWritten, customer: record.id, limit: 1),
      in: author.app.id
    ).entries.first
    // A double click sends it twice.
    if let last, last.id == entry.id, now < last.at.advanced(by: .minutes(1)) { return }
    try await Problem.catching(await records.ledger.administration.record(entry, in: author.app.id))
  }

  /// Returns the notes about a customer and those who were merged into them, newest first.
  func notes(about known: CustomerKnowledge) async throws(Problem) -> [LedgerAuditEntry] {
    var notes: [LedgerAuditEntry] = []
    for id in [known.record.id] + known.merged.sorted().prefix(Self.mergedLimit) {
      notes += try await audit(
        LedgerAuditFilter(
          action: .noteWritten, customer: id, until: known.at.advanced(by: .milliseconds(1))),
        in: known.app.id
      ).entries
    }
    return notes.sorted { $1.at < $0.at }
  }
}
