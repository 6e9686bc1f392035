import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

/// The ledgers that pass the same contract.
enum LedgerKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case sqlite
  case postgresql

  /// PostgreSQL takes part where there is a server for tests; elsewhere `PostgreSQLContractTests` is skipped for all of them.
  static let allCases: [LedgerKind] =
    PostgreSQLServer.address == nil ? [.memory, .sqlite] : [.memory, .sqlite, .postgresql]

  /// Tests that have connections open at the same time.
  private static let connected = Turnstile(limit: 12)

  var testDescription: String { rawValue }

  /// Opens an empty ledger for the length of a test.
  func open(_ test: (any Ledger) async throws -> Void) async throws {
    switch self {
    case .memory: try await test(SQLiteLedger.inMemory())
    case .sqlite:
      let folder = try TemporaryFolder()
      let ledger = try SQLiteLedger(path: folder.file)
      try await test(ledger)
      try await ledger.close()
    case .postgresql:
      let address = try PostgreSQLAddress(PostgreSQLServer.address ?? "")
      await Self.connected.enter()
      do {
        try await openPostgreSQL(address, test)
      } catch {
        await Self.connected.leave()
        throw error
      }
      await Self.connected.leave()
    }
  }

  /// A test's ledger is a schema of its own, which is dropped afterwards.
  private func openPostgreSQL(
    _ address: PostgreSQLAddress, _ test: (any Ledger) async throws -> Void
  ) async throws {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    var limits = PostgreSQLLimits()
    limits.writers = 2
    limits.readers = 2
    let ledger = try await PostgreSQLLedger(address, schema: name, limits: limits)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await test(ledger))
    } catch {
      outcome = .failure(error)
    }
    try await ledger.write("DROP SCHEMA \(name) CASCADE", [])
    await ledger.close()
    try outcome.get()
  }
}

/// Lets a limited number of tasks pass at the same time; the others wait in line.
actor Turnstile {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { free = limit }

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String
  /// The ledger file in it.
  var file: String { path + "/ledger.sqlite" }

  init() throws {
    path = NSTemporaryDirectory() + "ledger-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("The test's folder stays behind: \(error)")
    }
  }
}

extension Instant {
  static let start = Instant(milliseconds: 1_767_225_600_000)

  func after(seconds: Int64) -> Instant { adding(milliseconds: seconds * 1000) }
}

extension LedgerWrite {
  /// A write of the app `coach` at the start of the tests' time.
  static func of(
    _ customer: Customer.ID, at version: Int, _ facts: [Fact] = [], claims: [LedgerClaim] = [],
    answer: LedgerAnswer? = nil, credentials: LedgerCredentials? = nil,
    absorbs: Customer.ID? = nil, with absorbedVersion: Int = 1,
    app: Blueprint.App.ID = "coach"
  ) -> LedgerWrite {
    LedgerWrite(
      app: app, customer: customer, expectedVersion: version, facts: facts, at: .start,
      claims: claims, answer: answer, credentials: credentials,
      absorbs: absorbs.map { LedgerMerge(customer: $0, expectedVersion: absorbedVersion) })
  }
}

extension Fact {
  static func reached(_ milestone: Milestone.ID, seconds: Int64 = 0) -> Fact {
    .milestone(MilestoneReached(milestone: milestone, at: .start.after(seconds: seconds)))
  }

  static func used(_ key: String, by customer: Customer.ID) -> Fact {
    .use(Use(feature: "send-message", key: Idempotency.Key(key), origin: customer, at: .start))
  }
}

extension LedgerAnswer {
  static func of(_ key: Idempotency.Key, _ body: [UInt8] = Array("{}".utf8)) -> LedgerAnswer {
    LedgerAnswer(key: key, purpose: "use send-message", status: 200, body: body)
  }
}

/// The code of the ledger error that a call throws; nil where it succeeds.
func code(_ call: () async throws -> some Any) async throws -> LedgerError.Code? {
  try await refusal(call)?.code
}

/// The ledger error that a call throws; nil where it succeeds.
func refusal(_ call: () async throws -> some Any) async throws -> LedgerError? {
  do {
    _ = try await call()
    return nil
  } catch let error as LedgerError {
    return error
  }
}
