import Tollgate

extension PaywallFlow {
  /// How long the app may be in the background before a new session begins: 30 minutes.
  static let sessionTimeout = Duration.minutes(30)

  /// A session of the app begins, in which a paywall may again show automatically, and an exit offer.
  mutating func beginSession() {
    hasShownPaywall = false
    hasShownExitOffer = false
  }

  /// The app left the foreground.
  mutating func leftForeground(at now: Instant?) {
    isAway = true
    leftForegroundAt = now
  }

  /// The app is back in the foreground; the presentation follows what is really on screen.
  mutating func enteredForeground(showing paywall: Paywall.ID?, at now: Instant?) -> [Action] {
    appReturned(at: now)
    switch state {
    case .closed, .loading: return []
    case .presented(let presentation):
      return presentation.paywall == paywall ? [] : close(presentation.stage.ending)
    }
  }

  /// After a long time a new session begins; a paywall that was loading is abandoned, since its prices may never
  /// arrive.
  private mutating func appReturned(at now: Instant?) {
    if let now, let left = leftForegroundAt, left.duration(to: now) >= Self.sessionTimeout {
      beginSession()
    }
    if isAway { returns += 1 }
    isAway = false
    leftForegroundAt = nil
    switch state {
    case .loading: state = .closed
    case .closed, .presented: break
    }
  }
}

extension PaywallFlow {
  /// Something happened to a place that can show a paywall.
  mutating func record(
    _ event: PaywallHost.Event, of host: PaywallHost, at now: Instant?
  ) -> [Action] {
    switch event {
    case .appeared(let below): hosts.appeared(host, over: below)
    case .disappeared: if hosts.disappeared(host) { return closedByCustomer(withPlace: true) }
    case .paywallAppeared: hosts.paywallAppeared(at: host)
    case .paywallDisappeared:
      if hosts.paywallDisappeared(at: host) { return closedByCustomer(withPlace: true) }
    case .leftForeground: if hosts.leftForeground(host) { leftForeground(at: now) }
    case .becameActive:
      guard let back = hosts.becameActive(host) else { return [] }
      if back.appWasAway { appReturned(at: now) }
      if back.hasLostPaywall, let presentation { return close(presentation.stage.ending) }
    }
    return []
  }
}

extension PaywallFlow {
  /// A purchase begins with the store.
  mutating func purchaseStarted(_ product: CatalogProduct.ID) {
    isPurchasing = true
    update { presentation in
      presentation.tried = product
      presentation.stage = .purchasing(product)
    }
  }

  /// The purchase is over.
  ///
  /// - Parameter outcome: The outcome; nil if the person has signed out, whose purchase is not shown to the next one.
  mutating func purchaseEnded(_ outcome: TollgateClient.PurchaseOutcome?) {
    isPurchasing = false
    guard let outcome else { return }
    if outcome == .purchased { hasJustSubscribed = true }
    update { $0.stage = PaywallPresentation.Stage(outcome) }
  }

  /// The app has followed its route after a purchase.
  mutating func acknowledgeSubscription() { hasJustSubscribed = false }
}

extension PaywallPresentation.Stage {
  /// The stage after a purchase.
  fileprivate init(_ outcome: TollgateClient.PurchaseOutcome) {
    self =
      switch outcome {
      case .purchased: .welcome
      case .pending(let problem): .pending(problem)
      case .cancelled: .offering
      case .failed(let problem): .failed(problem)
      }
  }
}
