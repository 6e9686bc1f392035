public import Tollgate
import TollgateLedger
public import TollgateWire

/// Uses features, and releases the items that features hold.
public struct FeatureUses: Sendable {
  let writer: CustomerWriter

  var records: CustomerRecords { writer.records }

  /// Uses a feature once, in one commit with the decision.
  ///
  /// A use that was reserved under its key always counts while the reservation is open. Repeating the key returns the
  /// first response again. A denial is not stored: the same key may succeed after a purchase.
  ///
  /// - Parameters:
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key, or none under a rule
  ///     that neither limits items nor is unlimited, and for a report if the feature has such a rule. One that is held
  ///     already gets the size that the use states.
  ///   - cost: The credits it costs or its size, if the blueprint leaves that to the use; nil means 1.
  ///   - parent: What it belongs to, if a limit counts for each parent.
  ///   - key: The idempotency key, which makes a repeated request count once.
  ///   - isReport: Whether it was made offline and is reported now, with the item that it holds.
  ///   - isUnlimited: Whether, of a report, a rule without a limit allowed it on the device.
  /// - Throws: `Problem` with code `denied` and the paywall to show, `reservation_lapsed`, `unknown_feature`,
  ///   `idempotency_key_reused` or `limit_reached`.
  public func use(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, parent: Parent.ID? = nil,
    key: Idempotency.Key, isReport: Bool = false, isUnlimited: Bool = false, by caller: Caller
  ) async throws(Problem) -> StoredResponse<UseResponse> {
    try await use(
      requested(
        feature, item: item, cost: cost, parent: parent, key: key, isReport: isReport,
        isUnlimited: isUnlimited, in: caller.app), by: caller)
  }

  /// Releases an item that a feature holds; releasing an item that is not held changes nothing.
  ///
  /// - Parameter keys: The uses that added what is released, at most ``ReleaseRequest/limit``; nil means whatever is
  ///   held.
  /// - Returns: The access to the feature from now on.
  /// - Throws: `Problem` with code `unknown_feature`, `feature_holds_nothing` or `invalid_value`.
  public func release(
    _ item: Item.ID, of feature: Feature.ID, addedBy keys: [Idempotency.Key]? = nil,
    by caller: Caller
  ) async throws(Problem) -> UseResponse {
    try NameLength.check(item)
    guard keys?.count ?? 0 <= ReleaseRequest.limit else {
      throw Problem(.invalidValue, "`keys` is limited to \(ReleaseRequest.limit) keys.")
    }
    let app = caller.app
    let handle = try app.handle(holding: feature)
    return try await changeItems(of: feature, handle, by: caller) { state in
      state.record.customer.releasing(
        item, of: feature, addedBy: keys.map(Set.init), preferring: state.record.id, at: state.now)
    }
  }

  /// Sets exactly which items a feature holds, whatever its limit, in one commit.
  ///
  /// - Parameters:
  ///   - items: All items that exist, at most ``HeldItemsRequest/limit``.
  ///   - sizes: The sizes of items, for a feature that counts them; an item without one keeps its own, or has 1.
  ///   - listedAt: When the list was made: what was added or released later stays as it is. Nil means now.
  /// - Returns: The access to the feature from now on; no facts if it already holds exactly these.
  /// - Throws: `Problem` with code `unknown_feature`, `feature_holds_nothing`, `invalid_value` or
  ///   `limit_reached`.
  public func hold(
    _ items: [Item.ID], in feature: Feature.ID, sizes: [Item.ID: Int] = [:],
    listedAt: Instant? = nil, by caller: Caller
  ) async throws(Problem) -> UseResponse {
    guard items.count <= HeldItemsRequest.limit else {
      throw Problem(.invalidValue, "`items` is limited to \(HeldItemsRequest.limit) items.")
    }
    for item in items { try NameLength.check(item) }
    let app = caller.app
    let handle = try app.handle(holding: feature)
    guard Set(items).isSuperset(of: sizes.keys) else {
      throw Problem(.invalidValue, "`sizes` has an item that is not one of `items`.")
    }
    for size in sizes.values { try app.check(cost: size, of: feature) }
    return try await changeItems(of: feature, handle, by: caller) {
      (state) throws(Problem) -> [Fact] in
      let facts = app.blueprint.hold(
        Set(items), in: handle, by: state.record.customer, id: state.record.id, sizes: sizes,
        listedAt: listedAt, at: state.now
      ).facts
      try RecordLimits.check(facts, for: state.record.customer, at: state.now)
      return facts
    }
  }

  /// Changes what a feature holds, whatever its limit.
  ///
  /// - Parameter decide: The facts; called again after a conflict.
  /// - Returns: The access to the feature from now on.
  private func changeItems(
    of feature: Feature.ID, _ handle: FeatureHandle, by caller: Caller,
    _ decide: (UseState) throws(Problem) -> [Fact]
  ) async throws(Problem) -> UseResponse {
    var after = Customer()
    let result = try await write(by: caller) { (state) throws(Problem) -> WriteDecision in
      let facts = try decide(state)
      after = Self.joining(facts, to: state.customer)
      return .appending(state.change(appending: facts, after: after))
    }
    return UseResponse(
      feature: feature,
      access: AccessSummary(caller.app.blueprint.access(to: handle, of: after, at: result.at)),
      facts: result.facts, version: result.record.version, serverTime: result.at)
  }
}

extension FeatureUses {
  /// Decides on a use by the caller, with the uses that the caller shares with the owner of a trial or a team.
  ///
  /// - Parameter decide: Returns what to append; called again after a conflict.
  /// - Returns: The record afterwards, and what was appended or returned before.
  /// - Throws: What the decision throws, or why the ledger rejected the write.
  func write(
    by caller: Caller, _ decide: (UseState) async throws(Problem) -> WriteDecision
  ) async throws(Problem) -> WriteResult {
    let app = caller.app
    // Customers who share a trial or a team wait in its owner's queue, since every use is also written to the owner.
    let before = try await records.record(of: caller)
    let owner = try await records.sharedUses(
      of: before, in: app, at: try records.instant(for: before)
    ).first?.owner.id
    return try await writer.write(to: caller.customer, in: app, queuedWith: owner) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      let shared = try await records.sharedUses(of: record, in: app, at: now)
      let all = [record.customer] + shared.map(\.owner.customer)
      return try await decide(
        UseState(record: record, shared: shared, now: try records.instant(for: all)))
    }
  }

  /// The customer with the facts of a use merged in.
  static func joining(_ facts: [Fact], to customer: Customer) -> Customer {
    var customer = customer
    for fact in facts { customer.join(fact) }
    return customer
  }
}

extension ServedApp {
  func handle(of feature: Feature.ID) throws(Problem) -> FeatureHandle {
    guard let handle = blueprint.handle(of: feature) else {
      throw Problem.unknown(.unknownFeature, "feature", feature.rawValue)
    }
    return handle
  }

  /// A feature that holds items.
  fileprivate func handle(holding feature: Feature.ID) throws(Problem) -> FeatureHandle {
    let handle = try handle(of: feature)
    guard blueprint.feature(feature)?.holdsItems ?? false else {
      throw Problem(.featureHoldsNothing, "This feature holds no items.")
    }
    return handle
  }

  /// Rejects a cost that is out of range, or that the blueprint does not leave to the use.
  func check(cost: Int?, of feature: Feature.ID) throws(Problem) {
    guard let cost else { return }
    guard (1...Wallet.limit).contains(cost) else {
      throw Problem(.invalidValue, "The cost must be from 1 to \(Wallet.limit).")
    }
    guard blueprint.feature(feature)?.takesCost ?? false else {
      throw Problem(.invalidValue, "The blueprint sets what this feature costs.")
    }
  }
}

extension Feature {
  /// Whether a rule leaves the cost to the use.
  fileprivate var takesCost: Bool {
    rules.contains { rule in
      rule.allowance.prices.contains { $0.cost == nil } || rule.allowance.countsSizes
        || rule.allowance.holdsSizes
    }
  }
}

extension ReservationTerms {
  /// Whether a use names only what was reserved for it; if no item was reserved, it may name the one that its key
  /// names.
  func covers(
    item: Item.ID?, cost: Int?, parent: Parent.ID?, key: Idempotency.Key
  ) -> Bool {
    (item == nil || item == self.item || self.item == nil && item?.rawValue == key.rawValue)
      && (parent == nil || self.parent == nil || parent == self.parent)
      && (cost == nil || cost == (size > 0 ? size : amount) || wallet == nil && size == 0)
  }
}
