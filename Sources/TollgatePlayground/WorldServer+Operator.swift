import Tollgate
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

extension WorldServer {
  /// The secret keys with which the visitor acts as others than the customer.
  struct Keys {
    /// Acts as an operator.
    let support: String
    /// Acts as the app's own backend.
    let backend: String

    init(_ service: TollgateService, app: Blueprint.App.ID) async throws {
      support = try await service.secretKeys.create(
        named: "Playground, operator", scope: .support, in: app
      ).text
      backend = try await service.secretKeys.create(
        named: "Playground, backend", scope: .backend, in: app
      ).text
    }
  }

  private static let reason = "Tried in the playground."

  /// Does for a customer what an operator does; `key` makes a repeated request change something once.
  func perform(
    _ action: SupportAction, for customer: Customer, key: Idempotency.Key, at now: Instant
  ) async throws(Problem) {
    guard let id = customer.id else { return }
    switch action {
    case .extendTrial(let trial):
      try await change(
        trial, .extend, days: SupportAction.extensionDays, of: id, key: key)
    case .pauseTrial(let trial): try await change(trial, .pause, of: id, key: key)
    case .resumeTrial(let trial): try await change(trial, .resume, of: id, key: key)
    case .grant(let entitlement, let length):
      let lasts: Period? =
        switch length {
        case .week: Period(1, .week)
        case .endless: nil
        }
      _ = try await backend.service.operators.grant(
        GrantRequest(entitlement: entitlement, lasts: lasts, until: nil, reason: Self.reason),
        to: id, key: key, by: try await support(.grant(id)))
    case .revoke(let entitlement):
      for grant in customer.standingGrants(of: entitlement, in: backend.blueprint, at: now) {
        _ = try await backend.service.operators.revoke(
          grant.id, GrantRevocationRequest(reason: Self.reason), of: id,
          by: try await support(.revokeGrant(id, grant.id)))
      }
    case .give(let name): try await give(name, to: id, key: key)
    case .reach(let milestone): try await reach(milestone, for: id)
    }
  }

  private func give(
    _ name: GrantTerms.ID, to customer: Customer.ID, key: Idempotency.Key
  ) async throws(Problem) {
    let service = backend.service
    if backend.blueprint.grants(by: .backend).contains(where: { $0.id == name }) {
      let caller = try await service.authenticator.authenticate(
        secretKey: keys.backend, at: .giveGrant(customer), for: customer,
        in: try service.app(backend.app))
      _ = try await service.operators.give(ListedGrantRequest(name: name), to: caller, key: key)
    } else {
      _ = try await service.operators.grant(
        GrantRequest(name: name, reason: Self.reason), to: customer, key: key,
        by: try await support(.grant(customer)))
    }
  }

  private func change(
    _ trial: Trial.ID, _ action: TrialChangeRequest.Action, days: Int? = nil,
    of customer: Customer.ID, key: Idempotency.Key
  ) async throws(Problem) {
    _ = try await backend.service.operators.change(
      trial, TrialChangeRequest(action, days: days, reason: Self.reason), of: customer, key: key,
      by: try await support(.changeTrial(customer, trial)))
  }

  private func support(_ endpoint: Endpoint) async throws(Problem) -> Operator {
    try await backend.service.operators.authenticate(
      secretKey: keys.support, at: endpoint, in: try backend.service.app(backend.app))
  }

  /// Reports a milestone of a customer, as the app's own backend does.
  private func reach(
    _ milestone: Milestone.ID, for customer: Customer.ID
  ) async throws(Problem) {
    let service = backend.service
    let caller = try await service.authenticator.authenticate(
      secretKey: keys.backend, at: .forCustomer(customer, .milestone(milestone)), for: customer,
      in: try service.app(backend.app))
    _ = try await service.reports.recordMilestone(milestone, by: caller)
  }

  /// Sets an attribute of a customer, as the app's own backend does.
  func set(
    _ attribute: Attribute.ID, to value: Attribute.Value?, of customer: Customer.ID
  ) async throws(Problem) {
    try await send(AttributesRequest([attribute: value]), for: customer)
  }

  /// Reports what a parent or guardian of a customer said, as the app's own backend does.
  func report(_ consent: Consent, of customer: Customer.ID) async throws(Problem) {
    try await send(AttributesRequest([:], consent: consent), for: customer)
  }

  private func send(
    _ request: AttributesRequest, for customer: Customer.ID
  ) async throws(Problem) {
    let service = backend.service
    let caller = try await service.authenticator.authenticate(
      secretKey: keys.backend, at: .forCustomer(customer, .setAttributes), for: customer,
      in: try service.app(backend.app))
    _ = try await service.reports.setAttributes(request, by: caller)
  }
}

extension Customer {
  /// The grants of an entitlement that run.
  func standingGrants(
    of entitlement: Entitlement.ID, in blueprint: Blueprint, at now: Instant
  ) -> [Grant] {
    remainingGrants(in: blueprint, at: now).filter { $0.entitlements.contains(entitlement) }
  }
}
