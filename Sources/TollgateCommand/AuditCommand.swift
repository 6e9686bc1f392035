import ArgumentParser
import Tollgate
import TollgateLedger

/// Lists what operators, keys and the command line did.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "List what operators, keys and the command line did.",
    discussion: """
      The newest entries come first. A person is named by the email address, and a
      secret key by its public part. An owner sees the same list at /admin. A server
      may be using the ledger: nothing is written.

      EXAMPLES:
        tollgate audit --app coach
        tollgate audit --app coach --by ada@example.com --action granted
        tollgate audit --app coach --from 2026-03-01 --until 2026-04-01 --format csv
      """)

  /// The greatest number of entries that are read.
  private static let greatestLimit = 100_000

  @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
  var app: String

  @Option(
    help: ArgumentHelp(
      "Who did it: an email address, the public part of a key, `command line` or `server`.",
      valueName: "name"))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "What was done, such as `granted` or `key-revoked`.", valueName: "action"))
  var action: String?

  @Option(help: ArgumentHelp("The customer that it was done to.", valueName: "id"))
  var customer: String?

  @Option(help: ArgumentHelp("When the first of them was done.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("When the first later one was done.", valueName: "time"))
  var until: String?

  @Option(help: ArgumentHelp("How many to list at most.", valueName: "number"))
  var limit = 100

  @Option(help: "What to print.")
  var format = AuditFormat.table

  @OptionGroup var ledger: ServedLedgerOptions

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    try Instant.validate(["from": from, "until": until])
    guard (1...Self.greatestLimit).contains(limit) else {
      throw ValidationError("--limit must be from 1 to \(Self.greatestLimit).")
    }
    let known = LedgerAuditEntry.Action.known.map(\.rawValue)
    if let action, !known.contains(action) {
      throw ValidationError("--action must be one of: \(known.joined(separator: ", ")).")
    }
  }

  func run() async throws {
    let found = try await entries(in: try await ledger.open())
    let rows = found.prefix(limit).map(\.columns)
    switch format {
    case .csv:
      let lines = ([Self.columns] + rows).map { $0.map(CSVField.quoted).joined(separator: ",") }
      Output.print(lines.joined(separator: "\n"))
    case .table where rows.isEmpty:
      Output.print("Nothing that was done in the app \(app) matches.")
    case .table:
      Output.printTable([Self.columns.map { $0.uppercased() }] + rows.map { $0.map(\.onOneLine) })
    }
    if found.count > limit {
      Output.printError("There are older entries: list more of them with --limit.")
    }
  }

  /// The entries, newest first, with at least one more than are listed if there are more.
  private func entries(in ledger: any Ledger) async throws(LedgerError) -> [LedgerAuditEntry] {
    var found: [LedgerAuditEntry] = []
    while found.count <= limit {
      let filter = LedgerAuditFilter(
        author: by, action: action.map { LedgerAuditEntry.Action(rawValue: $0) },
        customer: customer.map { Customer.ID($0) }, from: from.flatMap { Instant($0) },
        until: until.flatMap { Instant($0) },
        before: found.last.map { LedgerAuditFilter.Position(at: $0.at, id: $0.id) },
        limit: limit + 1 - found.count)
      let page = try await ledger.administration.audit(
        filter, in: Blueprint.App.ID(app))
      found += page
      guard page.count == filter.limit else { break }
    }
    return found
  }

  private static let columns = ["when", "by", "action", "customer", "subject", "reason"]
}

/// How the audit list is printed.
enum AuditFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv
}

extension LedgerAuditEntry {
  /// The entry's line in a list.
  fileprivate var columns: [String] {
    [
      at.minute, author, action.rawValue, customer?.rawValue ?? "", subject ?? "", reason ?? "",
    ]
  }
}

extension String {
  /// The text without line breaks and other characters that a terminal would obey.
  fileprivate var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
