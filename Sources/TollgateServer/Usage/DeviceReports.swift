public import Tollgate
import TollgateLedger
public import TollgateWire

/// Records what a customer's device reports: milestones, devices, nudges, paywalls and dismissed prompts.
public struct DeviceReports: Sendable {
  let writer: CustomerWriter
  let reader: CustomerReader

  /// Records that the caller reached a milestone; the first report counts.
  ///
  /// - Returns: The caller's snapshot afterwards.
  /// - Throws: `Problem` with code `unknown_milestone`, or `invalid_value` if only the app's own backend reports it.
  public func recordMilestone(
    _ milestone: Milestone.ID, by caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    let app = caller.app
    guard app.blueprint.definition.milestones.contains(milestone) else {
      throw Problem.unknown(.unknownMilestone, "milestone", milestone.rawValue)
    }
    guard
      caller.isOwnBackend || !app.blueprint.definition.backendMilestones.contains(milestone)
    else {
      throw Problem(
        .invalidValue,
        "`\(milestone)` can only be reported by the app's backend, with a secret key.")
    }
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      return .appending(
        try await writer.change(on: record, in: app, at: now) { customer, history in
          app.blueprint.reach(milestone, by: customer, at: now, history: history)
        })
    }
    return try await reader.snapshot(
      of: result.record, in: app, email: caller.email, at: result.at)
  }

  /// Records the caller's device; a trial that waited for one starts.
  ///
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `invalid_value`.
  public func recordDevice(
    _ device: Device.ID, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try NameLength.check(device)
    return try await record(seenOn: device, by: caller) { _, _ in [] }
  }

  /// Records that a nudge was delivered, so that the same occurrence is never repeated, and the customer's variant if an
  /// experiment changes its text.
  ///
  /// - Parameter occurrence: The start of the trial or paid period it belongs to, as planned.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_nudge` or `limit_reached`.
  public func recordNudge(
    _ nudge: Nudge.ID, occurrence: Instant, on device: Device.ID? = nil, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try NameLength.check(device)
    guard let known = caller.app.blueprint.definition.nudges.first(where: { $0.id == nudge }) else {
      throw Problem.unknown(.unknownNudge, "nudge", nudge.rawValue)
    }
    guard !known.isByWebhook else {
      throw Problem(.unknownNudge, "The app's backend delivers this nudge, not a device.")
    }
    return try await record(seenOn: device, by: caller) { customer, now in
      caller.app.blueprint.record(
        NudgeDelivery(nudge: nudge, occurrence: occurrence, at: now), for: customer
      ).facts
    }
  }

  private func record(
    seenOn device: Device.ID?, by caller: Caller, _ facts: (Customer, Instant) -> [Fact]
  ) async throws(Problem) -> ChangeResponse {
    let result = try await writer.write(to: caller.customer, in: caller.app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      let reported = facts(record.customer, now)
      try RecordLimits.check(reported, for: record.customer, at: now)
      return .appending(
        try await writer.change(
          seeing: device, on: record, adding: reported, in: caller.app, at: now))
    }
    return ChangeResponse(
      facts: result.facts, version: result.record.version, serverTime: result.at)
  }
}

extension DeviceReports {
  /// Records that a paywall was shown or closed; each report counts, and a repeated request counts once.
  ///
  /// The first report of a paywall that an experiment changes also records the customer's variant.
  ///
  /// - Parameter key: The idempotency key, which makes a repeated request count once.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_feature`, `unknown_paywall`, `unknown_placement`,
  ///   `idempotency_key_reused` or `limit_reached`.
  public func recordPaywall(
    _ paywall: Paywall.ID, _ action: PaywallEvent.Action,
    _ request: PaywallReportRequest = PaywallReportRequest(), key: Idempotency.Key,
    by caller: Caller
  ) async throws(Problem) -> StoredResponse<ChangeResponse> {
    let blueprint = caller.app.blueprint
    if let feature = request.feature { _ = try caller.app.handle(of: feature) }
    guard blueprint.paywall(paywall) != nil else {
      throw Problem.unknown(.unknownPaywall, "paywall", paywall.rawValue)
    }
    if let placement = request.placement {
      guard blueprint.placement(placement) != nil else {
        throw Problem.unknown(.unknownPlacement, "placement", placement.rawValue)
      }
    }
    return try await record(once: key, "paywall \(paywall) \(action.rawValue)", by: caller) {
      customer, now in
      blueprint.record(
        PaywallEvent(
          paywall: paywall, action: action, key: key, feature: request.feature,
          placement: request.placement, variants: PaywallEvent.variants(request.variants ?? [:]),
          at: now), for: customer
      ).facts
    }
  }

  /// Records that a prompt was dismissed.
  ///
  /// - Parameter key: The idempotency key, which makes a repeated request count once.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_prompt`, `idempotency_key_reused` or `limit_reached`.
  public func recordDismissal(
    of prompt: Prompt.ID, key: Idempotency.Key, by caller: Caller
  ) async throws(Problem) -> StoredResponse<ChangeResponse> {
    guard caller.app.blueprint.prompt(prompt) != nil else {
      throw Problem.unknown(.unknownPrompt, "prompt", prompt.rawValue)
    }
    return try await record(once: key, "dismiss \(prompt)", by: caller) { _, now in
      [.dismissal(Dismissal(prompt: prompt, key: key, at: now))]
    }
  }

  /// Appends facts once for each key, and stores the response.
  private func record(
    once key: Idempotency.Key, _ purpose: String, by caller: Caller,
    _ facts: (Customer, Instant) -> [Fact]
  ) async throws(Problem) -> StoredResponse<ChangeResponse> {
    let result = try await writer.write(to: caller.customer, in: caller.app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      var customer = record.customer
      let reported = facts(customer, now)
      try RecordLimits.check(reported, for: customer, at: now)
      let facts = reported.filter { customer.join($0) }
      let response = ChangeResponse(facts: facts, version: record.version + 1, serverTime: now)
      return .append(
        CustomerWrite(
          at: now, facts: facts,
          answer: LedgerAnswer(
            key: key, purpose: purpose, status: 200, body: try JSON.bytes(response))))
    }
    return try StoredResponse(result, purpose: purpose)
  }
}
