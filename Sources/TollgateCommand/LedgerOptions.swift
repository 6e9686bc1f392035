import ArgumentParser
import TollgateLedger

/// Where a server's ledger and keys are.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The ledger: a SQLite file, or a PostgreSQL address.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Flag(help: "Create the ledger if it does not exist.")
  var create = false

  @Flag(help: "Keep the ledger in memory; it is lost when the server stops.")
  var inMemory = false

  @OptionGroup
  var keys: KeyOptions

  /// The ledger's file or address; nil if the ledger is kept in memory.
  var file: String? { inMemory ? nil : database }

  var location: LedgerLocation {
    get throws { try LedgerLocation(database: database, inMemory: inMemory) }
  }
}

/// The ledger of a server, which may be running.
struct ServedLedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger's file or address, as passed to `tollgate serve`.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  var location: LedgerLocation {
    get throws { try LedgerLocation(database: database, inMemory: false) }
  }

  /// Opens the ledger, which is not closed: that would wait for the requests of a running server.
  ///
  /// - Throws: ``Failure`` if it cannot be opened.
  func open() async throws -> any Ledger { try await location.openBesideServer() }
}
