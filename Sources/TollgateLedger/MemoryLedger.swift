import Synchronization
public import Tollgate

/// A ledger that lives as long as the process: for tests, scenarios and the playground.
public final class MemoryLedger: Ledger {
  private let apps = Mutex<[Blueprint.App.ID: MemoryBook]>([:])
  private let sequence = Mutex(0)
  private let secrets = Mutex<[String: [UInt8]]>([:])

  /// Opens an empty ledger.
  public init() {}

  /// Everything recorded of a customer, and of those merged into it; nil for one that was never written.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    apps.withLock { $0[app]?.record(of: customer) }
  }

  /// Appends facts and whatever goes with them, whole or not at all.
  public func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    try apps.withLock { (apps) throws(LedgerError) in
      var book = apps.removeValue(forKey: write.app) ?? MemoryBook()
      defer { apps[write.app] = book }
      try book.check(write)
      return sequence.withLock { book.apply(write, sequence: &$0) }
    }
  }

  /// The first answer given under an idempotency key, byte for byte; nil where there was none.
  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    apps.withLock { $0[app]?.answer(to: key, of: customer) }
  }

  /// Who owns a claim; nil where nobody does.
  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    apps.withLock { $0[app]?.claims[claim] }
  }

  /// The account opened with an email address, lowercased; nil where there is none.
  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    apps.withLock { $0[app]?.credentials[email] }
  }

  /// The app's entries after a sequence number, oldest first.
  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    apps.withLock { $0[app]?.entries(after: sequence, limit: limit) ?? [] }
  }

  /// The subscriptions of one environment to ask the store about at an instant, the longest overdue first.
  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerCheck] {
    apps.withLock { $0[app]?.checks(dueAt: instant, of: environment, limit: limit) ?? [] }
  }

  /// Puts a check off, or ends it; nothing changes where the subscription has another check by now.
  public func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.settle(check, next: next) }
  }

  /// The instant remembered under a name; nil where none is.
  public func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    apps.withLock { $0[app]?.marks[mark] }
  }

  /// Remembers an instant under a name; an earlier one than is remembered changes nothing.
  public func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryBook()].advance(mark, to: instant) }
  }

  /// Keeps a refused notification, in place of an earlier refusal of the same one.
  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryBook()].refuse(refusal) }
  }

  /// The refused notifications that were not judged under a configuration revision, the oldest first.
  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    apps.withLock { $0[app]?.refusals(notJudgedUnder: revision, limit: limit) ?? [] }
  }

  /// Forgets a refused notification, as once it is recorded after all; one that is not kept changes nothing.
  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.forgetRefusal(of: notification) }
  }

  /// A secret that stays the same for the life of the ledger, made on first use.
  public func secret(
    _ name: String, make: @escaping @Sendable () -> [UInt8]
  ) async throws(LedgerError) -> [UInt8] {
    secrets.withLock { secrets in
      if let secret = secrets[name] { return secret }
      let secret = make()
      secrets[name] = secret
      return secret
    }
  }
}
