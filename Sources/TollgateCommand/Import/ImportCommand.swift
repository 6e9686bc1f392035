import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

/// Imports purchases from another system.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import purchases from RevenueCat, Superwall, CSV or JSON lines.",
    discussion: """
      Stop the server first, unless the ledger is in PostgreSQL. With an App Store
      Connect key, each purchase is requested from the App Store and recorded as it
      is signed now. Without one, its entitlements are granted until a day after its
      end; run the command again with a key to confirm them. Nothing that was
      verified is changed, and running it again continues where it ended.

      Purchases of other stores, such as Google Play, are not imported. Each such row
      is in FILE.other-stores, with its line and its store. The person in it becomes
      a customer without that purchase.

      EXIT CODES:
        0  every row was understood; purchases of other stores may be among the rows
        1  the import ended early
        3  some rows were not understood: each is in FILE.mistakes, with its line
           and why; the others are imported

      EXAMPLES:
        tollgate import transactions.csv --from revenuecat coach.yml --dry-run
        tollgate import transactions.csv --from revenuecat coach.yml \\
          --store-key AuthKey_2X9R4HXF34.p8 --store-key-id 2X9R4HXF34 \\
          --store-issuer-id $ISSUER
        tollgate import customers.jsonl --from jsonl coach.yml --database all.sqlite
      """)

  @Argument(help: ArgumentHelp("The file to import.", valueName: "file"))
  var file: String

  @Argument(help: ArgumentHelp("The app's blueprint.", valueName: "blueprint"))
  var blueprint: String

  @Option(help: "The form of the file.")
  var from: ImportFormat

  @Option(
    help: ArgumentHelp(
      "The file for rows that are not understood; FILE.mistakes without it.", valueName: "path"))
  var mistakes: String?

  @Flag(help: "Read the file and say what is not understood; record nothing.")
  var dryRun = false

  @OptionGroup
  var ledgerOptions: LedgerOptions

  @OptionGroup
  var environments: EnvironmentOptions

  @OptionGroup
  var storeOptions: StoreAPIOptions

  @OptionGroup
  var outputOptions: OutputOptions

  func run() async throws {
    try requireFile(blueprint)
    let app = try BlueprintFile.load(path: blueprint)
    var rows = try ImportFile(path: file, isJSON: from.isJSON)
    let missing = from.columns.required.subtracting(rows.columns).sorted()
    guard from.isJSON || missing.isEmpty else {
      throw Failure(
        in: file, "these columns are missing: \(missing.joined(separator: ", "))")
    }
    let unused = rows.columns.filter { !from.columns.all.contains($0) }
    if !unused.isEmpty {
      Output.printError("\(file): note: not used: \(unused.joined(separator: ", "))")
    }
    var queue: ImportQueue?
    if !dryRun {
      // Asking about one purchase at a time stays within the store's rate limit.
      queue = ImportQueue(
        into: try await destination(app),
        width: storeOptions.storeKey == nil ? ImportQueue.width : 1)
    }
    let progress = ProgressLine("importing")
    var report = ImportReport(of: file, mistakesIn: mistakes ?? "\(file).mistakes")
    defer { progress.clear() }
    do {
      try await withThrowingTaskGroup(of: ImportQueue.Finished.self) { group in
        do {
          while try await importNext(&rows, app.blueprint, &queue, &group, &report) {
            progress.show("\(report.rows) rows")
          }
          try await queue?.finish(&group, &report)
        } catch {
          await queue?.stop(&group, &report)
          throw error
        }
      }
    } catch let problem as Problem {
      progress.clear()
      show(report)
      throw Failure(in: file, "\(problem.message) Run the same command again: it continues.")
    }
    progress.clear()
    show(report)
    if report.mistakes.count > 0 { throw ExitCode(3) }
  }

  /// Imports the next row; returns false at the end.
  private func importNext(
    _ rows: inout ImportFile, _ blueprint: Blueprint, _ queue: inout ImportQueue?,
    _ group: inout ImportQueue.Group, _ report: inout ImportReport
  ) async throws -> Bool {
    let row: ImportFile.Row
    do {
      guard let next = try rows.next() else { return false }
      row = next
    } catch let unreadable as ImportFile.Unreadable {
      try report.add(unreadable.reason, at: unreadable.line)
      return true
    }
    if let store = from.otherStore(row.fields) {
      try report.addOther(store, at: row.line)
      if let person = from.personOnly(row.fields) {
        try await queue?.add(.person(person), to: &group, &report)
      }
      return true
    }
    let purchase: ImportedPurchase
    do {
      purchase = try from.purchase(row.fields)
    } catch let mistake {
      try report.add(mistake, at: row.line)
      return true
    }
    if let refusal = purchase.refusal(in: blueprint) {
      try report.add(from.mistake(refusal), at: row.line)
      if let person = from.personOnly(row.fields) {
        try await queue?.add(.person(person), to: &group, &report)
      }
      return true
    }
    if queue == nil {
      report.countReadable()
    } else {
      try await queue?.add(.purchase(purchase), to: &group, &report)
    }
    return true
  }

  private func show(_ report: ImportReport) {
    for line in report.shown { Output.printError(line) }
    for line in report.lines(isDryRun: dryRun) { Output.print(line) }
  }

  /// The ledger, with the same keys and environment as its server has.
  private func destination(_ file: BlueprintFile) async throws -> PurchaseImport {
    let verifier = try environments.verifier(of: file.blueprint.app, in: blueprint)
    let key = try storeOptions.key()
    let ledger = try await ledgerOptions.location.open(
      create: ledgerOptions.create, observer: LedgerObserver())
    let (keys, note) = try await ledgerOptions.keys.keys(
      of: ledger, in: ledgerOptions.file, at: .current)
    if let note { Output.print(note) }
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: file.blueprint, revision: file.revision, verifier: verifier,
          storeAPIs: key.map { storeOptions.clients($0, verifier, environments) } ?? [:],
          sandbox: environments.policy)
      ], ledger: ledger, keys: keys, clock: { .current })
    return try PurchaseImport(into: service, app: file.blueprint.app.id, from: from.rawValue)
  }
}

extension ImportFormat {
  /// The mistake of a purchase that the blueprint does not allow, with the file's name of the column.
  func mistake(_ refusal: ImportedPurchase.Refusal) -> Mistake {
    let column =
      switch refusal.subject {
      case .user: columns.user
      case .product: columns.product
      case .expiresAt: columns.ends[0]
      }
    return Mistake(column: column, reason: refusal.reason)
  }
}

extension ImportFormat.Columns {
  /// The names without which no row can be read.
  var required: Set<String> { [user, transaction, product] }
}
