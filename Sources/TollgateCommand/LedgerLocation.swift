import Foundation
import TollgateLedger
import TollgatePostgreSQL

/// Where a server's ledger is, as `--database` and `--in-memory` say.
enum LedgerLocation: Sendable {
  case memory
  case file(String)
  case database(PostgreSQLAddress)

  /// Reads the value of `--database`: a PostgreSQL address, or else a file.
  init(database: String, inMemory: Bool) throws {
    if inMemory {
      self = .memory
    } else if PostgreSQLAddress.isAddress(database) {
      self = .database(try PostgreSQLAddress(database))
    } else {
      self = .file(database)
    }
  }

  /// The place as a server names it when it starts, without a password.
  var description: String {
    switch self {
    case .memory: "a ledger in memory"
    case .file(let path): path
    case .database(let address): address.description
    }
  }

  /// Opens an existing ledger, which a running server may have open too.
  ///
  /// - Parameter wait: How long to wait for a database that does not answer; nil does not wait.
  /// - Throws: ``Failure`` if there isn't one or it cannot be opened.
  func openBesideServer(waiting wait: PostgreSQLWait? = nil) async throws -> any Ledger {
    do {
      switch self {
      case .memory: return SQLiteLedger.inMemory()
      case .file(let path):
        return try SQLiteLedger(path: path, mayCreate: false, isBesideServer: true)
      case .database(let address):
        return try await PostgreSQLLedger(address, mayCreate: false, waiting: wait)
      }
    } catch  where error.code == .missing {
      throw Failure(
        in: description,
        "there is no ledger here: name it with --database, or create it with `tollgate serve --create`"
      )
    } catch {
      throw Failure(in: description, error.message)
    }
  }

  /// Refuses an address where a file is required.
  ///
  /// - Parameter place: A file, or an address by mistake.
  /// - Throws: ``Failure``.
  static func requireFile(_ place: String, instead: String) throws {
    guard PostgreSQLAddress.isAddress(place) else { return }
    throw Failure(in: try PostgreSQLAddress(place).description, instead)
  }

  /// Opens the ledger.
  ///
  /// - Parameters:
  ///   - create: Whether it is created if there isn't one.
  ///   - observer: Measures commits, and learns of failures.
  ///   - wait: How long to wait for a database that does not answer; nil does not wait.
  /// - Throws: ``Failure`` if there isn't one and it may not be created, or if it cannot be opened.
  func open(
    create: Bool, observer: LedgerObserver, waiting wait: PostgreSQLWait? = nil
  ) async throws -> any Ledger {
    do {
      switch self {
      case .memory: return SQLiteLedger.inMemory(observer: observer)
      case .file(let path):
        return try SQLiteLedger(path: path, mayCreate: create, observer: observer)
      case .database(let address):
        return try await PostgreSQLLedger(
          address, mayCreate: create, observer: observer, waiting: wait)
      }
    } catch  where error.code == .missing {
      let reason =
        switch self {
        case .database: "the database has no ledger; add --create to create a new one"
        case .file(let path) where FileManager.default.fileExists(atPath: path):
          "the file is empty; replace it with `tollgate restore`, or add --create to create a new ledger"
        case .memory, .file: "the file does not exist; add --create to create a new ledger"
        }
      throw Failure(in: description, reason)
    } catch {
      throw Failure(in: description, error.message)
    }
  }
}
