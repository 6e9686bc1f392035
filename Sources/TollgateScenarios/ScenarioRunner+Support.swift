import Tollgate
import TollgateServer
import TollgateSimulation
import TollgateWire

/// What support does for a customer.
extension ScenarioRunner {
  static let reason = "A scenario."

  /// Changes a trial; without a name, the main trial.
  func changeTrial(
    _ name: Trial.ID?, _ action: TrialChange.Action, on device: Device.ID, _ step: Int
  ) async throws(Problem) {
    let caller = try await caller(device)
    let own = try service.app(app).blueprint.definition.trial?.id
    let trial = name ?? own ?? Trial.ID("trial")
    _ = try await service.reports.changeTrial(
      TrialChange(
        action, trial, key: Idempotency.Key("\(step)"), author: .support, reason: Self.reason),
      of: caller)
  }

  func grant(_ request: GrantRequest, on device: Device.ID, _ step: Int) async throws(Problem) {
    let caller = try await caller(device)
    _ = try await service.operators.grant(
      request, to: caller.customer, key: Idempotency.Key("\(step)"), by: caller.asSupport)
  }

  /// Gives a grant that the blueprint lists, or states a right, as the app's own backend if it may, and otherwise as support.
  func give(
    _ request: ListedGrantRequest, _ key: String, on device: Device.ID
  ) async throws(Problem) {
    let caller = try await caller(device)
    let blueprint = try service.app(app).blueprint
    let name = request.name
    if blueprint.listsRight(name)
      || blueprint.grants(by: .backend).contains(where: { $0.id == name })
    {
      _ = try await service.operators.give(
        request, to: caller.asOwnBackend, key: Idempotency.Key(key))
    } else {
      _ = try await service.operators.grant(
        GrantRequest(name: name, reason: Self.reason), to: caller.customer,
        key: Idempotency.Key(key), by: caller.asSupport)
    }
  }

  /// Revokes all grants of an entitlement that run or begin later.
  func revokeGrant(of entitlement: Entitlement.ID, on device: Device.ID) async throws(Problem) {
    let caller = try await caller(device)
    let blueprint = try service.app(app).blueprint
    let customer = try await service.customers.snapshot(of: caller).facts
    let now = clock.now
    let standing = customer.remainingGrants(in: blueprint, at: now).filter {
      $0.entitlements.contains(entitlement)
    }
    guard !standing.isEmpty else {
      throw Problem(.unknownGrant, "The customer has no grant of `\(entitlement)` to revoke.")
    }
    for grant in standing {
      _ = try await service.operators.revoke(
        grant.id, GrantRevocationRequest(reason: Self.reason), of: caller.customer,
        by: caller.asSupport)
    }
  }
}
