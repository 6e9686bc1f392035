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
