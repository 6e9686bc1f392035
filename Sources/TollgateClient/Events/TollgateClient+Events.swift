import Tollgate

extension TollgateClient {
  /// What happens to paywalls, purchases, gates and uses from now on, for an app's analytics.
  ///
  /// ```swift
  /// for await event in client.events { analytics.log(event.name.rawValue, event.properties) }
  /// ```
  ///
  /// Start listening before ``launch()``. Every listener gets every event, in order; one that does not read keeps only
  /// the newest 1,000.
  public var events: AsyncStream<ClientEvent> { streams.events.listeners.stream() }

  /// The state changes of every transaction from now on, including those made elsewhere.
  public var purchaseChanges: AsyncStream<PurchaseChange> { streams.purchases.stream() }

  /// The server's answers to uses that waited for the network, from now on.
  public var useChanges: AsyncStream<UseChange> { streams.uses.stream() }
}

extension TollgateClient {
  /// Sends an event, unless one with the same `once` was sent before.
  func send(
    _ name: ClientEvent.Name, once: String? = nil, _ complete: (inout ClientEvent) -> Void
  ) {
    streams.events.send(ClientEvent(name), once: once, at: now, complete)
  }

  func paywallSkipped(
    _ reason: PaywallOutcome.Reason, paywall: Paywall.ID? = nil, placement: Placement.ID? = nil,
    feature: Feature.ID? = nil
  ) {
    send(.paywallSkipped) { event in
      event.paywall = paywall
      event.placement = placement
      event.feature = feature
      event.outcome = "\(reason)"
    }
  }

  func purchaseStarted(_ product: CatalogProduct.ID) {
    expect(product, "product") { $0.products.map(\.id) }
    send(.purchaseStarted) { event in
      event.add(presentation)
      event.product = product
    }
  }

  func purchaseEnded(_ product: CatalogProduct.ID, _ outcome: PurchaseOutcome) {
    send(.purchaseEnded) { event in
      event.add(presentation)
      event.product = product
      switch outcome {
      case .purchased: event.outcome = "purchased"
      case .cancelled: event.outcome = "cancelled"
      case .pending(let problem): (event.outcome, event.problem) = ("pending", problem.rawValue)
      case .failed(let problem): (event.outcome, event.problem) = ("failed", problem.rawValue)
      }
    }
  }

  func restoreEnded(_ outcome: RestoreOutcome) -> RestoreOutcome {
    send(.restoreEnded) { event in
      switch outcome {
      case .restored: event.outcome = "restored"
      case .nothingFound: event.outcome = "nothing_found"
      case .cancelled: event.outcome = "cancelled"
      case .failed(let error): (event.outcome, event.problem) = ("failed", error.code.rawValue)
      }
    }
    return outcome
  }

  /// Notifies listeners of a purchase's state.
  func notify(_ change: PurchaseChange) {
    streams.purchases.send(change)
    let name: ClientEvent.Name
    var problem: String?
    switch change.state {
    case .waiting, .provisional: return
    case .recorded: name = .transactionRecorded
    case .refused(let error):
      name = .transactionRefused
      problem = error.code.rawValue
      let product = change.product.map { " of `\($0)`" } ?? ""
      configuration.log.write(
        ClientLog.Entry(
          level: .error, code: error.code,
          message: "The server permanently refused a purchase\(product); it gives no access."))
    }
    send(name, once: "\(name) \(change.transaction)") { event in
      event.transaction = change.transaction
      event.product = change.product
      event.problem = problem
    }
  }

  /// Notifies listeners of the server's answer to a use that waited.
  func notify(_ change: UseChange) {
    streams.uses.send(change)
    useDecided(change.feature, change.key, change.answer)
  }

  func gateDecided(_ feature: Feature.ID, _ access: Access) {
    send(.gate) { event in
      event.feature = feature
      event.outcome = access.word
    }
  }

  /// A use that waits is decided later.
  func useDecided(_ feature: Feature.ID, _ key: Idempotency.Key, _ access: Access) {
    guard access != .unknown else { return }
    send(.use, once: "use \(key) \(access.word)") { event in
      event.feature = feature
      event.key = key
      event.outcome = access.word
    }
  }
}

extension Access {
  fileprivate var word: String {
    switch self {
    case .allowed: "allowed"
    case .denied: "denied"
    case .unknown: "unknown"
    }
  }
}
