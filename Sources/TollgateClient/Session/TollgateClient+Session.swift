public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Sends a request as the session's customer, creating an anonymous one if there isn't one.
  ///
  /// An expired token is exchanged once, and so is that of an anonymous customer who was merged into another, for
  /// example when a second device restored the same purchases. An anonymous customer the server does not know is
  /// replaced by a new one, who takes over the waiting reports. An account's session that the server has ended is left.
  func authorized<Value: Decodable>(
    _ endpoint: Endpoint, key: Idempotency.Key? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(ServerCalls.Failure) -> ServerCalls.Response<Value> {
    let sender = try await ensureSession()
    let ticket = session.ticket(for: sender)
    do {
      return try await server(
        endpoint, token: sender.token, of: sender.customer, key: key, body: body)
    } catch {
      switch session.recovery(of: ticket, after: error.problem?.code) {
      case .fail: throw error
      case .resend: break
      case .exchange: try await exchange(sender, ticket)
      case .end: try await endSession()
      }
    }
    let next = try await ensureSession()
    return try await server(
      endpoint, token: next.token, of: next.customer, key: key, body: body)
  }

  /// The session, created for a new anonymous customer if there isn't one; concurrent requests create only one.
  func ensureSession() async throws(ServerCalls.Failure) -> Session {
    guard await prepare() else { throw ServerCalls.Failure(ClientError(.storageUnavailable)) }
    if let current = session.current { return current }
    return try await tasks.sessionCreation.value { await self.createCustomer() }.get()
  }

  private func createCustomer() async -> Result<Session, ServerCalls.Failure> {
    guard let device else { return .failure(ServerCalls.Failure(ClientError(.storageUnavailable))) }
    do {
      let response = try await server.session(
        .createCustomer, body: CreateCustomerRequest(device: device))
      // A person signed in while the response was on its way; the anonymous customer is not needed.
      if let current = session.current { return .success(current) }
      open(response)
      return .success(Session(response.value))
    } catch {
      return .failure(error)
    }
  }

  /// Adopts the customer that the server says the device acts for.
  func open(_ response: ServerCalls.Response<SessionResponse>) {
    let signed = response.signed(.session)
    let actions = update(\.session) { $0.open(Session(response.value)) }
    save(signed, as: .session)
    perform(actions)
    merge(response.value.snapshot, signed)
  }

  /// Exchanges a token that expires soon; if that fails, the token remains valid until it expires.
  ///
  /// - Returns: Whether it was exchanged.
  func renew(_ current: Session) async throws(ServerCalls.Failure) -> Bool {
    let ticket = session.ticket(for: current)
    do {
      try await exchange(current, ticket)
      return true
    } catch {
      switch session.standing(of: ticket) {
      case .current: return false
      case .renewed, .left: throw error
      }
    }
  }

  /// Exchanges a session's token for a new one; a session that is too old or was ended is left.
  private func exchange(
    _ current: Session, _ ticket: SessionLifecycle.Ticket
  ) async throws(ServerCalls.Failure) {
    let renewed: ServerCalls.Response<SessionResponse>
    do {
      renewed = try await server.session(.session, token: current.token)
    } catch {
      switch session.recovery(ofExchange: ticket, after: error.problem?.code) {
      case .fail, .resend, .exchange: throw error
      case .end: return try await endSession()
      }
    }
    switch session.standing(of: ticket) {
    case .current: open(renewed)
    case .renewed: break
    case .left: throw ServerCalls.Failure(ClientError(.customerChanged))
    }
  }

  /// Leaves a session that the server has ended; an anonymous customer is replaced.
  private func endSession() async throws(ServerCalls.Failure) {
    let isAnonymous = session.isAnonymous
    perform(update(\.session) { $0.endedByServer() })
    guard !isAnonymous else {
      _ = try await ensureSession()
      return
    }
    await cancelNudges()
    throw ServerCalls.Failure(ClientError(.sessionEnded))
  }

  /// Has the server end the sessions that were left, as far as it can be reached now.
  func reportEndedSessions() async {
    while let ended = session.endedSessions.first {
      do throws(ServerCalls.Failure) {
        try await server.end(ended)
      } catch {
        // An invalid token belongs to no session that could be ended.
        guard error.isFinal || error.isAboutToken else {
          perform(update(\.outbox) { $0.requestFailed(error) })
          return
        }
      }
      perform(update(\.session) { $0.reportedEnd(of: ended) })
    }
  }

  func perform(_ actions: [SessionLifecycle.Action]) {
    for action in actions {
      switch action {
      case .keepCustomer(let customer): cached.keepCustomer(customer)
      case .removeCustomer: removeCustomer()
      case .removePerson: removePerson()
      case .reassignReports(let before, let customer, let isAnonymous):
        perform(
          update(\.outbox) { $0.reassign(from: before, to: customer, isAnonymous: isAnonymous) })
      case .unassignReports(let customer):
        perform(update(\.outbox) { $0.unassign(from: customer) })
      case .holdReports(let customer): perform(update(\.outbox) { $0.hold(of: customer) })
      case .releaseReports: perform(update(\.outbox) { $0.release() })
      case .saveEndedSessions:
        if session.endedSessions.isEmpty {
          remove(.endedSessions)
        } else {
          save(session.endedSessions, as: .endedSessions)
        }
      case .note(let error): note(error)
      case .disconnect(let error): connection = .failed(error)
      }
    }
  }

  private func removeCustomer() {
    cached.removeCustomer()
    remove(.session)
    remove(.customer)
  }

  /// Removes the customer and everything shown to them; waiting reports stay.
  private func removePerson() {
    removeCustomer()
    remove(.shown)
    products = [:]
    tasks.profile.abandon()
    perform(update(\.paywalls) { $0.reset() })
    cached.isStale = false
    connection = .remembered
    evaluate()
  }
}

extension TollgateClient {
  /// Records that the app left the foreground.
  public func wentToBackground() { update(\.paywalls) { $0.leftForeground(at: now) } }

  /// Records that the app is back in the foreground, evaluates the membership after the time that has passed, and
  /// fetches what has changed on the server: grants, refunds, purchases elsewhere, a new blueprint.
  ///
  /// The server is asked only if it has not sent the whole customer within ``Configuration/refreshPause``; if it cannot
  /// be reached, ``connection`` says so and the known state is kept.
  ///
  /// The system may have removed a paywall's view in the meantime without notice. The presentation follows what is
  /// really on screen, so that no later request is ignored.
  ///
  /// - Parameter paywall: The paywall whose view is on screen now; nil means none.
  public func cameToForeground(showing paywall: Paywall.ID?) async {
    perform(update(\.paywalls) { $0.enteredForeground(showing: paywall, at: now) })
    await catchUp()
  }

  /// Fetches what has changed on the server while the app is in the background, sends waiting reports, and updates the
  /// notifications.
  ///
  /// Call it in a background refresh task (`.backgroundTask(.appRefresh(…))`, `BGAppRefreshTask`) and when a silent
  /// push notification arrives (`application(_:didReceiveRemoteNotification:)`). The app need not have been launched. It
  /// shows nothing, and creates no customer.
  ///
  /// - Returns: Whether the customer's membership or the blueprint has changed.
  /// - Throws: ``ClientError`` if the server could not confirm, or with code `storageUnavailable` before the first
  ///   unlock after a restart of the device; the known state is kept.
  @discardableResult
  public func refreshInBackground() async throws(ClientError) -> Bool {
    guard await prepare() else { throw ClientError(.storageUnavailable) }
    guard session.current != nil else { return false }
    let before = membership
    await deliverPending()
    try await refresh()
    await reconcileNudges()
    guard let before, let membership else { return before != membership }
    return !before.answers(like: membership)
  }

  /// Evaluates what time has changed, and fetches what the server has changed.
  private func catchUp() async {
    await timePassed()
    await tasks.launch.wait()
    guard isRefreshDue else { return }
    await tasks.refresh.value { await self.refreshQuietly() }
    await reconcileNudges()
  }

  /// Whether the state should be confirmed; signed out, there is no customer to ask about.
  var isRefreshDue: Bool {
    guard !deviceState.isLocked else { return false }
    let isUnconfirmed =
      switch connection {
      case .remembered, .confirmed: false
      case .failed(let error): error.isRetryable
      }
    let isDue = cached.freshness.isDue(
      at: configuration.uptime(), after: configuration.refreshPause)
    return (session.current != nil || isUnconfirmed) && (blueprint == nil || isDue)
  }
}

extension TollgateClient {
  /// The paywall that a place shows; nil if another one does, or none.
  package func presentation(in host: PaywallHost) -> PaywallPresentation? {
    paywalls.hosts.showing == host ? presentation : nil
  }

  /// Whether a place would show the paywall that the customer requested and that is being loaded.
  package func isLoadingPaywall(in host: PaywallHost) -> Bool {
    isLoadingPaywall && paywalls.hosts.next == host
  }

  /// Records what happened to a place that can show a paywall.
  ///
  /// - Parameters:
  ///   - event: The event. If the place's window became active, the client catches up with the server as in
  ///     ``cameToForeground(showing:)``.
  ///   - host: The place.
  package func record(_ event: PaywallHost.Event, of host: PaywallHost) async {
    let actions = update(\.paywalls) { $0.record(event, of: host, at: now) }
    perform(actions)
    if event == .becameActive {
      await catchUp()
    } else if actions.contains(where: \.isReport) {
      await flush()
    }
  }
}
