import Tollgate
import TollgateWords

/// Which paywall is on screen, and the purchase in progress: a state machine without store, storage or clock.
///
/// Every event returns the actions that the client performs, in order.
struct PaywallFlow: Hashable, Sendable {
  /// What is on screen.
  enum State: Hashable, Sendable {
    /// Nothing.
    case closed
    /// Nothing yet: a paywall's prices are being loaded.
    case loading(Request)
    case presented(PaywallPresentation)
  }

  struct Request: Hashable, Sendable {
    /// The number of the request, counted from 1 since the app's launch.
    let number: Int
    let paywall: Paywall.ID
    let origin: Origin
    /// The window in which it was requested; nil if that is not known.
    var window: PaywallHost?

    /// The placement that requested it.
    var placement: Placement.ID? {
      switch origin {
      case .placement(let placement, _): placement
      case .route, .customer: nil
      }
    }

    /// The feature that led to it.
    var feature: Feature.ID? {
      switch origin {
      case .placement, .route: nil
      case .customer(let feature): feature
      }
    }
  }

  /// What requested a paywall.
  enum Origin: Hashable, Sendable {
    case placement(Placement.ID, priority: Int)
    /// A route over its screen.
    case route
    /// The customer, by using a feature if there is one.
    case customer(Feature.ID?)

    /// A request replaces one of a lower priority that is still loading.
    var priority: Int {
      switch self {
      case .placement(_, let priority): priority
      case .route: 0
      case .customer: .max
      }
    }
  }

  /// The response to a request.
  enum Response: Hashable, Sendable {
    /// Load the paywall's content; then ``loaded(_:_:as:shownAt:)``.
    case load(Request)
    /// Nothing is shown.
    case skip(TollgateClient.PaywallOutcome.Reason)
  }

  /// An action beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Send the event that a paywall was closed, while those who wait for it keep waiting.
    case leave(PlacementOutcome.Ending)
    /// Resume those who wait for the paywall to be closed.
    case resume(PlacementOutcome.Ending)
    /// Report to the server that a paywall was shown or closed.
    case report(PendingWrite.PaywallReport)
    /// Store ``lastShown``.
    case saveLastShown

    /// Whether it adds a report to the outbox.
    var isReport: Bool {
      switch self {
      case .report: true
      case .leave, .resume, .saveLastShown: false
      }
    }
  }

  var state = State.closed
  /// Whether a purchase is in progress with the store.
  var isPurchasing = false
  /// Whether a purchase was completed and not yet acknowledged.
  var hasJustSubscribed = false
  /// Whether a paywall was shown in this session of the app.
  var hasShownPaywall = false
  /// Whether an exit offer was shown in this session of the app.
  var hasShownExitOffer = false
  /// When each placement with a cooldown was last shown.
  var lastShown: [Placement.ID: Instant]
  var requests = 0
  /// Whether the app is in the background.
  var isAway = false
  var leftForegroundAt: Instant?
  /// How often the app has returned from the background.
  var returns = 0
  /// The places that can show a paywall.
  var hosts = PaywallHosts()

  init(lastShown: [Placement.ID: Instant] = [:]) { self.lastShown = lastShown }

  /// The paywall on screen.
  var presentation: PaywallPresentation? {
    switch state {
    case .closed, .loading: nil
    case .presented(let presentation): presentation
    }
  }

  /// Whether a paywall that the customer requested is being loaded.
  var isLoadingForCustomer: Bool {
    switch state {
    case .closed, .presented: false
    case .loading(let request): request.origin.priority == .max
    }
  }
}

extension PaywallFlow {
  /// A paywall is requested that may show by ``decision(for:membership:customer:at:)``.
  mutating func request(
    _ origin: Origin, _ decision: TollgateClient.PaywallOutcome
  ) -> Response {
    guard !isPurchasing else { return .skip(.onScreen) }
    switch state {
    case .presented: return .skip(.onScreen)
    case .loading(let other) where other.origin.priority >= origin.priority:
      return .skip(.onScreen)
    case .closed, .loading: break
    }
    switch decision {
    case .skipped(let reason): return .skip(reason)
    case .shown(let paywall):
      requests += 1
      let request = Request(
        number: requests, paywall: paywall, origin: origin, window: hosts.activeWindow)
      state = .loading(request)
      return .load(request)
    }
  }

  /// A paywall's content was loaded; it shows if it still may.
  ///
  /// - Parameters:
  ///   - content: The content; nil if the blueprint has no such paywall any more.
  ///   - pages: The pages before the offer.
  ///   - exitOffer: What shows if the paywall is closed without a purchase; nil for nothing.
  ///   - decision: The outcome by ``decision(for:membership:customer:at:)``, now.
  ///   - now: The instant to record for a placement with a cooldown; otherwise nil.
  /// - Returns: The presentation, or why there isn't one, and what the client performs.
  mutating func loaded(
    _ request: Request, _ content: PaywallContent?, pages: [PaywallStep] = [],
    exitOffer: PaywallPresentation.ExitOffer? = nil, as decision: TollgateClient.PaywallOutcome,
    shownAt now: Instant?
  ) -> (TollgateClient.PaywallOutcome, [Action]) {
    switch state {
    case .loading(request): state = .closed
    case .closed, .loading, .presented: return (.skipped(.onScreen), [])
    }
    guard decision == .shown(request.paywall) else { return (decision, []) }
    guard let content else { return (.skipped(.notFound), []) }
    var presentation = PaywallPresentation(request, content, pages)
    presentation.exitOffer = exitOffer
    state = .presented(presentation)
    hosts.present(requestedIn: request.window)
    hasShownPaywall = true
    var actions: [Action] = []
    if let placement = presentation.placement, let now {
      lastShown[placement] = now
      actions.append(.saveLastShown)
    }
    return (decision, actions + [.report(presentation.report(.shown))])
  }

  /// The content of the paywall on screen was loaded again, with its exit offer.
  mutating func reloaded(
    _ id: PaywallPresentation.ID, _ content: PaywallContent,
    exitOffer: PaywallPresentation.ExitOffer? = nil
  ) {
    update { presentation in
      guard presentation.id == id else { return }
      presentation.content = content
      presentation.exitOffer = exitOffer
    }
  }

  /// The customer closed the paywall.
  ///
  /// - Parameter withPlace: Whether the place that showed it was removed too, so that no exit offer can show there.
  /// - Returns: What the client performs.
  mutating func closedByCustomer(withPlace: Bool = false) -> [Action] {
    switch state {
    case .closed, .loading: return []
    case .presented(let presentation):
      if !withPlace, let actions = followed(presentation) { return actions }
      let actions = close(presentation.stage.ending)
      return presentation.stage == .welcome
        ? actions : actions + [.report(presentation.report(.closed))]
    }
  }

  /// The message of a failed or pending purchase was read.
  mutating func problemRead() {
    update { presentation in
      switch presentation.stage {
      case .failed, .pending: presentation.stage = .offering
      case .offering, .purchasing, .welcome: break
      }
    }
  }

  /// The membership was evaluated: a paywall that sells nothing more is closed; a pending purchase is welcomed first.
  ///
  /// A purchase that still waits for the server closes and welcomes nothing.
  mutating func settle(with membership: Membership) -> [Action] {
    guard let presentation, membership.phase != .unknown else { return [] }
    if let offer = presentation.exitOffer, !offer.content.isSelling(by: membership) {
      update { $0.exitOffer = nil }
    }
    if presentation.content.isSelling(by: membership) || membership.isAwaitingPurchase { return [] }
    switch presentation.stage {
    case .purchasing, .welcome: return []
    case .pending:
      hasJustSubscribed = true
      update { $0.stage = .welcome }
      return []
    case .offering, .failed: return close(.restored)
    }
  }

  /// The person signed out: nothing that was shown to them remains.
  mutating func reset() -> [Action] {
    lastShown = [:]
    hasShownPaywall = false
    hasShownExitOffer = false
    hasJustSubscribed = false
    return close(.dismissed)
  }

  mutating func close(_ ending: PlacementOutcome.Ending) -> [Action] {
    state = .closed
    hosts.end()
    return [.resume(ending)]
  }

  mutating func update(_ change: (inout PaywallPresentation) -> Void) {
    switch state {
    case .closed, .loading: break
    case .presented(var presentation):
      change(&presentation)
      state = .presented(presentation)
    }
  }
}

extension PaywallPresentation {
  fileprivate init(
    _ request: PaywallFlow.Request, _ content: PaywallContent, _ pages: [PaywallStep]
  ) {
    self.init(
      id: request.number, content: content, placement: request.placement, feature: request.feature,
      stage: .offering, pages: pages)
  }

  /// The report of it to the server.
  func report(_ action: PaywallEvent.Action) -> PendingWrite.PaywallReport {
    PendingWrite.PaywallReport(
      paywall: paywall, action: action, feature: feature, placement: placement,
      variants: action == .closed || content.variants.isEmpty
        ? nil
        : Dictionary(
          uniqueKeysWithValues: content.variants.map { ($0.key.rawValue, $0.value.rawValue) }))
  }
}

extension PaywallFlow {
  /// The customer turned to a page of the paywall on screen; the position after the last page is the offer.
  ///
  /// Any other position has no effect, and no page turns while a purchase is in progress or after it has ended.
  mutating func turned(to position: Int) {
    update { presentation in
      guard presentation.stage == .offering, (0...presentation.pages.count).contains(position)
      else { return }
      presentation.position = position
    }
  }
}
