import Tollgate
import TollgateLedger
import TollgateWire

/// A customer who was merged into another one, or a purchase that became theirs, with what the ledger says about when.
struct CustomerMerge {
  /// The customer who was merged, or the placeholder of the purchase.
  let customer: Customer.ID
  /// When it was merged; where no instant is kept, when its last fact was recorded.
  let at: Instant
  /// The customer that it was merged into before, and with which it became part of this one; nil otherwise.
  var through: Customer.ID?
  /// The entry of the audit list; nil if no operator merged it, as after a sign-in or a restored purchase.
  var entry: LedgerAuditEntry?

  /// What happened, in one English sentence for operators.
  var sentence: String {
    if let purchase = customer.unclaimedPurchase {
      return "The purchase \(purchase) became this customer's, at this time or later."
    }
    if let through {
      return "\(customer), merged into \(through) before, became part of this customer."
    }
    let time = entry == nil ? ", at this time or later" : ""
    return "\(customer) was merged into this customer\(time)."
  }

  /// Who merged it and why; nil if no operator did.
  var note: String? {
    entry.map { entry in entry.reason.map { "\(entry.author): \($0)" } ?? entry.author }
  }
}
