import Tollgate
import TollgateBlueprints
import TollgatePostgreSQL
import TollgateServer
import TollgateWire

/// A blueprint's file as a server starts with it.
///
/// It is refused with the mistakes that `tollgate check` prints, unless the servers of its app have served it before: an
/// upgrade to a stricter version must not end what customers live by.
struct ServedFile {
  let path: String
  let blueprint: Blueprint
  let revision: String
  /// What a check says about it, in the order of the file; errors only if it was served before.
  let diagnostics: [BlueprintDiagnostic]
  /// It and its parts, as they were written.
  let source: [SourceFile]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - ledger: Where what was served is stored; it is not created, and opened only if the file has mistakes.
  ///   - wait: How long to wait for a database that does not answer; nil does not wait.
  /// - Throws: `BlueprintFileError` with every mistake.
  init(path: String, ledger: LedgerLocation, waiting wait: PostgreSQLWait? = nil) async throws {
    self.path = path
    do {
      let file = try BlueprintFile.load(path: path)
      blueprint = file.blueprint
      revision = file.revision
      diagnostics = file.diagnostics
      source = file.written
    } catch {
      guard let identity = error.identity,
        let ledger = try? await ledger.openBesideServer(waiting: wait),
        let stored = try? await BlueprintRevisions(ledger, of: identity.app)
          .served(file: identity.revision)
      else { throw error }
      blueprint = stored.blueprint
      revision = stored.revision
      diagnostics = error.diagnostics
      source = stored.source
    }
  }

  /// What is wrong with it, a line each.
  var mistakes: [String] { diagnostics.filter { $0.severity == .error }.map(\.description) }
}
