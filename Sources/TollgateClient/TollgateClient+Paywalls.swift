public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall, where the blueprint says so.
  ///
  /// Once a session, never while unknown, never to those who have what it sells. It is asked again after the store's
  /// prices are loaded, just before showing.
  @discardableResult
  public func showPaywall(at placement: Placement.ID) async -> PaywallOutcome {
    await report(show(at: placement))
  }

  /// Shows a paywall that was asked for by hand, such as by a button or by using a feature that answered no.
  ///
  /// It may show again in a session, but never while unknown nor to those who have what it sells.
  @discardableResult
  public func showPaywall(_ paywall: Paywall.ID) async -> PaywallOutcome {
    await report(show(nil, .max) { self.decide(paywall) })
  }

  /// Shows the paywall that a feature leads to, with that feature's pitch on top; asked for by hand.
  @discardableResult
  public func showPaywall(for feature: Feature.ID) async -> PaywallOutcome {
    await report(show(for: feature))
  }

  /// The paywall that a feature leads to; nil where it leads to none.
  public func paywall(for feature: Feature.ID) -> Paywall.ID? {
    if case .denied(let denial) = access(to: feature), let paywall = denial.paywall {
      return paywall
    }
    let feature = blueprint?.feature(feature)
    return feature?.paywall ?? feature?.rules.compactMap(\.paywall).first
  }

  /// The first paywall that sells something the customer does not have; nil while unknown.
  public var paywallOnSale: Paywall.ID? {
    membership.flatMap { membership in
      membership.blueprint.definition.paywalls.map(\.id).first { membership.sells($0) }
    }
  }

  /// Whether a paywall that was asked for by hand is being loaded.
  public var isLoadingPaywall: Bool { loading?.priority == .max }

  /// Loads the store's prices anew for the paywall on screen, as after a connection that was gone.
  public func reloadPaywall() async {
    guard let shown = presentation, let content = await content(of: shown.paywall),
      presentation?.id == shown.id
    else { return }
    presentation?.content = content
  }

  /// Shows the paywall that a route puts over its screen, once a session.
  @discardableResult
  public func showPaywall(of route: Route) async -> PaywallOutcome {
    guard let paywall = route.paywall else { return .skipped(.notNow) }
    let showing = await show(nil, 0) {
      let decision = self.decide(paywall)
      return decision == .shown(paywall) && self.hasShownPaywall
        ? .skipped(.alreadyShown) : decision
    }
    return await report(showing)
  }

  /// Says that the paywall on screen was closed.
  public func paywallClosed() async {
    guard let presentation else { return }
    endPresentation(presentation.stage.ending)
    guard presentation.stage != .welcome else { return }
    enqueue(presentation.report(.closed))
    await flush()
  }

  /// Says that what a failed or waiting purchase had to say was read; the paywall sells again.
  public func problemClosed() {
    switch presentation?.stage {
    case .failed, .pending: presentation?.stage = .offering
    case .offering, .purchasing, .welcome, nil: break
    }
  }

  /// What became of a request for a paywall, and what shows it.
  struct Showing {
    let outcome: PaywallOutcome
    let presentation: PaywallPresentation?
  }

  func show(at placement: Placement.ID) async -> Showing {
    let priority = blueprint?.placement(placement)?.priority ?? 0
    return await show(placement, priority) { self.decide(placement) }
  }

  func show(for feature: Feature.ID) async -> Showing {
    guard let paywall = paywall(for: feature) else {
      return skipped(.skipped(phase == .unknown ? .unknown : .notFound))
    }
    return await show(nil, .max, feature) { self.decide(paywall) }
  }

  /// Sends that a paywall shows.
  private func report(_ showing: Showing) async -> PaywallOutcome {
    if showing.presentation != nil { await flush() }
    return showing.outcome
  }

  private func skipped(_ outcome: PaywallOutcome) -> Showing {
    Showing(outcome: outcome, presentation: nil)
  }

  private func show(
    _ placement: Placement.ID?, _ priority: Int, _ feature: Feature.ID? = nil,
    _ decide: () -> PaywallOutcome
  ) async -> Showing {
    guard presentation == nil, !isPurchasing, loading.map({ $0.priority < priority }) ?? true else {
      return skipped(.skipped(.onScreen))
    }
    guard case .shown(let paywall) = decide() else { return skipped(decide()) }
    paywallRequests += 1
    let number = paywallRequests
    loading = (number, priority)
    let content = await content(of: paywall)
    guard loading?.number == number else { return skipped(.skipped(.onScreen)) }
    loading = nil
    let decision = decide()
    guard decision == .shown(paywall), let content else {
      return skipped(decision == .shown(paywall) ? .skipped(.notFound) : decision)
    }
    hasShownPaywall = true
    if let placement { rememberShowing(placement) }
    let presentation = PaywallPresentation(
      id: number, content: content, placement: placement, feature: feature, stage: .offering)
    self.presentation = presentation
    enqueue(presentation.report(.shown))
    return Showing(outcome: decision, presentation: presentation)
  }

  private func rememberShowing(_ placement: Placement.ID) {
    guard let now, blueprint?.placement(placement)?.cooldown != nil else { return }
    lastShown[placement] = now
    save(lastShown, as: .shown)
  }

  private func decide(_ id: Placement.ID) -> PaywallOutcome {
    guard let membership, membership.phase != .unknown else { return .skipped(.unknown) }
    guard let placement = membership.blueprint.placement(id) else { return .skipped(.notFound) }
    guard membership.sells(placement.paywall) else { return .skipped(.entitled) }
    if let customer, placement.holdsOut(customer) { return .skipped(.heldOut) }
    guard !placement.oncePerSession || !hasShownPaywall else { return .skipped(.alreadyShown) }
    if let cooldown = placement.cooldown, let now, let last = lastShown[id],
      now < last.adding(cooldown)
    {
      return .skipped(.coolingDown)
    }
    return membership.paywall(at: id).map(PaywallOutcome.shown) ?? .skipped(.notNow)
  }

  private func decide(_ paywall: Paywall.ID) -> PaywallOutcome {
    guard let membership, membership.phase != .unknown else { return .skipped(.unknown) }
    guard membership.blueprint.paywall(paywall) != nil else { return .skipped(.notFound) }
    return membership.sells(paywall) ? .shown(paywall) : .skipped(.entitled)
  }
}

extension TollgateClient {
  /// Closes a paywall whose customer has what it sells by now; a purchase that waited is welcomed first.
  func settlePresentation() {
    guard let presentation, let membership, membership.phase != .unknown,
      !membership.sells(presentation.paywall)
    else { return }
    switch presentation.stage {
    case .purchasing, .welcome: break
    case .pending: self.presentation?.stage = .welcome
    case .offering, .failed: endPresentation(.restored)
    }
  }
}

extension PaywallPresentation {
  /// What the server is told of it.
  fileprivate func report(_ action: PaywallEvent.Action) -> PendingWrite.Report {
    .paywall(
      PendingWrite.PaywallReport(
        paywall: paywall, action: action, feature: feature, placement: placement))
  }
}
