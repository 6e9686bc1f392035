import Tollgate
import TollgateLedger

/// What operators, keys and the command line did.
struct AuditPage: Sendable {
  let path: String
  /// Whose entries are shown; empty for everybody's.
  let author: String
  let actions: [PageChoice]
  /// The day of the first entries that are shown, and of the first later ones that are not; empty without a limit.
  let from: String
  let until: String
  /// The entries, newest first.
  let rows: [AuditRow]
  let isEmpty: Bool
  /// The path of the older entries; nil if these are all.
  let older: String?

  /// Creates a page of the list.
  ///
  /// - Parameter fields: The query, without what is empty.
  init(_ part: AuditPart, _ fields: [String: String], of app: Blueprint.App.ID) {
    let path = "\(AdminPath.root(of: app))/audit"
    self.path = path
    author = fields["by"] ?? ""
    from = fields["from"] ?? ""
    until = fields["until"] ?? ""
    actions = PageChoice.list(
      [("", "all")] + LedgerAuditEntry.Action.known.map { ($0.rawValue, $0.words) },
      chosen: fields["action"] ?? "")
    rows = part.entries.map { entry in
      var row = AuditRow(entry)
      row.path = entry.customer.map { AdminPath.customer($0, of: app) }
      return row
    }
    isEmpty = rows.isEmpty
    older = part.next.map { next in
      let query = fields.merging(["after": next.text]) { $1 }.sorted { $0.key < $1.key }
      return AdminPath.link(path, query.map { ($0.key, $0.value) })
    }
  }
}

extension LedgerAuditEntry.Action {
  /// The action in words, such as `grant extended`.
  fileprivate var words: String { rawValue.replacing("-", with: " ") }
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
    action = entry.action.words
    customer = entry.customer.map { "\($0)" }
    let namesRevision = [.blueprintProposed, .blueprintWithdrawn].contains(entry.action)
    subject = namesRevision ? entry.subject?.shortRevision : entry.subject
    reason = entry.reason
  }
}
