public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall, if the blueprint says so.
  ///
  /// It shows at most once a session, never while the phase is unknown, and never to customers who have what it sells.
  /// The conditions are checked again after the store's prices are loaded, just before it shows.
  @discardableResult
  public func showPaywall(at placement: Placement.ID) async -> PaywallOutcome {
    await report(show(at: placement))
  }

  /// Shows a paywall that was requested directly, such as by a button or by using a feature that was denied.
  ///
  /// It may show again in a session, but never while the phase is unknown or to customers who have what it sells.
  @discardableResult
  public func showPaywall(_ paywall: Paywall.ID) async -> PaywallOutcome {
    await report(show(nil, .max) { self.decide(paywall) })
  }

  /// Shows the paywall that a feature leads to, with that feature's pitch on top, as a direct request.
  @discardableResult
  public func showPaywall(for feature: Feature.ID) async -> PaywallOutcome {
    await report(show(for: feature))
  }

  /// The paywall that a feature leads to, or nil if there isn't one.
  public func paywall(for feature: Feature.ID) -> Paywall.ID? {
    if case .denied(let denial) = access(to: feature), let paywall = denial.paywall {
      return paywall
    }
    let feature = blueprint?.feature(feature)
    return feature?.paywall ?? feature?.rules.compactMap(\.paywall).first
  }

  /// The first paywall that sells something the customer does not have; nil while the phase is unknown.
  public var paywallOnSale: Paywall.ID? {
    membership.flatMap { membership in
      membership.blueprint.definition.paywalls.map(\.id).first { membership.sells($0) }
    }
  }

  /// Whether a directly requested paywall is being loaded.
  public var isLoadingPaywall: Bool { loading?.priority == .max }

  /// Reloads the store's prices for the paywall on screen, for example after a lost connection.
  public func reloadPaywall() async {
    guard let shown = presentation, let content = await content(of: shown.paywall),
      presentation?.id == shown.id
    else { return }
    presentation?.content = content
  }

  /// Shows the paywall of a route over its screen, once a session.
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

  /// Reports that the paywall on screen was closed.
  public func paywallClosed() async {
    guard let presentation else { return }
    endPresentation(presentation.stage.ending)
    guard presentation.stage != .welcome else { return }
    enqueue(presentation.report(.closed))
    await flush()
  }

  /// Reports that the message of a failed or pending purchase was read; the paywall offers its products again.
  public func problemClosed() {
    switch presentation?.stage {
    case .failed, .pending: presentation?.stage = .offering
    case .offering, .purchasing, .welcome, nil: break
    }
  }

  /// The result of a request for a paywall, and the presentation that shows it.
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

  /// Reports that a paywall is showing.
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
  /// Closes a paywall if the customer now has what it sells; a pending purchase is welcomed first.
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
  /// The report of it to the server.
  fileprivate func report(_ action: PaywallEvent.Action) -> PendingWrite.Report {
    .paywall(
      PendingWrite.PaywallReport(
        paywall: paywall, action: action, feature: feature, placement: placement))
  }
}
