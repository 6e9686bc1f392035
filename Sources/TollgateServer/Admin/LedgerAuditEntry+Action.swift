import Crypto
import Foundation
import Tollgate
import TollgateLedger

extension LedgerAuditEntry {
  /// Creates an entry whose id follows from everything else, so that a repeated write records it once.
  init(
    _ action: Action, by author: String, at now: Instant, customer: Customer.ID? = nil,
    subject: String? = nil, reason: String? = nil
  ) {
    let parts = [action.rawValue, author, customer?.rawValue ?? "", subject ?? "", reason ?? ""]
    self.init(
      id: SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).prefix(8).hexadecimal,
      at: now, author: author, action: action, customer: customer, subject: subject,
      reason: reason)
  }
}
