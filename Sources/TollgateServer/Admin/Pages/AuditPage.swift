import Tollgate
import TollgateLedger
import TollgateWire

/// What operators, keys and the command line did.
struct AuditPage: Sendable {
  /// The path of the page.
  let path: String
  /// Whose entries are shown; empty for everybody's.
  let author: String
  /// The entries, newest first.
  let rows: [AuditRow]
  /// The path of the older entries; nil if these are all.
  let older: String?

  init(_ entries: [LedgerAuditEntry], _ filter: LedgerAuditFilter, of app: Blueprint.App.ID) {
    path = "\(AdminPath.root(of: app))/audit"
    author = filter.author ?? ""
    rows = entries.map { entry in
      var row = AuditRow(entry)
      row.path = entry.customer.map { AdminPath.customer($0, of: app) }
      return row
    }
    older =
      entries.count < filter.limit
      ? nil
      : entries.last.map { [path, author] last in
        "\(path)?by=\(Endpoint.percentEncoded(author))&at=\(last.at.milliseconds)&id=\(last.id)"
      }
  }
}

/// One entry of the audit list.
struct AuditRow: Sendable {
  let at: String
  let author: String
  let action: String
  let customer: String?
  let subject: String?
  let reason: String?
  /// The path of the customer's page.
  var path: String?

  init(_ entry: LedgerAuditEntry) {
    at = entry.at.minute
    author = entry.author
    action = entry.action.rawValue.replacing("-", with: " ")
    customer = entry.customer.map { "\($0)" }
    subject = entry.subject
    reason = entry.reason
  }
}
