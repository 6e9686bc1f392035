public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Uses a feature once, in one commit with the decision.
  ///
  /// Repeating the key gives the first answer again. A denial is not kept: the same key may succeed after a purchase.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items; nil takes one named by the key.
  ///   - key: Makes a repeated request count once.
  ///   - isReport: Whether it was made without a network and is reported now.
  ///   - caller: Who asks.
  /// - Returns: What the use led to.
  /// - Throws: `Problem` with code `denied` and the paywall to show, `unknown_feature`, `idempotency_key_reused` or
  ///   `item_released`.
  public func use(
    _ feature: Feature.ID, item: Item.ID? = nil, key: Idempotency.Key, isReport: Bool = false,
    by caller: Caller
  ) async throws(Problem) -> KeptAnswer<UseResponse> {
    try Self.check(item?.rawValue, "item")
    let handle = try Self.handle(of: feature, in: caller.app)
    let purpose = "use \(feature)" + (item.map { " of \($0)" } ?? "")
    let app = caller.app
    let now = caller.now
    let written = try await write(to: caller.customer, in: app, at: now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      let facts: [Fact]
      do throws(Denial) {
        facts = try app.blueprint.use(
          handle, record.customer, id: record.id, key: key, item: item, isReport: isReport, at: now
        ).facts
      } catch {
        if let first = try await answer(to: key, of: caller) { return .replay(first) }
        throw Problem(.denied, "The blueprint does not allow this now.", denial: error)
      }
      return try answering(
        facts, to: key, purpose: purpose, of: feature, handle, on: record, in: app, at: now)
    }
    return try Self.kept(written, purpose: purpose)
  }

  /// Gives back an item that a feature holds; giving back what is not held changes nothing.
  ///
  /// - Parameters:
  ///   - item: The item; it cannot be taken again under the same name.
  ///   - feature: The feature that holds it.
  ///   - caller: Who asks.
  /// - Returns: What the feature answers from now on.
  /// - Throws: `Problem` with code `unknown_feature` or `feature_holds_nothing`.
  public func release(
    _ item: Item.ID, of feature: Feature.ID, by caller: Caller
  ) async throws(Problem) -> UseResponse {
    try Self.check(item.rawValue, "item")
    let app = caller.app
    let now = caller.now
    let handle = try Self.handle(of: feature, in: app)
    guard app.blueprint.feature(feature)?.holdsItems ?? false else {
      throw Problem(.featureHoldsNothing, "This feature holds no items.")
    }
    let written = try await write(to: caller.customer, in: app, at: now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      guard record.customer.heldItems(of: feature, at: now).contains(item) else { return .nothing }
      return .append(
        Change(facts: [
          .item(ItemChange(feature: feature, item: item, isHeld: false, at: now))
        ]))
    }
    return UseResponse(
      feature: feature,
      access: AccessSummary(app.blueprint.access(to: handle, of: written.record.customer, at: now)),
      facts: written.facts, version: written.record.version, serverTime: now)
  }

  /// Records that a prompt was dismissed.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - key: Makes a repeated request count once.
  ///   - caller: Who asks.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_prompt` or `idempotency_key_reused`.
  public func dismiss(
    _ prompt: Prompt.ID, key: Idempotency.Key, by caller: Caller
  ) async throws(Problem) -> KeptAnswer<ChangeResponse> {
    guard caller.app.blueprint.prompt(prompt) != nil else {
      throw Problem(.unknownPrompt, "The blueprint has no such prompt.")
    }
    let purpose = "dismiss \(prompt)"
    let now = caller.now
    let written = try await write(to: caller.customer, in: caller.app, at: now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      var customer = record.customer
      let facts = [Fact.dismissal(Dismissal(prompt: prompt, key: key, at: now))]
        .filter { customer.join($0) }
      let response = ChangeResponse(
        facts: facts, version: record.version + 1, serverTime: now)
      return .append(
        Change(
          facts: facts,
          answer: LedgerAnswer(
            key: key, purpose: purpose, status: 200, body: try JSON.bytes(response))))
    }
    return try Self.kept(written, purpose: purpose)
  }
}

extension TollgateService {
  private static func handle(
    of feature: Feature.ID, in app: ServedApp
  ) throws(Problem) -> FeatureHandle {
    guard let handle = app.blueprint.handle(of: feature) else {
      throw Problem(.unknownFeature, "The blueprint has no such feature.")
    }
    return handle
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

  /// Appends what a use decided, with the answer to keep.
  private func answering(
    _ facts: [Fact], to key: Idempotency.Key, purpose: String, of feature: Feature.ID,
    _ handle: FeatureHandle, on record: CustomerRecord, in app: ServedApp, at now: Instant
  ) throws(Problem) -> Step {
    var customer = record.customer
    for fact in facts {
      let isNew = customer.join(fact)
      if case .item = fact, !isNew {
        throw Problem(.itemReleased, "The item was given back: take another name.")
      }
    }
    let response = UseResponse(
      feature: feature,
      access: AccessSummary(app.blueprint.access(to: handle, of: customer, at: now)), facts: facts,
      version: record.version + 1, serverTime: now)
    return .append(
      Change(
        facts: facts, customer: customer,
        answer: LedgerAnswer(
          key: key, purpose: purpose, status: 200, body: try JSON.bytes(response))))
  }

  private static func kept<Response>(
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
      case .unlimited, .upTo, .none: false
      }
    }
  }
}
