import Tollgate

extension PaywallFlow {
  /// A paywall that may show.
  enum Target: Hashable, Sendable {
    /// The paywall of a placement, if the blueprint says so now.
    case placement(Placement.ID)
    /// A paywall over its route's screen, once a session.
    case route(Paywall.ID)
    /// A paywall that the customer requested.
    case paywall(Paywall.ID)
  }

  /// Whether a paywall may show now, whatever is on screen.
  func decision(
    for target: Target, membership: Membership?, customer: Customer.ID?, at now: Instant?
  ) -> TollgateClient.PaywallOutcome {
    guard let membership, membership.phase != .unknown else { return .skipped(.unknown) }
    switch target {
    case .placement(let id):
      guard let placement = membership.blueprint.placement(id) else { return .skipped(.notFound) }
      let sells =
        placement.isGate
        ? membership.sellsMore(placement.paywall) : membership.sells(placement.paywall)
      guard sells else { return .skipped(.entitled) }
      if let customer, placement.holdsOut(customer) { return .skipped(.heldOut) }
      guard !placement.oncePerSession || !hasShownPaywall else { return .skipped(.alreadyShown) }
      if let cooldown = placement.cooldown, let now, let last = lastShown[id],
        now < last.adding(cooldown)
      {
        return .skipped(.coolingDown)
      }
      if membership.withholdsPaywall(at: id) { return .skipped(.limitReached) }
      return membership.paywall(at: id).map { .shown($0) } ?? .skipped(.notNow)
    case .route(let paywall):
      guard membership.blueprint.paywall(paywall) != nil else { return .skipped(.notFound) }
      guard membership.sellsMore(paywall) else { return .skipped(.entitled) }
      return hasShownPaywall ? .skipped(.alreadyShown) : .shown(paywall)
    case .paywall(let paywall):
      guard membership.blueprint.paywall(paywall) != nil else { return .skipped(.notFound) }
      return membership.sells(paywall) ? .shown(paywall) : .skipped(.entitled)
    }
  }
}
