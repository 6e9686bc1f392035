import Tollgate
import TollgateLedger
import TollgateWire

/// Writes to customers: loads a customer, decides, and appends with the version that the decision was based on.
///
/// The writes to one customer wait for each other in a queue; the ledger lets writes to many customers share a commit.
///
/// Concurrency is optimistic: the ledger accepts a write only for the version it was decided on, and after a conflict
/// the decision is made again. A decision may therefore run several times, and has no effects of its own.
final class CustomerWriter: Sendable {
  /// How often a write is decided again because the customer was written to in between; then it fails as `busy`.
  ///
  /// Writes to one customer wait in its queue, so a conflict comes from what concerns two of them: a merge, a transfer,
  /// a shared trial, or a claim that another customer made first.
  static let attempts = 8

  let records: CustomerRecords
  let queue = CustomerQueue()

  init(_ records: CustomerRecords) { self.records = records }

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
    _ decide: (CustomerRecord, Instant) async throws(Problem) -> WriteDecision
  ) async throws(Problem) -> WriteResult {
    let queueKey = CustomerKey(app: app.id, customer: other ?? customer)
    return try await queue.run(queueKey) { () async throws(Problem) -> WriteResult in
      for _ in 0..<Self.attempts {
        let record = try await records.recordOrNew(of: customer, in: app)
        // The retry, authenticated with the customer's token, reports the deletion.
        guard !record.isErased else { throw Self.busy }
        let now = try records.instant(for: record)
        switch try await decide(record, now) {
        case .nothing: return WriteResult(record: record, at: now)
        case .replay(let answer):
          return WriteResult(record: record, at: now, answer: answer, isReplay: true)
        case .append(let change):
          switch try await append(change, to: record, in: app) {
          case .version(let version, let access):
            return try await commit(change, to: record, version: version, access, in: app)
          case .answered(let first):
            return WriteResult(record: record, at: now, answer: first, isReplay: true)
          case .conflict: continue
          }
        }
      }
      throw Self.busy
    }
  }

  /// Caches the customers that a commit wrote to, as they are afterwards.
  ///
  /// A merge makes another customer part of this one, so both are read again instead of being derived from the change.
  ///
  /// - Parameters:
  ///   - change: What was appended.
  ///   - record: The record it was decided on.
  ///   - version: The customer's version after it.
  ///   - access: The access to the cache that began before the append, which ends here.
  ///   - app: The app.
  /// - Returns: The record afterwards, with what was appended.
  /// - Throws: `Problem` if a customer cannot be read again; the change is committed all the same.
  private func commit(
    _ change: Change, to record: CustomerRecord, version: Int, _ access: RecordCache.Access,
    in app: ServedApp
  ) async throws(Problem) -> WriteResult {
    var written: CustomerRecord?
    defer { records.cache.end(access, caching: written) }
    if !change.others.isEmpty {
      // The write holds even if a read below fails, so nothing older may stay cached.
      for customer in change.others + [record.id] { records.forget(customer, in: app) }
      for other in change.others { try await records.reload(other, in: app) }
    }
    guard change.absorbs == nil else {
      return try await completeMerge(into: record.id, change, in: app)
    }
    let result = change.record(after: record, version: version)
    written = result
    return WriteResult(
      record: result, at: change.at, facts: change.facts, answer: change.answer)
  }
}

extension CustomerWriter {
  /// The ledger's reaction to a change.
  private enum Outcome {
    /// It was appended: the customer's new version, and the access to the cache that began before, which is to end.
    case version(Int, RecordCache.Access)
    /// The idempotency key has an answer already.
    case answered(LedgerAnswer)
    /// A customer or a claim has changed since the decision.
    case conflict
  }

  static let busy = Problem(
    .busy, "The customer is being written to by too many requests.")

  /// Appends a change, and forgets the cached records it was based on if they turn out to be outdated.
  private func append(
    _ change: Change, to record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> Outcome {
    let access = records.cache.begin(CustomerKey(app: app.id, customer: record.id))
    do throws(LedgerError) {
      let version = try await records.append(
        LedgerWrite(
          app: app.id, customer: record.id, expectedVersion: record.version,
          facts: change.facts, at: change.at, claims: change.claims, answer: change.answer,
          credentials: change.credentials, absorbs: change.absorbs, releases: change.releases,
          endsSessions: change.endsSessions, audit: change.audit))
      return .version(version, access)
    } catch {
      records.cache.end(access, caching: nil)
      if let first = error.answer { return .answered(first) }
      guard error.isOvertaken else { throw Problem(error) }
      for customer in change.others + [record.id] { records.forget(customer, in: app) }
      return .conflict
    }
  }

  /// Reads two merged customers again, and appends what follows from facts that arrived in between.
  private func completeMerge(
    into customer: Customer.ID, _ change: Change, in app: ServedApp
  ) async throws(Problem) -> WriteResult {
    records.forget(customer, in: app)
    for _ in 0..<Self.attempts {
      guard let merged = try await records.reload(customer, in: app) else { break }
      let now = try records.instant(for: merged)
      let more = try await self.change(on: merged, in: app, at: now) { customer, history in
        app.blueprint.record([], for: customer, at: now, history: history)
      }
      var result = WriteResult(
        record: merged, at: now, facts: change.facts, answer: change.answer)
      guard !more.isEmpty else { return result }
      switch try await append(more, to: merged, in: app) {
      case .version(let version, let access):
        result.record = more.record(after: merged, version: version)
        records.cache.end(access, caching: result.record)
        result.facts += more.facts
        return result
      case .answered: throw Self.busy
      case .conflict: continue
      }
    }
    throw Self.busy
  }
}

extension Change {
  /// The record that a change leads to, without reading it from the ledger.
  fileprivate func record(after record: CustomerRecord, version: Int) -> CustomerRecord {
    var customer = customer ?? record.customer
    if self.customer == nil { for fact in facts { customer.join(fact) } }
    return CustomerRecord(
      id: record.id, version: version, customer: customer, mergedInto: record.mergedInto,
      absorbed: record.absorbed,
      sessionGeneration: record.sessionGeneration + (endsSessions ? 1 : 0))
  }
}

extension LedgerError {
  /// Whether another write came first, so that the decision is made again on its result.
  fileprivate var isOvertaken: Bool { code == .conflict || code == .claimed }
}
