public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Records that the caller reached a milestone; the first report stands.
  ///
  /// - Parameters:
  ///   - milestone: The milestone.
  ///   - caller: Who reached it.
  /// - Returns: The caller's snapshot afterwards.
  /// - Throws: `Problem` with code `unknown_milestone`.
  public func reach(
    _ milestone: Milestone.ID, by caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    let app = caller.app
    let now = caller.now
    guard app.blueprint.definition.milestones.contains(milestone) else {
      throw Problem(.unknownMilestone, "The blueprint has no such milestone.")
    }
    let written = try await write(to: caller.customer, in: app, at: now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      return .appending(
        try await decide([], on: record, in: app, at: now) { customer, history in
          app.blueprint.reach(milestone, customer, at: now, history: history)
        })
    }
    return snapshot(of: written.record, in: app, email: caller.email, at: now)
  }

  /// Records that a paywall was shown or closed; the first report of each stands.
  ///
  /// - Parameters:
  ///   - paywall: The paywall.
  ///   - action: What happened to it.
  ///   - caller: Who saw it.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_paywall`.
  public func report(
    _ paywall: Paywall.ID, _ action: PaywallEvent.Action, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    guard caller.app.blueprint.paywall(paywall) != nil else {
      throw Problem(.unknownPaywall, "The blueprint has no such paywall.")
    }
    return try await report(
      [.paywall(PaywallEvent(paywall: paywall, action: action, at: caller.now))], by: caller)
  }

  /// Records that a nudge was delivered, so that it never comes twice.
  ///
  /// - Parameters:
  ///   - nudge: The nudge.
  ///   - device: The device that showed it.
  ///   - caller: Who got it.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_nudge`.
  public func reportDelivery(
    of nudge: Nudge.ID, on device: Device.ID? = nil, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try Self.check(device)
    guard caller.app.blueprint.definition.nudges.contains(where: { $0.id == nudge }) else {
      throw Problem(.unknownNudge, "The blueprint has no such nudge.")
    }
    return try await report(
      [.nudge(NudgeDelivery(nudge: nudge, at: caller.now))]
        + Self.seen(device, with: caller.customer, at: caller.now), by: caller)
  }

  private func report(
    _ facts: [Fact], by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    let written = try await write(to: caller.customer, in: caller.app, at: caller.now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else { throw Self.merged }
      return .appending(
        try await decide(facts, on: record, in: caller.app, at: caller.now) {
          customer, history in
          caller.app.blueprint.record([], customer, at: caller.now, history: history)
        })
    }
    return ChangeResponse(
      facts: written.facts, version: written.record.version, serverTime: caller.now)
  }
}
