import Tollgate
import TollgateLedger
import TollgateWire

/// A requested use, with names and a cost that the blueprint allows.
struct RequestedUse: Sendable {
  let feature: Feature.ID
  let handle: FeatureHandle
  let item: Item.ID?
  let cost: Int?
  let parent: Parent.ID?
  let key: Idempotency.Key
  let isReport: Bool
  /// Whether, of a report, a rule without a limit allowed it on the device.
  var isUnlimited = false
  /// What its idempotency key is used for.
  let purpose: String
}

/// What follows from a requested use.
enum UseDecision {
  /// It is appended, with its response.
  case append(CustomerWrite)
  /// It was made before, and gets its first response.
  case made
  /// It is denied, unless the ledger has a response to its key.
  case denied(Denial)
}

extension FeatureUses {
  /// Checks what a use names; the parameters and errors are those of
  /// ``use(_:item:cost:parent:key:isReport:isUnlimited:by:)``.
  func requested(
    _ feature: Feature.ID, item: Item.ID?, cost: Int?, parent: Parent.ID?, key: Idempotency.Key,
    isReport: Bool, isUnlimited: Bool = false, in app: ServedApp
  ) throws(Problem) -> RequestedUse {
    try NameLength.check(item)
    try NameLength.check(parent)
    let handle = try app.handle(of: feature)
    try app.check(cost: cost, of: feature)
    // A device that missed the response to a use without an item reports the item that is named by the key.
    let own = item?.rawValue == key.rawValue ? nil : item
    var purpose = "use \(feature)"
    if let own { purpose += " of \(own)" }
    if let cost { purpose += " for \(cost)" }
    if let parent { purpose += " in \(parent)" }
    return RequestedUse(
      feature: feature, handle: handle, item: item, cost: cost, parent: parent, key: key,
      isReport: isReport, isUnlimited: isUnlimited, purpose: purpose)
  }

  /// Makes any use, in a task.
  func use(
    _ use: RequestedUse, by caller: Caller
  ) async throws(Problem) -> StoredResponse<UseResponse> {
    let result = try await write(by: caller) { (state) async throws(Problem) -> WriteDecision in
      switch try decide(use, on: state, by: caller) {
      case .append(let change): return .append(change)
      case .made:
        return .replay(
          try await repeated(
            use.key, use.purpose, use.feature, use.handle, use.parent, state, by: caller))
      case .denied(let denial):
        // A repeated request may find the allowance used up by its own first use, whose response it gets.
        if let first = try await records.response(to: use.key, of: caller) {
          return .replay(first)
        }
        throw Problem(denying: denial, state.customer, use.feature, use.key, of: caller)
      }
    }
    return try StoredResponse(result, purpose: use.purpose)
  }

  /// Decides on a use, in a task or on an event loop.
  ///
  /// - Parameter state: What the decision is based on.
  /// - Returns: What follows; nothing has happened yet.
  /// - Throws: `Problem` with code `idempotency_key_reused` or `limit_reached`.
  func decide(
    _ use: RequestedUse, on state: UseState, by caller: Caller
  ) throws(Problem) -> UseDecision {
    let app = caller.app
    let (customer, now) = (state.customer, state.now)
    if state.record.isMade(use.feature, use.key, use.item) { return .made }
    if let terms = customer.reservation(
      of: use.feature, key: use.key, preferring: caller.customer),
      terms.isOpen(at: now),
      !terms.covers(
        item: use.item, cost: use.cost,
        parent: app.blueprint.feature(use.feature)?.parentKind == nil ? nil : use.parent,
        key: use.key)
    {
      throw Problem(
        .idempotencyKeyReused,
        "The reservation with this key is for another item, cost or parent.")
    }
    var facts: [Fact]
    do throws(Denial) {
      facts = try app.blueprint.use(
        use.handle, by: customer, id: caller.customer, key: use.key, item: use.item,
        cost: use.cost, parent: use.parent, isReport: use.isReport,
        isUnlimited: use.isUnlimited, at: now
      ).facts
    } catch {
      return .denied(error)
    }
    facts = try RecordLimits.recorded(facts, for: customer, at: now)
    try state.shared.check(facts, at: now)
    let after = Self.joining(facts, to: customer)
    let response = UseResponse(
      feature: use.feature,
      access: AccessSummary(
        app.blueprint.access(to: use.handle, of: after, in: use.parent, at: now)),
      facts: facts, version: state.record.version + 1, serverTime: now)
    return .append(
      state.change(
        appending: facts, after: after,
        answer: LedgerAnswer(
          key: use.key, purpose: use.purpose, status: 200, body: try response.jsonBytes())))
  }

  /// Begins a use without a task, for a customer who is cached, shares nothing and has no write in progress.
  ///
  /// It is decided on the caller's thread, by ``decide(_:on:by:)`` and in the customer's queue, like any other use.
  /// Whatever else may be needed is left to ``use(_:by:)``.
  ///
  /// - Parameter completion: Called once, on any thread, with the response; nil if the customer or the key turned out to
  ///   have been written in the meantime, so that ``use(_:by:)`` has to decide.
  /// - Returns: Whether it was begun; otherwise nothing has happened.
  func begin(
    _ use: RequestedUse, by caller: Caller,
    completion: @escaping @Sendable (Result<StoredResponse<UseResponse>, Problem>?) -> Void
  ) -> Bool {
    let app = caller.app
    let customer = CustomerKey(app: app.id, customer: caller.customer)
    guard !records.ledger.isShared, records.observability.tracer == nil,
      writer.queue.enterIfFree(customer)
    else { return false }
    guard let record = records.cache.record(customer),
      let change = change(use, on: record, by: caller), let answer = change.answer
    else {
      writer.queue.leave(customer)
      return false
    }
    let (write, appending) = writer.begin(change, to: record, in: app)
    let isBegun = records.begin(write) { [writer] result in
      let outcome: Result<CustomerWriter.Outcome, Problem>
      do throws(Problem) {
        outcome = .success(try writer.end(appending, result))
      } catch {
        outcome = .failure(error)
      }
      writer.queue.leave(customer)
      switch outcome {
      case .success(.appended): completion(.success(StoredResponse(answer)))
      case .success(.answered), .success(.conflict): completion(nil)
      case .failure(let problem): completion(.failure(problem))
      }
    }
    guard !isBegun else { return true }
    writer.cancel(appending)
    writer.queue.leave(customer)
    return false
  }

  /// The change of an ordinary use: one that is allowed, for a customer who neither shares nor holds a seat, with a short
  /// response.
  private func change(
    _ use: RequestedUse, on record: CustomerRecord, by caller: Caller
  ) -> CustomerWrite? {
    guard !record.isErased, record.mergedInto == nil else { return nil }
    do throws(Problem) {
      let now = try records.instant(for: record)
      guard records.isAlone(record, in: caller.app, at: now) else { return nil }
      let state = UseState(record: record, shared: [], now: now)
      guard case .append(let change) = try decide(use, on: state, by: caller),
        change.answer.map({ $0.body.count <= LongWork.bytes }) ?? false
      else { return nil }
      return change
    } catch {
      return nil
    }
  }
}
