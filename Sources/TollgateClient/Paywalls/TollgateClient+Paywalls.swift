public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall if the blueprint says so, waits until it is closed, and then performs the app's action
  /// if the outcome permits it (``PlacementOutcome/opens(gate:)``).
  ///
  /// - Parameters:
  ///   - placement: The placement's name in the blueprint.
  ///   - action: The action behind the placement.
  ///   - onShow: Called when the paywall is on screen.
  @discardableResult
  public func register(
    _ placement: Placement.ID, _ action: @MainActor () async -> Void = {},
    onShow: ((PaywallPresentation) -> Void)? = nil
  ) async -> PlacementOutcome {
    let showing = await show(at: placement)
    if let presentation = showing.presentation { onShow?(presentation) }
    let ending = await ending(of: showing)
    let outcome: PlacementOutcome =
      switch showing.outcome {
      case .skipped(let reason): .skipped(reason)
      case .shown(let paywall): .shown(paywall, ending)
      }
    if outcome.opens(gate: blueprint?.placement(placement)?.isGate ?? true) { await action() }
    return outcome
  }

  /// Shows a placement's paywall, if the blueprint says so.
  ///
  /// It shows at most once a session, never to customers who have what it sells, and not while the phase is unknown,
  /// except to a customer who may be new (``TollgateClient/Configuration/bundledBlueprint``). The conditions are
  /// checked again after the store's prices are loaded, just before it shows.
  @discardableResult
  public func showPaywall(at placement: Placement.ID) async -> PaywallOutcome {
    await report(show(at: placement))
  }

  /// Shows a paywall that was requested directly, such as by a button or by using a feature that was denied.
  ///
  /// It may show again in a session, but not to customers who have what it sells, nor while the phase is
  /// unknown, except to a customer who may be new (``TollgateClient/Configuration/bundledBlueprint``).
  @discardableResult
  public func showPaywall(_ paywall: Paywall.ID) async -> PaywallOutcome {
    expect(paywall)
    return await report(show(.paywall(paywall), for: .customer(nil)))
  }

  /// Shows the paywall that a feature leads to, with that feature's pitch on top, as a direct request.
  @discardableResult
  public func showPaywall(for feature: Feature.ID) async -> PaywallOutcome {
    await report(show(for: feature))
  }

  /// Shows the paywall of a route over its screen, once a session.
  @discardableResult
  public func showPaywall(of route: Route) async -> PaywallOutcome {
    guard let paywall = route.paywall else { return .skipped(.notNow) }
    return await report(show(.route(paywall), for: .route))
  }

  /// The paywall that a feature leads to, or nil if there isn't one, or if the rule that denies it hides it.
  public func paywall(for feature: Feature.ID) -> Paywall.ID? {
    if case .denied(let denial) = access(to: feature) {
      if let paywall = denial.paywall { return paywall }
      if hidesPaywall(feature) { return nil }
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
  public var isLoadingPaywall: Bool { paywalls.isLoadingForCustomer }

  /// The paywall on screen now, and each change to it; nil means none.
  public var presentationChanges: AsyncStream<PaywallPresentation?> {
    streams.presentations.stream(beginningWith: presentation)
  }

  /// Reloads the store's prices for the paywall on screen, for example after a lost connection.
  public func reloadPaywall() async {
    guard let shown = presentation, let content = await content(of: shown.paywall) else { return }
    let exitOffer =
      shown.isExitOffer ? nil : await PaywallPresentation.ExitOffer(of: shown.paywall, for: self)
    update(\.paywalls) { $0.reloaded(shown.id, content, exitOffer: exitOffer) }
  }

  /// Records that the paywall on screen was closed, and reports it in the background.
  public func paywallClosed() async {
    let actions = update(\.paywalls) { $0.closedByCustomer() }
    perform(actions)
    if actions.contains(where: \.isReport) { await reportInBackground() }
  }

  /// Reports that the message of a failed or pending purchase was read; the paywall offers its products again.
  public func problemClosed() { update(\.paywalls) { $0.problemRead() } }

  /// How long the app may be in the background before a new session begins: 30 minutes.
  public static let sessionPatience = PaywallFlow.sessionTimeout

  /// Begins a new session, in which a paywall may again show automatically.
  ///
  /// Launching begins one, and so does ``cameToForeground(showing:)`` after a long time.
  public func beginSession() { update(\.paywalls) { $0.beginSession() } }
}

extension TollgateClient {
  /// The result of a request for a paywall, and the presentation that shows it.
  private struct Showing {
    let outcome: PaywallOutcome
    var presentation: PaywallPresentation?
  }

  /// Whether the rule that decides about a feature shows no paywall, though the feature has one.
  private func hidesPaywall(_ feature: Feature.ID) -> Bool {
    guard let membership, let position = membership.rule(of: feature) else { return false }
    return membership.blueprint.feature(feature)?.rules[position].hidesPaywall ?? false
  }

  /// Shows the paywall that a feature leads to, and waits until it is closed.
  func offer(_ feature: Feature.ID) async { _ = await ending(of: show(for: feature)) }

  private func show(at placement: Placement.ID) async -> Showing {
    expect(placement)
    let priority = blueprint?.placement(placement)?.priority ?? 0
    return await show(.placement(placement), for: .placement(placement, priority: priority))
  }

  private func show(for feature: Feature.ID) async -> Showing {
    guard let paywall = paywall(for: feature) else {
      expect(feature)
      let reason: PaywallOutcome.Reason =
        phase == .unknown ? .unknown : hidesPaywall(feature) ? .notNow : .notFound
      paywallSkipped(reason, feature: feature)
      return Showing(outcome: .skipped(reason))
    }
    // A change of plan does not lift what is denied to a subscriber.
    if let membership, membership.sells(paywall), !membership.sellsMore(paywall) {
      paywallSkipped(.entitled, paywall: paywall, feature: feature)
      return Showing(outcome: .skipped(.entitled))
    }
    return await show(.paywall(paywall), for: .customer(feature))
  }

  /// Shows a paywall if it may show both before and after its content is loaded.
  private func show(_ target: PaywallFlow.Target, for origin: PaywallFlow.Origin) async -> Showing {
    let showing = await load(target, for: origin)
    if case .skipped(let reason) = showing.outcome {
      switch (target, origin) {
      case (.placement(let placement), _): paywallSkipped(reason, placement: placement)
      case (.paywall(let paywall), .customer(let feature)):
        paywallSkipped(reason, paywall: paywall, feature: feature)
      case (.paywall(let paywall), _), (.route(let paywall), _):
        paywallSkipped(reason, paywall: paywall)
      }
    }
    return showing
  }

  private func load(_ target: PaywallFlow.Target, for origin: PaywallFlow.Origin) async -> Showing {
    let request: PaywallFlow.Request
    let mayBeNew = await mayBeNew(target)
    let decision = decision(for: target, mayBeNew: mayBeNew)
    switch update(\.paywalls, { $0.request(origin, decision) }) {
    case .skip(let reason): return Showing(outcome: .skipped(reason))
    case .load(let accepted): request = accepted
    }
    let content = await content(of: request.paywall)
    let exitOffer = await PaywallPresentation.ExitOffer(of: request.paywall, for: self)
    let final = self.decision(for: target, mayBeNew: mayBeNew)
    let shownAt =
      request.placement.flatMap { blueprint?.placement($0)?.cooldown } == nil ? nil : now
    let pages = content.flatMap { presenter(of: $0)?.steps } ?? []
    let (outcome, actions) = update(\.paywalls) {
      $0.loaded(
        request, content, pages: pages, exitOffer: exitOffer, as: final, shownAt: shownAt)
    }
    let presentation = actions.isEmpty ? nil : presentation
    perform(actions)
    return Showing(outcome: outcome, presentation: presentation)
  }

  func decision(for target: PaywallFlow.Target, mayBeNew: Bool) -> PaywallOutcome {
    var membership = membership
    if mayBeNew, customer == nil, phase == .unknown, let blueprint {
      membership = Membership(
        of: Customer(), in: blueprint, at: now ?? Instant(milliseconds: 0))
    }
    return paywalls.decision(for: target, membership: membership, customer: customer, at: now)
  }

  /// Whether a paywall that was requested is shown as to a new customer.
  private func mayBeNew(_ target: PaywallFlow.Target) async -> Bool {
    switch target {
    case .route: false
    case .placement, .paywall: await mayBeNew()
    }
  }

  /// Whether the customer may be treated as new: the app's rules are those that ship in it, the device has no customer,
  /// and neither it nor the store knows of a purchase.
  ///
  /// Where the server has sent the rules, as before a sign-out, unknown stays unknown.
  func mayBeNew() async -> Bool {
    guard phase == .unknown, customer == nil, !deviceState.isLocked,
      outbox.writes.allSatisfy({ $0.purchase == nil }),
      let rules = cached.cachedBlueprint, rules.isBundled
    else { return false }
    do { return try await configuration.store.currentEntitlements().isEmpty } catch {
      return false
    }
  }

  /// Reports in the background that a paywall is showing.
  private func report(_ showing: Showing) async -> PaywallOutcome {
    if showing.presentation != nil { await reportInBackground() }
    return showing.outcome
  }

  /// Waits for a paywall to end.
  private func ending(of showing: Showing) async -> PlacementOutcome.Ending {
    guard let shown = showing.presentation else { return .dismissed }
    await reportInBackground()
    guard presentation?.id == shown.id else { return .dismissed }
    return await streams.paywallEndings.next()
  }

  func perform(_ actions: [PaywallFlow.Action]) {
    for action in actions {
      switch action {
      case .leave(let ending): streams.events.paywallClosed(ending, at: now)
      case .resume(let ending):
        streams.events.paywallClosed(ending, at: now)
        streams.paywallEndings.resume(returning: ending)
      case .report(let report):
        if report.action == .shown { streams.events.paywallShown(presentation, at: now) }
        enqueue(.paywall(report))
      case .saveLastShown: save(paywalls.lastShown, as: .shown)
      }
    }
  }
}

extension TollgateClient {
  /// Returns a paywall with its texts and the store's prices; nil for an unknown name.
  ///
  /// It offers the packages that the customer is shown, or those for everyone while nothing is known about the customer.
  public func content(of paywall: Paywall.ID) async -> PaywallContent? {
    let variants = membership?.variants(of: paywall) ?? [:]
    guard let blueprint,
      let paywall = membership.map({ $0.paywall(paywall) }) ?? blueprint.paywall(paywall)
    else { return nil }
    let (packages, problem) = await shownPackages(of: paywall)
    var content = PaywallContent(paywall: paywall)
    for package in packages {
      content.offers.append(await PaywallContent.Offer(package, on: paywall, for: self))
    }
    for id in paywall.texts { content.texts[id] = text(id) }
    content.problem = problem
    content.variants = variants
    content.onlyChangesPlan =
      membership.map { $0.sells(paywall.id) && !$0.sellsMore(paywall.id) } ?? false
    return content
  }

  /// The instant at which a package with a countdown ends; nil if it has none.
  func end(of package: Paywall.Package, on paywall: Paywall.ID) -> Instant? {
    guard package.hasCountdown, let membership, membership.phase != .unknown else { return nil }
    return membership.end(of: package, on: paywall, for: localCustomer.facts)
  }

  /// Loads products that are sold, and others that their prices are compared with.
  func loadProducts(
    _ ids: [CatalogProduct.ID], and others: [CatalogProduct.ID] = []
  ) async -> PurchaseProblem? {
    if ids.isEmpty { return nil }
    let missing = (ids + others.filter { !ids.contains($0) }).filter { products[$0] == nil }
    guard !missing.isEmpty else { return nil }
    do {
      for product in try await configuration.store.products(for: missing) {
        products[product.id] = product
      }
    } catch {
      return .network
    }
    return ids.allSatisfy { products[$0] == nil } ? .productUnavailable : nil
  }
}
