public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Records that the caller reached a milestone; the first report counts.
  ///
  /// - Parameters:
  ///   - milestone: The milestone.
  ///   - caller: The caller.
  /// - Returns: The caller's snapshot afterwards.
  /// - Throws: `Problem` with code `unknown_milestone`.
  public func reach(
    _ milestone: Milestone.ID, by caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    let app = caller.app
    guard app.blueprint.definition.milestones.contains(milestone) else {
      throw Problem(.unknownMilestone, "The blueprint has no such milestone.")
    }
    let written = try await write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      return .appending(
        try await decide([], on: record, in: app, at: now) { customer, history in
          app.blueprint.reach(milestone, by: customer, at: now, history: history)
        })
    }
    return try await snapshot(of: written, for: caller)
  }

  /// Records the caller's device; a trial that waited for one starts.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - caller: The caller.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `invalid_value`.
  public func report(
    _ device: Device.ID, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try Self.check(device)
    return try await report(on: device, by: caller) { _ in [] }
  }

  /// Records that a nudge was delivered, so that the same occurrence is never repeated.
  ///
  /// - Parameters:
  ///   - nudge: The nudge.
  ///   - occurrence: The start of the trial or paid period it belongs to, as planned.
  ///   - device: The device that showed it.
  ///   - caller: The caller.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_nudge`.
  public func reportDelivery(
    of nudge: Nudge.ID, occurrence: Instant, on device: Device.ID? = nil, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try Self.check(device)
    guard caller.app.blueprint.definition.nudges.contains(where: { $0.id == nudge }) else {
      throw Problem(.unknownNudge, "The blueprint has no such nudge.")
    }
    return try await report(on: device, by: caller) { now in
      [.nudge(NudgeDelivery(nudge: nudge, occurrence: occurrence, at: now))]
    }
  }

  private func report(
    on device: Device.ID?, by caller: Caller, _ facts: (Instant) -> [Fact]
  ) async throws(Problem) -> ChangeResponse {
    let written = try await write(to: caller.customer, in: caller.app) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      return .appending(
        try await seeing(device, on: record, besides: facts(now), in: caller.app, at: now))
    }
    return ChangeResponse(
      facts: written.facts, version: written.record.version, serverTime: written.at)
  }
}

extension TollgateService {
  /// Records that a paywall was shown or closed; each report counts, and a repeated request counts once.
  ///
  /// - Parameters:
  ///   - paywall: The paywall.
  ///   - action: What happened to it.
  ///   - request: What led to the paywall.
  ///   - key: The idempotency key, which makes a repeated request count once.
  ///   - caller: The caller.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_feature`, `unknown_paywall`, `unknown_placement` or
  ///   `idempotency_key_reused`.
  public func report(
    _ paywall: Paywall.ID, _ action: PaywallEvent.Action,
    _ request: PaywallReportRequest = PaywallReportRequest(), key: Idempotency.Key,
    by caller: Caller
  ) async throws(Problem) -> KeptAnswer<ChangeResponse> {
    let blueprint = caller.app.blueprint
    if let feature = request.feature { _ = try Self.handle(of: feature, in: caller.app) }
    guard blueprint.paywall(paywall) != nil else {
      throw Problem(.unknownPaywall, "The blueprint has no such paywall.")
    }
    if let placement = request.placement {
      guard blueprint.placement(placement) != nil else {
        throw Problem(.unknownPlacement, "The blueprint has no such placement.")
      }
    }
    return try await report(key, "paywall \(paywall) \(action.rawValue)", by: caller) { now in
      .paywall(
        PaywallEvent(
          paywall: paywall, action: action, key: key, feature: request.feature,
          placement: request.placement, at: now))
    }
  }

  /// Records that a prompt was dismissed.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - key: The idempotency key, which makes a repeated request count once.
  ///   - caller: The caller.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_prompt` or `idempotency_key_reused`.
  public func dismiss(
    _ prompt: Prompt.ID, key: Idempotency.Key, by caller: Caller
  ) async throws(Problem) -> KeptAnswer<ChangeResponse> {
    guard caller.app.blueprint.prompt(prompt) != nil else {
      throw Problem(.unknownPrompt, "The blueprint has no such prompt.")
    }
    return try await report(key, "dismiss \(prompt)", by: caller) { now in
      .dismissal(Dismissal(prompt: prompt, key: key, at: now))
    }
  }

  /// Appends a fact once for each key, and stores the response.
  private func report(
    _ key: Idempotency.Key, _ purpose: String, by caller: Caller, _ fact: (Instant) -> Fact
  ) async throws(Problem) -> KeptAnswer<ChangeResponse> {
    let written = try await write(to: caller.customer, in: caller.app) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      var customer = record.customer
      let facts = [fact(now)].filter { customer.join($0) }
      let response = ChangeResponse(facts: facts, version: record.version + 1, serverTime: now)
      return .append(
        Change(
          at: now, facts: facts,
          answer: LedgerAnswer(
            key: key, purpose: purpose, status: 200, body: try JSON.bytes(response))))
    }
    return try Self.kept(written, purpose: purpose)
  }
}
