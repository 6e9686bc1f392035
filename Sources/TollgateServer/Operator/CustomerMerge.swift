import Tollgate
import TollgateLedger
import TollgateWire

/// A customer who became part of another one, or a purchase that became theirs, as far as the ledger says when.
struct CustomerMerge {
  /// The customer who was merged, or the placeholder of the purchase.
  let customer: Customer.ID
  /// When it was merged; where no instant is kept, when the last fact was recorded for it.
  let at: Instant
  /// The customer into whom it was merged before, and with whom it became part of this one; nil otherwise.
  var through: Customer.ID?
  /// What the audit list says of it; nil if no operator merged it: after a sign-in, say, or a restored purchase.
  var entry: LedgerAuditEntry?

  /// What happened, in one English sentence for operators.
  var sentence: String {
    if let purchase = customer.unclaimedPurchase {
      return "The purchase \(purchase) became this customer's, then or later."
    }
    if let through {
      return "\(customer), merged into \(through) before, became part of this customer."
    }
    return "\(customer) was merged into this customer\(entry == nil ? ", then or later" : "")."
  }

  /// Who merged it and why; nil if no operator did.
  var note: String? {
    entry.map { entry in entry.reason.map { "\(entry.author): \($0)" } ?? entry.author }
  }
}
