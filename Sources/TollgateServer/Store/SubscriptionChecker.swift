import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Asks the store about subscriptions whose period ended without an update or whose product changed, and records its
/// responses.
struct SubscriptionChecker: Sendable {
  enum Outcome: Hashable {
    /// The store was asked; the number of facts recorded, and whether the check has ended.
    case asked(facts: Int, hasEnded: Bool)
    /// The store's question about a refund was answered.
    case answered
    /// There was no need to ask or to answer.
    case settled
    /// The store or the ledger failed for this purchase alone; the check is retried later.
    case failed(String)
  }

  let updates: StoreUpdateRecorder

  var records: CustomerRecords { updates.writer.records }

  /// The checks of one environment that are due, the longest overdue first, taken for a lease.
  func dueChecks(
    of environment: StoreEnvironment, in app: ServedApp, at now: Instant, limit: Int,
    lease: LedgerLease?
  ) async throws(Problem) -> [LedgerCheck] {
    try await Problem.catching(
      await records.ledger.checks(
        dueAt: now, of: environment, in: app.id, limit: limit, lease: lease))
  }

  /// Asks the store about one purchase if needed, records its response, and schedules the next check; or answers the
  /// store's question about a refund of it.
  ///
  /// - Returns: The outcome; a failure of this purchase postpones only this check.
  /// - Throws: `ServerAPIError` with code `rateLimited`, `unauthorized` or `cancelled`, which affect every purchase, or
  ///   a `Problem` of the ledger.
  func perform(
    _ check: LedgerCheck, in app: ServedApp, asking api: AppStoreServerAPI
  ) async throws -> Outcome {
    let now = records.clock()
    do {
      switch check.subject {
      case .period: return try await ask(about: check, in: app, asking: api, at: now)
      case .refund(let purchase):
        return try await answer(check, about: purchase, in: app, asking: api)
      case .replacement(let purchase):
        return try await ask(
          about: check, ofReplacedPeriodOf: purchase, in: app, asking: api, at: now)
      }
    } catch let error as ServerAPIError {
      guard !error.concernsEveryPurchase else { throw error }
      try await settle(check, in: app, next: error.isPermanent ? nil : check.nextTry(at: now))
      return .failed(error.code.rawValue)
    } catch let error as Problem {
      guard !error.concernsEveryPurchase else { throw error }
      try await settle(check, in: app, next: check.nextTry(at: now))
      return .failed(error.code.rawValue)
    }
  }

  /// Asks about a purchase at once, whatever is scheduled, and records the store's response.
  ///
  /// - Throws: `ServerAPIError`, or `Problem` if the response cannot be recorded.
  func ask(about purchase: PurchaseID, in app: ServedApp) async throws {
    guard let api = app.storeAPIs[purchase.environment] else { return }
    _ = try await record(try await StoreResponse(about: purchase, asking: api), in: app)
  }

  /// Asks about a subscription whose period ended.
  private func ask(
    about check: LedgerCheck, in app: ServedApp, asking api: AppStoreServerAPI, at now: Instant
  ) async throws -> Outcome {
    switch CheckPlan(check, try await holder(of: check.purchase, in: app), at: now) {
    case .wait(let until):
      try await settle(check, in: app, next: until)
      return .settled
    case .end:
      try await settle(check, in: app, next: nil)
      return .settled
    case .ask: break
    }
    let response = try await StoreResponse(about: check.purchase, asking: api)
    let facts = try await record(response, in: app)
    guard !response.ended.contains(check.purchase) else {
      try await settle(check, in: app, next: nil)
      return .asked(facts: facts, hasEnded: true)
    }
    let next: Instant? =
      switch CheckPlan(check, try await holder(of: check.purchase, in: app), at: now) {
      case .ask: check.nextTry(at: now)
      case .wait(let until): until
      case .end: nil
      }
    // If a later period was recorded, its own check is already scheduled and this changes nothing.
    try await settle(check, in: app, next: next)
    return .asked(facts: facts, hasEnded: next == nil)
  }

  /// Asks what the store returned of a period that another product replaced, unless it has already signed that.
  private func ask(
    about check: LedgerCheck, ofReplacedPeriodOf purchase: PurchaseID, in app: ServedApp,
    asking api: AppStoreServerAPI, at now: Instant
  ) async throws -> Outcome {
    func isKnown() async throws(Problem) -> Bool {
      let replaced = try await holder(of: purchase, in: app).replacedTransactions
      return !replaced.contains { $0.purchase == purchase }
    }
    guard try await !isKnown() else {
      try await settle(check, in: app, next: nil)
      return .settled
    }
    let facts = try await record(try await StoreResponse(about: purchase, asking: api), in: app)
    let next = try await isKnown() ? nil : check.nextTry(at: now)
    try await settle(check, in: app, next: next)
    return .asked(facts: facts, hasEnded: next == nil)
  }

  /// Records a response, and returns how many facts were new.
  private func record(_ response: StoreResponse, in app: ServedApp) async throws(Problem) -> Int {
    var facts = 0
    for update in response.subscriptions { facts += try await updates.record(update, in: app) }
    for update in response.history {
      let update = update.unknown(to: try await holder(of: update.purchase, in: app))
      if !update.facts.isEmpty { facts += try await updates.record(update, in: app) }
    }
    return facts
  }

  /// The facts of the customer who has a purchase; empty if nobody has it.
  private func holder(
    of purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> Customer {
    guard let owner = try await records.owner(of: .purchase(purchase), in: app) else {
      return Customer()
    }
    return try await records.recordOrNew(of: owner, in: app).customer
  }

  /// Schedules the next check of a purchase; nil ends its checks until a later period is recorded.
  func settle(
    _ check: LedgerCheck, in app: ServedApp, next: Instant?
  ) async throws(Problem) {
    try await Problem.catching(await records.ledger.settle(check, in: app.id, next: next))
  }
}

extension ServerAPIError {
  /// Whether the next purchase would fail too, so that the round stops.
  var concernsEveryPurchase: Bool {
    switch reason {
    case .rateLimited, .unauthorized, .cancelled: true
    case .invalidRequest, .refused, .failed, .notReached, .answerUnreadable, .unverified: false
    }
  }

  /// Whether the store will not know the purchase later either.
  var isPermanent: Bool {
    switch reason {
    case .invalidRequest: true
    case .refused: !isRetryable
    case .rateLimited, .unauthorized, .cancelled, .failed, .notReached, .answerUnreadable,
      .unverified:
      false
    }
  }
}

extension Problem {
  fileprivate var concernsEveryPurchase: Bool {
    [.ledgerUnavailable, .ledgerReadOnly].contains(code)
  }
}

extension LedgerCheck {
  /// When a check that brought nothing new is retried; nil once that is of no use.
  fileprivate func nextTry(at now: Instant) -> Instant? {
    switch subject {
    case .period: CheckBackOff.next(after: tries, at: now)
    case .refund: SubscriptionChecker.nextAnswer(to: self, at: now)
    case .replacement: now < periodEnd ? CheckBackOff.next(after: tries, at: now) : nil
    }
  }
}

/// How long a check that brought nothing new is postponed.
enum CheckBackOff {
  /// The waits after the first check, the second and so on, from a minute to a day; the last one repeats.
  static let waits: [Duration] = [60, 300, 900, 3600, 10_800, 43_200, 86_400].map { .seconds($0) }

  /// When a check is retried after a number of tries that brought nothing new, counted from 0.
  static func next(after tries: Int, at now: Instant) -> Instant {
    now.advanced(by: waits[min(max(tries, 0), waits.count - 1)])
  }
}
