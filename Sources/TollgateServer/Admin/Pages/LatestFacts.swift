import Tollgate
import TollgateLedger

/// The facts of an app that were recorded last, for servers without production, whose customers are a developer's own.
struct LatestFacts: Sendable {
  struct Row: Sendable {
    /// When it was recorded.
    let at: String
    let customer: String
    /// The path of the customer's page, which says why each answer is what it is.
    let path: String
    let kind: String
    /// What happened, without prices.
    let sentence: DatedText
  }

  /// How many facts are shown.
  static let limit = 50

  /// The path from which the list is read again.
  let source: String
  /// The facts, newest first.
  let rows: [Row]
  let isEmpty: Bool

  /// Lists entries of the ledger, which are the newest first.
  init(_ entries: [LedgerEntry], of app: Blueprint.App.ID) {
    source = "\(AdminPath.root(of: app))/facts"
    rows = entries.map { entry in
      Row(
        at: entry.at.second, customer: "\(entry.customer)",
        path: AdminPath.customer(entry.customer, of: app), kind: entry.fact.kind.rawValue,
        sentence: DatedText(entry.fact.sentence))
    }
    isEmpty = rows.isEmpty
  }
}
