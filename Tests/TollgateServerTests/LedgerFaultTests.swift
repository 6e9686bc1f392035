import AppStoreSimulator
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("A ledger that fails, restarts or has concurrent writers")
struct LedgerFaultTests {
  @Test(
    "a ledger failure says whether to retry, and nothing is assumed to be written",
    arguments: [
      (.unavailable, .ledgerUnavailable), (.full, .ledgerUnavailable),
      (.readOnly, .ledgerReadOnly), (.corrupt, .ledgerReadOnly),
      (.newerSchema, .ledgerUnavailable), (.moved, .ledgerUnavailable),
    ] as [(LedgerError.Code, ProblemCode)])
  func failure(fault: LedgerError.Code, code: ProblemCode) async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let before = try await phone.membership()
    ledger.fail(with: fault)
    let refused = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    #expect(refused.status == 503)
    #expect(refused.body.contains("\"code\":\"\(code.rawValue)\""))
    #expect(refused.headers["Retry-After"] == (code.isRetryable ? "1" : nil))
    #expect(try await phone.membership() == before)
    ledger.fail(with: nil)
    #expect(try await phone.use("custom-drill", key: "drill").facts.count == 1)
  }

  @Test("a write that lost a race is decided again on the other's result")
  func overtaken() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let record = try #require(try await ledger.record(of: phone.id, in: server.app))
    _ = try await phone.snapshot()
    // Another writer uses up the free drill, unknown to the server's cache.
    let use = Use(feature: "custom-drill", key: "other", origin: phone.id, at: server.now)
    _ = try await ledger.append(
      LedgerWrite(
        app: server.app, customer: phone.id, expectedVersion: record.version, facts: [.use(use)],
        at: server.now))
    #expect(try await phone.refusal(of: "quick-drill", key: "quick") == nil)
    #expect(try await phone.refusal(of: "custom-drill", key: "drill")?.limit?.used == 1)
  }

  @Test("a restart over the same file keeps tokens, trials, purchases and responses")
  func restart() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("ledger.sqlite").path
    let file = try SQLiteLedger(path: path)
    let first = try await TestServer("coach-paid", ledger: file)
    var phone = try await first.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    let used = try await first.exchange(.use("send-message"), token: phone.token, key: "hello")
    let membership = try await phone.membership()
    #expect(membership.phase == .trial)
    let entries = try await first.entries()
    try await file.close()

    let second = try await TestServer("coach-paid", ledger: try SQLiteLedger(path: path))
    let after: MembershipSummary = try await second.send(.membership, token: phone.token)
    #expect(after == membership)
    let again = try await second.exchange(.use("send-message"), token: phone.token, key: "hello")
    #expect(again.body == used.body)
    let session: SessionResponse = try await second.send(
      .signIn, json: CredentialsRequest(email: "ada@example.com", password: "correct horse"))
    #expect(session.snapshot.id == phone.id)
    #expect(try await second.entries() == entries)
  }
}

/// A ledger that rejects writes on request, and lets a test act between a decision and its commit.
final class FaultyLedger: ForwardingLedger {
  let isShared: Bool
  let current = SQLiteLedger.inMemory()
  private let recordReads = Mutex(0)
  private let fault = Mutex<LedgerError.Code?>(nil)
  private let merging = Mutex<(@Sendable () async -> Void)?>(nil)
  private let changing = Mutex<(left: Int, act: @Sendable () async -> Void)?>(nil)
  private let probes = Mutex(0)
  private let gate = Mutex<Gate?>(nil)
  private let readGate = Mutex<Gate?>(nil)
  private let writeGate = Mutex<Gate?>(nil)

  /// Holds a read or a write until the test opens it.
  final class Gate: Sendable {
    private let arrivals = AsyncStream.makeStream(of: Void.self)
    private let openings = AsyncStream.makeStream(of: Void.self)

    /// Waits until a read or a write is held.
    func reached() async { for await _ in arrivals.stream { return } }

    func open() { openings.continuation.yield() }

    fileprivate func pass() async {
      arrivals.continuation.yield()
      for await _ in openings.stream { return }
    }
  }

  init(isShared: Bool = false) { self.isShared = isShared }

  /// How often all facts of a customer were read.
  var recordReadCount: Int { recordReads.withLock { $0 } }

  /// How often the readiness check wrote.
  var probeCount: Int { probes.withLock { $0 } }

  /// Holds the next write of the readiness check.
  func holdProbe() -> Gate {
    let new = Gate()
    gate.withLock { $0 = new }
    return new
  }

  /// Holds what the next read of a record has read.
  func holdRead() -> Gate {
    let new = Gate()
    readGate.withLock { $0 = new }
    return new
  }

  /// Holds the answer to the next write, which is committed.
  func holdWrite() -> Gate {
    let new = Gate()
    writeGate.withLock { $0 = new }
    return new
  }

  private static func take(_ gate: borrowing Mutex<Gate?>) -> Gate? {
    gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
  }

  func fail(with code: LedgerError.Code?) { fault.withLock { $0 = code } }

  /// Acts once, before the next write that merges a customer.
  func beforeMerge(_ act: @escaping @Sendable () async -> Void) { merging.withLock { $0 = act } }

  /// Acts once, before one of the next changes of properties; 0 means the first of them.
  func beforeChange(_ number: Int, _ act: @escaping @Sendable () async -> Void) {
    changing.withLock { $0 = (number, act) }
  }

  private func actBeforeChange() async {
    let act: (@Sendable () async -> Void)? = changing.withLock { next in
      guard let known = next else { return nil }
      next = known.left > 0 ? (known.left - 1, known.act) : nil
      return known.left > 0 ? nil : known.act
    }
    await act?()
  }

  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    if write.absorbs != nil {
      let act = merging.withLock { act in
        defer { act = nil }
        return act
      }
      await act?()
    }
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
    let version = try await current.append(write)
    await Self.take(writeGate)?.pass()
    return version
  }

  func begin(
    _ write: LedgerWrite, completion: @escaping @Sendable (Result<Int, LedgerError>) -> Void
  ) -> Bool {
    guard let code = fault.withLock({ $0 }) else {
      return writeGate.withLock { $0 == nil } && current.begin(write, completion: completion)
    }
    completion(.failure(LedgerError(code, "as the test says")))
    return true
  }

  func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID> {
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
    return try await current.erase(erasure)
  }

  func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    let record = try await current.record(of: customer, in: app)
    recordReads.withLock { $0 += 1 }
    await Self.take(readGate)?.pass()
    return record
  }

  func version(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int? {
    try await current.version(of: customer, in: app)
  }

  func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    if mark.name == "readiness" { try await probe() }
    try await current.advance(mark, in: app, to: instant)
  }

  private func probe() async throws(LedgerError) {
    probes.withLock { $0 += 1 }
    let held = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    await held?.pass()
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
  }

  func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
    try await current.see(customer, in: app, at: instant)
  }

  func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
    return try await current.prune(pruning)
  }

  func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    await actBeforeChange()
    try await current.set(property, to: value)
  }

  func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(LedgerError) -> Bool {
    if let code = fault.withLock({ $0 }) { throw LedgerError(code, "as the test says") }
    await actBeforeChange()
    return try await current.replace(property, expected, with: value)
  }
}
