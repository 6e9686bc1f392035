import Tollgate
import TollgateLedger

/// A ledger that forwards to another one what it does not change.
protocol ForwardingLedger: Ledger {
  var current: SQLiteLedger { get }
}

extension ForwardingLedger {
  var administration: any LedgerAdministration { current.administration }

  func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID> {
    try await current.erase(erasure)
  }

  func keep(
    _ token: LedgerSignInToken, of customer: Customer.ID, in app: Blueprint.App.ID,
    at instant: Instant
  ) async throws(LedgerError) {
    try await current.keep(token, of: customer, in: app, at: instant)
  }

  func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerRevocation] {
    try await current.revocations(dueAt: instant, in: app, limit: limit, lease: lease)
  }

  func settle(
    _ revocation: LedgerRevocation, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    try await current.settle(revocation, in: app, next: next)
  }

  func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    try await current.record(of: customer, in: app)
  }

  func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    try await current.answer(to: key, of: customer, in: app)
  }

  func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    try await current.owner(of: claim, in: app)
  }

  func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    try await current.credentials(of: email, in: app)
  }

  func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    try await current.attempts(of: subject, in: app, at: instant)
  }

  func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await current.add(attempts, in: app, at: instant)
  }

  func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await current.forgetAttempts(of: subject, in: app)
  }

  func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await current.save(code, in: app, at: instant)
  }

  func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    try await current.use(code, in: app, at: instant)
  }

  func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await current.entries(after: sequence, in: app, limit: limit)
  }

  func history(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [RecordedFact] {
    try await current.history(of: customer, in: app)
  }

  func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID,
    limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck] {
    try await current.checks(
      dueAt: instant, of: environment, in: app, limit: limit, lease: lease)
  }

  func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for lease: LedgerLease, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    try await current.take(task, in: app, for: lease, at: instant)
  }

  func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    try await current.settle(check, in: app, next: next)
  }

  func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    try await current.instant(of: mark, in: app)
  }

  func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    try await current.advance(mark, in: app, to: instant)
  }

  func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await current.refuse(refusal, in: app)
  }

  func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    try await current.refusals(notJudgedUnder: revision, in: app, limit: limit)
  }

  func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await current.forgetRefusal(of: notification, in: app)
  }

  func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await current.see(customer, in: app, at: instant)
  }

  func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    try await current.prune(pruning)
  }

  func save(
    _ key: LedgerSecretKey, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await current.save(key, in: app)
  }

  func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    try await current.secretKey(id, in: app)
  }

  func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    try await current.secretKeys(in: app)
  }

  func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await current.lifecycle(of: customer, in: app, through: sequence)
  }

  func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await current.property(property)
  }
}
