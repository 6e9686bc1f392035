import Synchronization
import Tollgate
import TollgateLedger

/// A ledger in memory that can be reset to any earlier state, or to another one.
final class RewindableLedger: ForwardingLedger {
  private let inner = Mutex(SQLiteLedger.inMemory())
  private let log = Mutex<[LedgerWrite]>([])
  private let reads = Mutex<[LedgerClaim]>([])
  private let properties = SQLiteLedger.inMemory()

  /// What was written, in order.
  var writes: [LedgerWrite] { log.withLock { $0 } }

  /// The claims whose owner was read, in order.
  var claimReads: [LedgerClaim] { reads.withLock { $0 } }

  var current: SQLiteLedger { inner.withLock { $0 } }

  /// Discards everything, and writes this instead.
  func rewind(to writes: [LedgerWrite]) async throws {
    let ledger = SQLiteLedger.inMemory()
    for write in writes { _ = try await ledger.append(write) }
    inner.withLock { $0 = ledger }
    log.withLock { $0 = writes }
    reads.withLock { $0 = [] }
  }

  /// Everything stored that a response can depend on, except the number of writes.
  struct State: Hashable {
    struct Page: Hashable {
      let customer: Customer
      let mergedInto: Customer.ID?
    }

    var pages: [Customer.ID: Page] = [:]
    var claims: [LedgerClaim: Customer.ID] = [:]
  }

  /// What is kept now.
  func state() async throws -> State {
    var state = State()
    for write in writes {
      for id in write.touched where state.pages[id] == nil {
        if let record = try await current.record(of: id, in: write.app) {
          state.pages[id] = State.Page(customer: record.customer, mergedInto: record.mergedInto)
        }
      }
      for claim in write.claims {
        state.claims[claim] = try await current.owner(of: claim, in: write.app)
      }
    }
    return state
  }

  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    let version = try await current.append(write)
    log.withLock { $0.append(write) }
    return version
  }

  func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    reads.withLock { $0.append(claim) }
    return try await current.owner(of: claim, in: app)
  }

  func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await properties.property(property)
  }

  func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    try await properties.set(property, to: value)
  }

  func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(LedgerError) -> Bool {
    try await properties.replace(property, expected, with: value)
  }
}

extension LedgerWrite {
  /// The customers who are written to.
  var touched: [Customer.ID] {
    [customer] + [absorbs?.customer].compactMap { $0 } + releases.map(\.customer)
  }
}
