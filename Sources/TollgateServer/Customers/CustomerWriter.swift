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
  /// The ledger's versions already keep writes to one customer apart; queueing avoids deciding them repeatedly.
  let queue = TurnQueue<CustomerKey>()

  init(_ records: CustomerRecords) { self.records = records }

  /// Decides on the current record, appends, and decides again if the customer was written to in between.
  ///
  /// - Parameters:
  ///   - customer: The customer to write to; a new customer has version 0.
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
        case .append(let decided):
          let change = try await sharing(decided, on: record, in: app)
          switch try await append(change, to: record, in: app) {
          case .appended(let written):
            return try await complete(change, to: written, in: app)
          case .answered(let first):
            return WriteResult(record: record, at: now, answer: first, isReplay: true)
          case .conflict: continue
          }
        }
      }
      throw Self.busy
    }
  }

  /// Reads the other customers again that a change was committed to, and both after a merge.
  ///
  /// - Parameter written: The record that it leads to; without what a merge adds.
  /// - Returns: The record afterwards, with what was appended.
  /// - Throws: `Problem` if a customer cannot be read again; the change is committed all the same.
  private func complete(
    _ change: CustomerWrite, to written: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> WriteResult {
    // The write holds even if a read below fails, so nothing older may stay cached.
    let outdated = change.others + (change.absorbs == nil ? [] : [written.id])
    for customer in outdated { records.forget(customer, in: app) }
    for other in change.others { try await records.reload(other, in: app) }
    guard change.absorbs == nil else {
      return try await completeMerge(into: written.id, change, in: app)
    }
    return WriteResult(
      record: written, at: change.at, facts: change.facts, answer: change.answer)
  }
}

extension CustomerWriter {
  /// The ledger's reaction to a change.
  enum Outcome {
    /// It was appended; the record that it leads to, without what a merge adds.
    case appended(CustomerRecord)
    /// The idempotency key has an answer already.
    case answered(LedgerAnswer)
    /// A customer or a claim has changed since the decision.
    case conflict
  }

  /// A change that is being appended; ``end(_:_:)`` ends it once.
  struct Appending: Sendable {
    fileprivate let key: CustomerKey
    /// The record that the change leads to, without what a merge adds.
    fileprivate let written: CustomerRecord
    /// The other customers that it writes to.
    fileprivate let others: [Customer.ID]
    fileprivate let isMerge: Bool
    fileprivate let access: RecordCache.Access
  }

  static let busy = Problem(
    .busy, "Too many concurrent requests for this customer. Try again.")

  /// Appends a change, and caches the record that it leads to, unless that has to be read after a merge.
  ///
  /// The cached records that it was based on are forgotten if they turn out to be outdated.
  private func append(
    _ change: CustomerWrite, to record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> Outcome {
    let (write, appending) = begin(change, to: record, in: app)
    let result: Result<Int, LedgerError>
    do throws(LedgerError) {
      result = .success(try await records.append(write))
    } catch {
      result = .failure(error)
    }
    let outcome = try end(appending, result)
    if case .appended = outcome,
      records.observability.unknownProducts.note(change.facts, in: app.blueprint)
    {
      await records.observability.unknownProducts.store(
        app.blueprint, in: records.ledger, records.observability.logger)
    }
    return outcome
  }

  /// Begins to append a change to a record; the caller asks the ledger for the write.
  func begin(
    _ change: CustomerWrite, to record: CustomerRecord, in app: ServedApp
  ) -> (LedgerWrite, Appending) {
    let key = CustomerKey(app: app.id, customer: record.id)
    let access = records.cache.begin(key)
    let written = CustomerRecord(
      id: record.id, version: record.version + 1, customer: change.customer(after: record),
      mergedInto: record.mergedInto, absorbed: record.absorbed,
      sessionGeneration: record.sessionGeneration + (change.endsSessions ? 1 : 0))
    let write = LedgerWrite(
      app: app.id, customer: record.id, expectedVersion: record.version,
      facts: change.facts, at: change.at, claims: change.claims, answer: change.answer,
      credentials: change.credentials, absorbs: change.absorbs, releases: change.releases,
      endsSessions: change.endsSessions, audit: change.audit,
      replacements: change.replacements(from: record, to: written))
    let appending = Appending(
      key: key, written: written, others: change.others, isMerge: change.absorbs != nil,
      access: access)
    return (write, appending)
  }

  /// Ends an append that was not passed to the ledger.
  func cancel(_ appending: Appending) { records.cache.end(appending.access, caching: nil) }

  /// Ends an append with the ledger's result, and caches the record that it leads to.
  func end(
    _ appending: Appending, _ result: Result<Int, LedgerError>
  ) throws(Problem) -> Outcome {
    var cached: CustomerRecord?
    defer { records.cache.end(appending.access, caching: cached) }
    switch result {
    case .success:
      if !appending.isMerge { cached = appending.written }
      return .appended(appending.written)
    case .failure(let error):
      if let first = error.answer { return .answered(first) }
      guard error.isOvertaken else { throw Problem(error) }
      for other in appending.others {
        records.cache.remove(CustomerKey(app: appending.key.app, customer: other))
      }
      records.cache.remove(appending.key)
      return .conflict
    }
  }

  /// Reads two merged customers again, and appends what follows from facts that arrived in between.
  private func completeMerge(
    into customer: Customer.ID, _ change: CustomerWrite, in app: ServedApp
  ) async throws(Problem) -> WriteResult {
    for _ in 0..<Self.attempts {
      guard let merged = try await records.reload(customer, in: app) else { break }
      let now = try records.instant(for: merged)
      let decided = try await self.change(on: merged, in: app, at: now) { customer, history in
        app.blueprint.record([], for: customer, at: now, history: history)
      }
      let more = try await sharing(decided, on: merged, in: app)
      var result = WriteResult(
        record: merged, at: now, facts: change.facts, answer: change.answer)
      guard !more.isEmpty else { return result }
      switch try await append(more, to: merged, in: app) {
      case .appended(let written):
        for other in more.others { records.forget(other, in: app) }
        for other in more.others { try await records.reload(other, in: app) }
        result.record = written
        result.facts += more.facts
        return result
      case .answered: throw Self.busy
      case .conflict: continue
      }
    }
    throw Self.busy
  }
}

extension CustomerWrite {
  /// The customer that a change leads to, without reading it from the ledger.
  func customer(after record: CustomerRecord) -> Customer {
    if let customer { return customer }
    var customer = record.customer
    for fact in facts { customer.join(fact) }
    return customer
  }

  /// The subscriptions in which, as the facts show for the first time, another product replaced a period.
  fileprivate func replacements(
    from before: CustomerRecord, to after: CustomerRecord
  ) -> [PurchaseID] {
    guard facts.contains(where: { $0.kind == .transaction }) else { return [] }
    let known = Set(before.customer.replacedTransactions.map(\.id))
    return Set(
      after.customer.replacedTransactions.filter { !known.contains($0.id) }.map(\.purchase)
    )
    .sorted { $0.description < $1.description }
  }
}

extension LedgerError {
  /// Whether another write came first, so that the decision is made again on its result.
  fileprivate var isOvertaken: Bool { code == .conflict || code == .claimed }
}

/// The result of a write that was committed, unnecessary, or made before.
struct WriteResult {
  var record: CustomerRecord
  /// The instant of the decision; for a repeated request, the instant of the repetition.
  let at: Instant
  /// The facts that were appended by this request; empty for a repeated one.
  var facts: [Fact] = []
  /// The response kept under the idempotency key, whether stored now or before; nil for a write without a key.
  var answer: LedgerAnswer?
  /// Whether the answer was stored by an earlier request with the same key.
  var isReplay = false
}
