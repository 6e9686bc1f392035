public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Uses a feature once, in one commit with the decision.
  ///
  /// Repeating the key returns the first response again. A denial is not stored: the same key may succeed after a
  /// purchase.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key.
  ///   - cost: The credits it costs, if the blueprint leaves that to the use; nil means 1.
  ///   - key: The idempotency key, which makes a repeated request count once.
  ///   - isReport: Whether it was made offline and is reported now.
  ///   - caller: The caller.
  /// - Returns: The result of the use.
  /// - Throws: `Problem` with code `denied` and the paywall to show, `unknown_feature`, `idempotency_key_reused` or
  ///   `item_released`.
  public func use(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, key: Idempotency.Key,
    isReport: Bool = false, by caller: Caller
  ) async throws(Problem) -> KeptAnswer<UseResponse> {
    try Self.check(item?.rawValue, "item")
    let handle = try Self.handle(of: feature, in: caller.app)
    try Self.check(cost: cost, of: feature, in: caller.app)
    let purpose =
      "use \(feature)" + (item.map { " of \($0)" } ?? "") + (cost.map { " for \($0)" } ?? "")
    let app = caller.app
    // Customers who share a trial wait in its owner's queue, since every use is also written to the owner.
    let before = try await record(of: caller)
    let owner = try await sharedTrial(of: before, in: app, at: try instant(for: before))?.owner.id
    let written = try await write(to: caller.customer, in: app, queuedWith: owner) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      let shared = try await sharedTrial(of: record, in: app, at: now)
      let now = try instant(for: record, shared?.owner)
      let customer = shared?.joined(into: record.customer) ?? record.customer
      let facts: [Fact]
      do throws(Denial) {
        facts = try app.blueprint.use(
          handle, by: customer, id: record.id, key: key, item: item, cost: cost, isReport: isReport,
          at: now
        ).facts
      } catch {
        if let first = try await answer(to: key, of: caller) { return .replay(first) }
        throw Problem(.denied, "The blueprint does not allow this now.", denial: error)
      }
      let after = try Self.joining(facts, to: customer)
      let response = UseResponse(
        feature: feature,
        access: AccessSummary(app.blueprint.access(to: handle, of: after, at: now)),
        facts: facts, version: record.version + 1, serverTime: now)
      var change = Change(
        at: now, facts: facts, customer: shared == nil ? after : nil,
        answer: LedgerAnswer(
          key: key, purpose: purpose, status: 200, body: try JSON.bytes(response)))
      if let shared, case let counted = facts.filter(shared.counting.counts), !counted.isEmpty {
        change.releases = LedgerRelease(
          customer: shared.owner.id, expectedVersion: shared.owner.version, facts: counted)
      }
      return .append(change)
    }
    return try Self.kept(written, purpose: purpose)
  }

  /// Releases an item that a feature holds; releasing an item that is not held changes nothing.
  ///
  /// - Parameters:
  ///   - item: The item; it cannot be held again under the same name.
  ///   - feature: The feature that holds it.
  ///   - caller: The caller.
  /// - Returns: The access to the feature from now on.
  /// - Throws: `Problem` with code `unknown_feature` or `feature_holds_nothing`.
  public func release(
    _ item: Item.ID, of feature: Feature.ID, by caller: Caller
  ) async throws(Problem) -> UseResponse {
    try Self.check(item.rawValue, "item")
    let app = caller.app
    let handle = try Self.handle(of: feature, in: app)
    guard app.blueprint.feature(feature)?.holdsItems ?? false else {
      throw Problem(.featureHoldsNothing, "This feature holds no items.")
    }
    let written = try await write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      guard
        let holder = record.customer.holder(of: item, in: feature, preferring: record.id, at: now)
      else { return .nothing }
      return .append(
        Change(
          at: now,
          facts: [
            .item(
              ItemChange(feature: feature, item: item, isHeld: false, origin: holder, at: now))
          ]))
    }
    return UseResponse(
      feature: feature,
      access: AccessSummary(
        app.blueprint.access(to: handle, of: written.record.customer, at: written.at)),
      facts: written.facts, version: written.record.version, serverTime: written.at)
  }
}

extension TollgateService {
  static func handle(
    of feature: Feature.ID, in app: ServedApp
  ) throws(Problem) -> FeatureHandle {
    guard let handle = app.blueprint.handle(of: feature) else {
      throw Problem(.unknownFeature, "The blueprint has no such feature.")
    }
    return handle
  }

  /// Rejects a cost that is out of range, or that the blueprint does not leave to the use.
  private static func check(
    cost: Int?, of feature: Feature.ID, in app: ServedApp
  ) throws(Problem) {
    guard let cost else { return }
    guard (1...Wallet.limit).contains(cost) else {
      throw Problem(.invalidValue, "The cost must be from 1 to \(Wallet.limit).")
    }
    guard app.blueprint.feature(feature)?.takesCost ?? false else {
      throw Problem(.invalidValue, "The blueprint sets what this feature costs.")
    }
  }

  private func answer(
    to key: Idempotency.Key, of caller: Caller
  ) async throws(Problem) -> LedgerAnswer? {
    do {
      return try await ledger.answer(to: key, of: caller.customer, in: caller.app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// The customer with the facts of a use merged in.
  private static func joining(
    _ facts: [Fact], to customer: Customer
  ) throws(Problem) -> Customer {
    var customer = customer
    for fact in facts {
      let isNew = customer.join(fact)
      if case .item = fact, !isNew {
        throw Problem(.itemReleased, "The item was given back: take another name.")
      }
    }
    return customer
  }

  static func kept<Response>(
    _ written: Written, purpose: String
  ) throws(Problem) -> KeptAnswer<Response> {
    guard let answer = written.answer, answer.purpose == purpose else {
      throw Problem(.idempotencyKeyReused, "The idempotency key was used for something else.")
    }
    return KeptAnswer(body: answer.body, isReplay: written.isReplay)
  }
}

extension Feature {
  fileprivate var holdsItems: Bool {
    rules.contains {
      switch $0.allowance {
      case .holding: true
      case .unlimited, .upTo, .spend, .denied: false
      }
    }
  }

  /// Whether a rule leaves the cost to the use.
  fileprivate var takesCost: Bool {
    rules.contains {
      switch $0.allowance {
      case .spend(_, cost: nil): true
      case .spend, .unlimited, .upTo, .holding, .denied: false
      }
    }
  }
}
