import ArgumentParser
import TollgateLedger

/// Where a server's ledger and keys are.
struct LedgerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The ledger's file.", valueName: "file"))
  var database = "tollgate.sqlite"

  @Flag(help: "Create the ledger's file if it does not exist.")
  var create = false

  @Flag(help: "Keep the ledger in memory; it is lost when the server stops.")
  var inMemory = false

  @OptionGroup
  var keys: KeyOptions

  /// The ledger's file; nil if the ledger is kept in memory.
  var file: String? { inMemory ? nil : database }

  /// Opens the ledger's file; nil if the ledger is kept in memory.
  func open(_ observer: LedgerObserver) throws -> SQLiteLedger? {
    guard let file else { return nil }
    do {
      return try SQLiteLedger(path: file, mayCreate: create, observer: observer)
    } catch  where error.code == .missing {
      throw Failure(in: file, "the file does not exist; add --create to create a new ledger")
    }
  }
}
