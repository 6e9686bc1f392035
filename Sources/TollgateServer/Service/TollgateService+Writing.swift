import Tollgate
import TollgateLedger
import TollgateWire

/// A change that a decision appends, atomically.
struct Change {
  /// The instant of the decision.
  let at: Instant
  var facts: [Fact] = []
  /// The customer with the facts merged in, if the decision has it at hand.
  var customer: Customer?
  var claims: [LedgerClaim] = []
  var answer: LedgerAnswer?
  var credentials: LedgerCredentials?
  var absorbs: Customer.ID?
  var releases: LedgerRelease?

  var isEmpty: Bool {
    facts.isEmpty && claims.isEmpty && answer == nil && credentials == nil && absorbs == nil
      && releases == nil
  }
}

/// The next step after a decision.
enum Step {
  /// Append, and respond after the commit.
  case append(Change)
  /// Append nothing.
  case nothing
  /// Return the first response again.
  case replay(LedgerAnswer)

  /// Appends a change unless it is empty.
  static func appending(_ change: Change) -> Step { change.isEmpty ? .nothing : .append(change) }
}

/// The result of a write.
struct Written {
  let record: CustomerRecord
  /// The instant of the decision; for a repeated request, the instant of the repetition.
  let at: Instant
  var facts: [Fact] = []
  var answer: LedgerAnswer?
  var isReplay = false
}

extension TollgateService {
  /// The customer's record, from the cache or the ledger; nil if it was never written.
  func load(_ key: CustomerKey) async throws(Problem) -> CustomerRecord? {
    if let record = cache.record(key) { return record }
    return try await reload(key)
  }

  func reload(_ key: CustomerKey) async throws(Problem) -> CustomerRecord? {
    var record: CustomerRecord
    do {
      guard let recorded = try await ledger.record(of: key.customer, in: key.app) else {
        return nil
      }
      record = recorded
    } catch {
      throw Problem(error)
    }
    if let app = apps[key.app] { record = try await allowed(record, in: app) }
    cache.keep(record, key)
    return record
  }

  func owner(of claim: LedgerClaim, in app: ServedApp) async throws(Problem) -> Customer.ID? {
    do {
      return try await ledger.owner(of: claim, in: app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the instant at which to decide for customers: the server's clock, but never before the instants it stamped
  /// for them.
  ///
  /// A clock that was set back therefore gives nobody a second allowance.
  ///
  /// - Parameter records: The customers.
  /// - Returns: The instant.
  /// - Throws: `Problem` with code `clock_behind` if the clock would have to be raised by over a day.
  func instant(for records: CustomerRecord?...) throws(Problem) -> Instant {
    let clock = clock()
    var now = clock
    for case let record? in records {
      guard let instant = record.customer.now(notBefore: clock) else {
        throw Problem(
          .clockBehind, "The server's clock is over a day behind what it recorded.",
          retryAfter: Self.clockRetrySeconds)
      }
      now = max(now, instant)
    }
    return now
  }

  /// Decides on the current record, appends, and decides again if the customer was written to in between.
  ///
  /// - Parameters:
  ///   - customer: The customer to write to; a new customer has version 0.
  ///   - app: The app.
  ///   - other: The customer whose queue the write waits in; nil means the customer's own.
  ///   - decide: Returns what to append, at an instant taken in the queue; called again after a conflict.
  /// - Returns: The record afterwards, and what was appended or returned before.
  /// - Throws: What the decision throws, or why the ledger rejected the write.
  func write(
    to customer: Customer.ID, in app: ServedApp, queuedWith other: Customer.ID? = nil,
    _ decide: (CustomerRecord, Instant) async throws(Problem) -> Step
  ) async throws(Problem) -> Written {
    let key = CustomerKey(app: app.id, customer: customer)
    let line = CustomerKey(app: app.id, customer: other ?? customer)
    return try await queue.run(line) { () async throws(Problem) -> Written in
      for _ in 0..<Self.attempts {
        let record =
          try await load(key) ?? CustomerRecord(id: customer, version: 0, customer: Customer())
        let now = try instant(for: record)
        let change: Change
        switch try await decide(record, now) {
        case .nothing: return Written(record: record, at: now)
        case .replay(let answer):
          return Written(record: record, at: now, answer: answer, isReplay: true)
        case .append(let decided): change = decided
        }
        let version: Int
        do throws(LedgerError) {
          version = try await append(change, to: record, in: app)
        } catch {
          if let first = error.answer {
            return Written(record: record, at: now, answer: first, isReplay: true)
          }
          guard error.isOvertaken else { throw Problem(error) }
          cache.forget(key)
          for other in [change.absorbs, change.releases?.customer].compactMap({ $0 }) {
            cache.forget(CustomerKey(app: app.id, customer: other))
          }
          continue
        }
        if let other = change.releases?.customer {
          _ = try await reload(CustomerKey(app: app.id, customer: other))
        }
        if let absorbed = change.absorbs {
          return try await settle(record, absorbed, change, in: app)
        }
        let written = record.appending(change, version: version)
        cache.keep(written, key)
        return Written(
          record: written, at: change.at, facts: change.facts, answer: change.answer)
      }
      throw Problem(.busy, "The customer is being written to by too many requests.")
    }
  }

  private func append(
    _ change: Change, to record: CustomerRecord, in app: ServedApp
  ) async throws(LedgerError) -> Int {
    try await ledger.append(
      LedgerWrite(
        app: app.id, customer: record.id, expectedVersion: record.version, facts: change.facts,
        at: change.at, claims: change.claims, answer: change.answer,
        credentials: change.credentials,
        absorbs: change.absorbs, releases: change.releases))
  }
}

extension TollgateService {
  /// Reads two merged customers again, and appends what follows from facts that arrived in between.
  private func settle(
    _ record: CustomerRecord, _ absorbed: Customer.ID, _ change: Change, in app: ServedApp
  ) async throws(Problem) -> Written {
    let key = CustomerKey(app: app.id, customer: record.id)
    _ = try await reload(CustomerKey(app: app.id, customer: absorbed))
    cache.forget(key)
    for _ in 0..<Self.attempts {
      guard let merged = try await reload(key) else { break }
      let now = try instant(for: merged)
      let more = try await decide([], on: merged, in: app, at: now) { customer, history in
        app.blueprint.record([], for: customer, at: now, history: history)
      }
      guard !more.isEmpty else {
        return Written(record: merged, at: now, facts: change.facts, answer: change.answer)
      }
      do throws(LedgerError) {
        let version = try await append(more, to: merged, in: app)
        let written = merged.appending(more, version: version)
        cache.keep(written, key)
        return Written(
          record: written, at: now, facts: change.facts + more.facts, answer: change.answer)
      } catch {
        guard error.isOvertaken else { throw Problem(error) }
        cache.forget(key)
      }
    }
    throw Problem(.busy, "The customer is being written to by too many requests.")
  }
}

extension CustomerRecord {
  fileprivate func appending(_ change: Change, version: Int) -> CustomerRecord {
    var after = change.customer ?? customer
    if change.customer == nil { for fact in change.facts { after.join(fact) } }
    return CustomerRecord(id: id, version: version, customer: after, mergedInto: mergedInto)
  }
}

extension LedgerError {
  /// Whether another write came first, so that the decision is made again on its result.
  fileprivate var isOvertaken: Bool { code == .conflict || code == .claimed }
}

extension Problem {
  /// Maps a ledger error to a problem, without its text.
  init(_ error: LedgerError) {
    switch error.code {
    case .conflict, .answered, .claimed:
      self.init(.busy, "The customer was written to at the same time.")
    case .readOnly, .newerSchema, .corrupt:
      self.init(.ledgerReadOnly, "The ledger cannot be used until an operator acts.")
    default:
      self.init(.ledgerUnavailable, "The ledger cannot be used now.")
    }
  }
}
