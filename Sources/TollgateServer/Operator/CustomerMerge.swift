import Tollgate
import TollgateLedger
import TollgateWire

/// A customer who became part of another one, as far as the ledger says when.
struct CustomerMerge {
  /// The customer who was merged.
  let customer: Customer.ID
  /// When it was merged; after a sign-in, of which no instant is kept, when the last fact was recorded for it.
  let at: Instant
  /// What the audit list says of it; nil if the customer merged them by signing in.
  let entry: LedgerAuditEntry?

  /// What happened, in one English sentence for operators.
  var sentence: String {
    entry == nil
      ? "\(customer) was merged into this customer by a sign-in, then or later."
      : "\(customer) was merged into this customer."
  }

  /// Who merged it and why; nil for a sign-in.
  var note: String? {
    entry.map { entry in entry.reason.map { "\(entry.author): \($0)" } ?? entry.author }
  }
}

extension Operators {
  /// Returns who was merged into a customer, and when.
  ///
  /// - Parameters:
  ///   - record: The customer's record.
  ///   - facts: What was recorded for all of them.
  ///   - app: The app.
  /// - Returns: The merges by the customer who was merged, without those who have neither facts nor an entry.
  /// - Throws: `Problem` if the ledger cannot be read.
  func merges(
    into record: CustomerRecord, _ facts: [RecordedFact], in app: ServedApp
  ) async throws(Problem) -> [Customer.ID: CustomerMerge] {
    guard !record.absorbed.isEmpty else { return [:] }
    let entries: [LedgerAuditEntry]
    do {
      entries = try await records.ledger.administration.audit(
        LedgerAuditFilter(
          action: .customerMerged, customer: record.id, limit: LedgerAuditFilter.greatestLimit),
        in: app.id)
    } catch {
      throw Problem(error)
    }
    var merges: [Customer.ID: CustomerMerge] = [:]
    for fact in facts where record.absorbed.contains(fact.customer) {
      let latest = max(fact.at, merges[fact.customer]?.at ?? fact.at)
      merges[fact.customer] = CustomerMerge(customer: fact.customer, at: latest, entry: nil)
    }
    for entry in entries {
      guard let subject = entry.subject, record.absorbed.contains(Customer.ID(subject)) else {
        continue
      }
      let customer = Customer.ID(subject)
      merges[customer] = CustomerMerge(customer: customer, at: entry.at, entry: entry)
    }
    return merges
  }
}
