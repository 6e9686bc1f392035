import ArgumentParser
import Foundation
import TollgateLedger
import TollgatePostgreSQL

/// Copies a ledger's file.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a ledger's file, while the server runs.",
    discussion: """
      The copy is one file with the ledger as of one instant. It is read completely
      before it appears under its name, and its SHA-256 is written next to it. Keep
      it as secure as the ledger, since it contains everything in it. The server's
      keys are not in it: back up their file too, and store it somewhere else.
      For PostgreSQL use pg_dump, or pg_basebackup with an archive of the log.

      EXAMPLES:
        tollgate backup backup.sqlite
        tollgate backup /backups/$(date +%F).sqlite --database all.sqlite
      """)

  @Argument(help: ArgumentHelp("The copy; it must not exist.", valueName: "file"))
  var copy: String

  @Option(help: ArgumentHelp("The ledger's file.", valueName: "file"))
  var database = "tollgate.sqlite"

  @OptionGroup
  var outputOptions: OutputOptions

  func run() throws {
    try LedgerLocation.requireFile(
      database,
      instead: "this command copies SQLite files; back PostgreSQL up with pg_dump or pg_basebackup")
    guard !FileManager.default.fileExists(atPath: copy) else {
      throw Failure(in: copy, "the file already exists; a backup never replaces a file")
    }
    let progress = ProgressLine("Backing up \(database)")
    let contents = try named(database) { () throws(LedgerError) in
      try SQLiteLedger.backup(database, to: copy, progress: progress.show)
    }
    progress.clear()
    try Checksum.write(for: copy)
    Output.print("\(copy): \(contents.line)")
  }
}

/// Reads a ledger completely.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that a ledger or a backup is intact.",
    discussion: """
      It checks SQLite's structure, reads every fact, and compares the file with the
      SHA-256 next to it, if any. In PostgreSQL it reads every fact; pg_amcheck
      checks the structure. A server may be using the ledger.

      EXAMPLES:
        tollgate verify tollgate.sqlite
        tollgate verify /backups/2026-11-22.sqlite
        tollgate verify postgres://tollgate@db/tollgate
      """)

  @Argument(help: ArgumentHelp("The file, or a PostgreSQL address.", valueName: "ledger"))
  var ledger: String

  @OptionGroup
  var outputOptions: OutputOptions

  func run() async throws {
    switch try LedgerLocation(database: ledger, inMemory: false) {
    case .memory: break
    case .file(let file): try verify(file)
    case .database(let address): try await verify(address)
    }
  }

  private func verify(_ address: PostgreSQLAddress) async throws {
    let progress = ProgressLine("Reading \(address.description)")
    do throws(LedgerError) {
      let contents = try await PostgreSQLContents.verify(address) { progress.show($0) }
      progress.clear()
      Output.print(
        "\(address.description): \(counted(contents.customers, "customer")), "
          + counted(contents.facts, "fact"))
    } catch {
      throw Failure(in: address.description, error.message)
    }
  }

  private func verify(_ file: String) throws {
    try Checksum.check(file)
    let progress = ProgressLine("Reading \(file)")
    let contents = try named(file) { () throws(LedgerError) in
      try SQLiteLedger.verify(file, progress: progress.show)
    }
    progress.clear()
    Output.print("\(file): \(contents.line)")
  }
}

/// Replaces a ledger's file with a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace a ledger's file with a backup.",
    discussion: """
      Stop the server first. The backup is read completely before anything changes.
      With the key file of the server that was backed up, devices continue to work.
      Anything recorded after the backup is lost; with an App Store Connect key, the
      server recovers purchases from the store. For PostgreSQL use pg_restore, or
      the base backup and its archive.

      EXAMPLES:
        tollgate restore /backups/2026-11-22.sqlite
        tollgate restore backup.sqlite --database all.sqlite --replace
      """)

  @Argument(help: ArgumentHelp("The backup; it is not changed.", valueName: "file"))
  var backup: String

  @Option(help: ArgumentHelp("The ledger's file.", valueName: "file"))
  var database = "tollgate.sqlite"

  @Flag(help: "Replace the ledger's file if it exists; it is kept with the suffix `.replaced`.")
  var replace = false

  @OptionGroup
  var outputOptions: OutputOptions

  func run() throws {
    try LedgerLocation.requireFile(
      database,
      instead:
        "this command restores SQLite files; restore PostgreSQL with pg_restore or a base backup")
    guard replace || !FileManager.default.fileExists(atPath: database) else {
      throw Failure(in: database, "the file already exists; add --replace to replace it")
    }
    try Checksum.check(backup)
    let progress = ProgressLine("Restoring \(database)")
    let contents: SQLiteLedger.Contents
    do throws(LedgerError) {
      contents = try SQLiteLedger.restore(backup, to: database, progress: progress.show)
    } catch {
      let concernsBackup = [.missing, .corrupt, .newerSchema].contains(error.code)
      throw Failure(in: concernsBackup ? backup : database, error.message)
    }
    progress.clear()
    Output.print("\(database): \(contents.line)")
  }
}

extension SQLiteLedger.Contents {
  fileprivate var line: String {
    "\(counted(customers, "customer")), \(counted(facts, "fact"))"
  }
}

private func named<Value>(
  _ file: String, _ action: () throws(LedgerError) -> Value
) throws(Failure) -> Value {
  do {
    return try action()
  } catch {
    throw Failure(in: file, error.message)
  }
}
