/// The facts of the ledger, everybody's or one customer's.
struct LedgerPanel: Sendable, Equatable {
  var app = AppName.own
  /// The number of facts, and of how many they are a part, such as "12 of 83".
  var count = "0"
  /// Whose facts can be shown; empty where they are all one customer's.
  var people: [LedgerPerson] = []
  /// The facts, newest first.
  var rows: [LedgerRow] = []
  /// The number of older facts that are not shown; nil if all are.
  var older: Int?
}

/// A choice of whose facts the ledger shows.
struct LedgerPerson: Sendable, Equatable {
  /// The customer's app user id; empty for everybody.
  var id: String
  /// The beginning of the id, or "Everybody".
  var label: String
  /// Who it is, such as "on the phone".
  var note: String?
  /// Whether their facts are shown.
  var selected = false
}

struct LedgerRow: Sendable, Equatable {
  /// Its position or id.
  var id: String
  /// The customer it was recorded for.
  var customer = ""
  var time: String
  var kind: String
  var summary: String
  /// How the row is shown.
  var tone: BadgeTone = .neutral
  /// What the visitor did, on the newest of the facts that followed from it.
  var after: String?
  /// Whether it followed from the visitor's last action.
  var isNew = false
}
