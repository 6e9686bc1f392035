import ArgumentParser
import Foundation
import Tollgate
import TollgateLedger
import TollgatePostgreSQL

/// Moves a ledger between SQLite and PostgreSQL.
struct MoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a ledger from SQLite to PostgreSQL, or back.",
    discussion: """
      Stop every server first. Everything is copied into an empty ledger, which is
      created; then both are read completely and compared. If it ends early, run the
      same command again: it continues. The source stays as it is, with a mark that
      keeps servers from starting on it by mistake; --undo removes the mark. Serve
      the target with the same server keys.

      EXAMPLES:
        tollgate move --from tollgate.sqlite --to postgres://tollgate@db/tollgate
        tollgate move --from postgres://tollgate@db/tollgate --to back.sqlite
        tollgate move --undo --from tollgate.sqlite
      """)

  @Option(
    help: ArgumentHelp("The ledger to move: a file, or a PostgreSQL address.", valueName: "ledger"))
  var from: String

  @Option(help: ArgumentHelp("Where to: a new file, or an empty database.", valueName: "ledger"))
  var to: String?

  @Flag(help: "Empty a copy that is not finished, and begin again.")
  var restart = false

  @Flag(help: "Use a moved ledger again, without what was recorded since it was moved.")
  var undo = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    guard undo == (to == nil), !(undo && restart) else {
      throw ValidationError("Name where to move with --to; --undo goes with --from alone.")
    }
  }

  func run() async throws {
    let source = try await Self.open(from, isTarget: false)
    do {
      try await run(from: source)
    } catch {
      await source.close()
      throw error
    }
    await source.close()
  }

  private func run(from source: any LedgerTransfer) async throws {
    guard let to else {
      guard try await source.property(.moved) != nil else {
        throw Failure(in: source.name, "the ledger was not moved: there is nothing to undo")
      }
      try await source.mark(nil)
      Output.print("\(source.name): servers may be started on it again.")
      return
    }
    let mark = try await source.property(.moved).flatMap { MoveMark($0) }
    let target = try await Self.open(to, isTarget: true, of: mark)
    let progress = MoveProgress()
    do {
      let outcome = try await LedgerMove(from: source, to: target).run(
        id: UUID().uuidString, at: .current, restarting: restart, progress: progress.show)
      progress.clear()
      await target.close()
      report(outcome, source, target)
    } catch {
      progress.clear()
      await target.close()
      throw Self.failure(error)
    }
  }

  private func report(
    _ outcome: LedgerMove.Outcome, _ source: any LedgerTransfer, _ target: any LedgerTransfer
  ) {
    switch outcome {
    case .alreadyMoved:
      Output.print("\(source.name) was moved to \(target.name): the move is complete.")
    case .moved(let rows):
      let (customers, facts) = (rows["customers"] ?? 0, rows["facts"] ?? 0)
      Output.print(
        """
        Moved \(source.name) to \(target.name): \(counted(customers, "customer")), \
        \(counted(facts, "fact")), \(counted(rows.values.reduce(0, +), "row")) in all; both were read and are the same.
        """)
    }
    let to = to ?? ""
    let keys = KeyFileOptions.path(beside: from)
    let option = keys == KeyFileOptions.path(beside: to) ? "" : " --key-file \(keys)"
    // An address may have a password, which must not get into what is logged.
    let place = PostgreSQLAddress.isAddress(to) ? "<the same address>" : to
    Output.print("Serve it with the same keys: tollgate serve … --database \(place)\(option)")
  }

  /// The error, with what to do next if another run would continue the move.
  private static func failure(_ error: any Error) -> any Error {
    guard let error = error as? LedgerError, [.unavailable, .full, .readOnly].contains(error.code)
    else { return error }
    return Failure(
      "\(error.message) Run the same command again: it continues where this one ended.")
  }

  /// Opens one side of a move; the target of a source that was moved already is not created.
  private static func open(
    _ place: String, isTarget: Bool, of mark: MoveMark? = nil
  ) async throws -> any LedgerTransfer {
    do throws(LedgerError) {
      guard PostgreSQLAddress.isAddress(place) else {
        return try SQLiteTransfer(path: place, isTarget: isTarget, mayCreate: mark == nil)
      }
      return try await PostgreSQLTransfer(
        PostgreSQLAddress(place), isTarget: isTarget, mayCreate: mark == nil)
    } catch {
      let name =
        PostgreSQLAddress.isAddress(place) ? try PostgreSQLAddress(place).description : place
      if let mark, error.code == .missing {
        throw Failure(in: name, LedgerError.notInTarget(mark).message)
      }
      throw Failure(in: name, error.message)
    }
  }
}
