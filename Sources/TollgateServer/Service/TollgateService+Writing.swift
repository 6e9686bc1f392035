import Tollgate
import TollgateLedger
import TollgateWire

/// What a decision asks to append, whole or not at all.
struct Change {
  var facts: [Fact] = []
  /// The customer with the facts taken in, where the decision has it at hand.
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

/// What follows from a decision.
enum Step {
  /// Append, and answer after the commit.
  case append(Change)
  /// Append nothing.
  case nothing
  /// Repeat the first answer.
  case replay(LedgerAnswer)

  /// Appends a change unless it is empty.
  static func appending(_ change: Change) -> Step { change.isEmpty ? .nothing : .append(change) }
}

/// What a write led to.
struct Written {
  let record: CustomerRecord
  var facts: [Fact] = []
  var answer: LedgerAnswer?
  var isReplay = false
}

extension TollgateService {
  /// The customer's record, from the cache or the ledger; nil for one that was never written.
  func load(_ key: CustomerKey) async throws(Problem) -> CustomerRecord? {
    if let record = cache.record(key) { return record }
    return try await reload(key)
  }

  func reload(_ key: CustomerKey) async throws(Problem) -> CustomerRecord? {
    do {
      guard let record = try await ledger.record(of: key.customer, in: key.app) else { return nil }
      cache.keep(record, key)
      return record
    } catch {
      throw Problem(error)
    }
  }

  func owner(of claim: LedgerClaim, in app: ServedApp) async throws(Problem) -> Customer.ID? {
    do {
      return try await ledger.owner(of: claim, in: app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// Decides on the newest record, appends, and decides anew where the customer was written to in between.
  ///
  /// - Parameters:
  ///   - customer: The customer to write to; one that was never written has version 0.
  ///   - app: The app.
  ///   - now: The server's clock.
  ///   - decide: Says what to append; called again after a conflict.
  /// - Returns: The record afterwards, and what was appended or answered before.
  /// - Throws: What the decision throws, or why the ledger did not take it.
  func write(
    to customer: Customer.ID, in app: ServedApp, at now: Instant,
    _ decide: (CustomerRecord) async throws(Problem) -> Step
  ) async throws(Problem) -> Written {
    let key = CustomerKey(app: app.id, customer: customer)
    return try await queue.run(key) { () async throws(Problem) -> Written in
      for _ in 0..<Self.attempts {
        let record =
          try await load(key) ?? CustomerRecord(id: customer, version: 0, customer: Customer())
        let change: Change
        switch try await decide(record) {
        case .nothing: return Written(record: record)
        case .replay(let answer): return Written(record: record, answer: answer, isReplay: true)
        case .append(let decided): change = decided
        }
        let version: Int
        do throws(LedgerError) {
          version = try await append(change, to: record, in: app, at: now)
        } catch {
          switch error.code {
          case .answered(let first): return Written(record: record, answer: first, isReplay: true)
          case .conflict, .claimed:
            cache.forget(key)
            for other in [change.absorbs, change.releases?.customer].compactMap({ $0 }) {
              cache.forget(CustomerKey(app: app.id, customer: other))
            }
            continue
          case .newerSchema, .readOnly, .full, .corrupt, .unavailable: throw Problem(error)
          }
        }
        if let other = change.releases?.customer {
          _ = try await reload(CustomerKey(app: app.id, customer: other))
        }
        if let absorbed = change.absorbs {
          return try await settle(record, absorbed, change, in: app, at: now)
        }
        let written = record.appending(change, version: version)
        cache.keep(written, key)
        return Written(record: written, facts: change.facts, answer: change.answer)
      }
      throw Problem(.busy, "The customer is being written to by too many requests.")
    }
  }

  private func append(
    _ change: Change, to record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(LedgerError) -> Int {
    try await ledger.append(
      LedgerWrite(
        app: app.id, customer: record.id, expectedVersion: record.version, facts: change.facts,
        at: now, claims: change.claims, answer: change.answer, credentials: change.credentials,
        absorbs: change.absorbs, releases: change.releases))
  }
}

extension TollgateService {
  /// Reads two customers who became one anew, and appends what follows from facts that came in between.
  private func settle(
    _ record: CustomerRecord, _ absorbed: Customer.ID, _ change: Change, in app: ServedApp,
    at now: Instant
  ) async throws(Problem) -> Written {
    let key = CustomerKey(app: app.id, customer: record.id)
    _ = try await reload(CustomerKey(app: app.id, customer: absorbed))
    cache.forget(key)
    for _ in 0..<Self.attempts {
      guard let merged = try await reload(key) else { break }
      let more = try await decide([], on: merged, in: app, at: now) { customer, history in
        app.blueprint.record([], customer, at: now, history: history)
      }
      guard !more.isEmpty else {
        return Written(record: merged, facts: change.facts, answer: change.answer)
      }
      do throws(LedgerError) {
        let version = try await append(more, to: merged, in: app, at: now)
        let written = merged.appending(more, version: version)
        cache.keep(written, key)
        return Written(record: written, facts: change.facts + more.facts, answer: change.answer)
      } catch {
        switch error.code {
        case .conflict, .claimed: cache.forget(key)
        case .answered, .newerSchema, .readOnly, .full, .corrupt, .unavailable:
          throw Problem(error)
        }
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

extension Problem {
  /// Says to a caller what the ledger said to the server, without its words.
  init(_ error: LedgerError) {
    switch error.code {
    case .conflict, .answered, .claimed:
      self.init(.busy, "The customer was written to at the same time.")
    case .full, .unavailable:
      self.init(.ledgerUnavailable, "The ledger cannot be used now.")
    case .readOnly, .newerSchema, .corrupt:
      self.init(.ledgerReadOnly, "The ledger cannot be used until an operator acts.")
    }
  }
}
