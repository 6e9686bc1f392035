import Tollgate
import TollgateLedger
import TollgateWire

/// A customer who was merged into another one, with what the ledger says about when.
struct CustomerMerge {
  /// The customer who was merged.
  let customer: Customer.ID
  /// When they were merged; for a sign-in, whose instant is not kept, when their last fact was recorded.
  let at: Instant
  /// The entry of the audit list; nil if the customer merged them by signing in.
  let entry: LedgerAuditEntry?

  /// What happened, in one English sentence for operators.
  var sentence: String {
    entry == nil
      ? "\(customer) was merged into this customer by a sign-in, at this time or later."
      : "\(customer) was merged into this customer."
  }

  /// Who merged it and why; nil for a sign-in.
  var note: String? {
    entry.map { entry in entry.reason.map { "\(entry.author): \($0)" } ?? entry.author }
  }
}
