import Foundation
import Testing
import Tollgate
import TollgateLedger

/// The ledgers that pass the same contract.
enum LedgerKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case sqlite

  var testDescription: String { rawValue }

  /// Opens an empty ledger for the length of a test.
  func open(_ test: (any Ledger) async throws -> Void) async throws {
    switch self {
    case .memory: try await test(MemoryLedger())
    case .sqlite:
      let folder = try TemporaryFolder()
      let ledger = try SQLiteLedger(path: folder.file)
      try await test(ledger)
      try await ledger.close()
    }
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
