import Tollgate
import TollgateWire

extension TollgateClient {
  /// Returns a customer token for the app's own backend, which proves to it who the customer is.
  ///
  /// ```swift
  /// var request = URLRequest(url: URL(string: "https://api.example.com/chat-stream")!)
  /// request.setValue(
  ///   try await client.authorization().headerValue, forHTTPHeaderField: "Authorization")
  /// ```
  ///
  /// Call it for each request. The token is stored on the device: nothing is sent unless it expires within 7 days, in
  /// which case it is exchanged for a new one, or there is no customer yet, in which case an anonymous one is created.
  /// If your backend gets a 401 for it, call ``refresh()``, and then call this method again.
  ///
  /// - Returns: A token that is valid now, and its customer.
  /// - Throws: ``ClientError`` with code `customerChanged` if the person has signed out, `sessionEnded` if the
  ///   server has ended the session, `network` if the token has expired and the server cannot be reached, or the
  ///   server's.
  public func authorization() async throws(ClientError) -> CustomerAuthorization {
    let ticket = session.ticket
    do {
      let current = try await ensureSession()
      if session.standing(of: ticket) != .left, let now, current.isExpiring(at: now) {
        try await exchangeUnlessValid(current, at: now)
      }
    } catch {
      throw error.error
    }
    guard session.standing(of: ticket) != .left, let current = session.current else {
      throw ClientError(.customerChanged)
    }
    return CustomerAuthorization(
      customer: current.customer, token: current.token, expiresAt: current.expiresAt)
  }

  /// Exchanges a token that expires soon; one that is still valid is kept if that fails.
  private func exchangeUnlessValid(
    _ current: Session, at now: Instant
  ) async throws(ServerCalls.Failure) {
    let ticket = session.ticket(for: current)
    do {
      try await exchange(current, ticket)
    } catch {
      guard session.standing(of: ticket) == .current, now < current.expiresAt else { throw error }
    }
  }
}

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
      case .delete: try await leaveDeletedCustomer()
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
    let download = await configuration.store.appTransaction()
    if let current = session.current { return .success(current) }
    do {
      let response = try await server.session(
        .createCustomer,
        body: CreateCustomerRequest(device: device, signedAppTransaction: download))
      // A person signed in while the response was on its way; the anonymous customer is not needed.
      if let current = session.current { return .success(current) }
      open(response)
      return .success(Session(response.value))
    } catch {
      return .failure(error)
    }
  }

  /// Adopts the customer that the server says the device acts for.
  func open(_ response: ServerCalls.Response<DeviceSession>) {
    let signed = response.signed(.session)
    let actions = update(\.session) { $0.open(Session(response.value)) }
    save(signed, as: .session)
    perform(actions)
    merge(response.value.snapshot, signed)
    // Whoever the device acts for now may not have its download yet: an account, for example.
    reportDownload()
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
  func exchange(
    _ current: Session, _ ticket: SessionLifecycle.Ticket
  ) async throws(ServerCalls.Failure) {
    let renewed: ServerCalls.Response<DeviceSession>
    do {
      renewed = try await server.session(.session, token: current.token)
    } catch {
      switch session.recovery(ofExchange: ticket, after: error.problem?.code) {
      case .fail, .resend, .exchange: throw error
      case .end: return try await endSession()
      case .delete: try await leaveDeletedCustomer()
      }
    }
    switch session.standing(of: ticket) {
    case .current: open(renewed)
    case .renewed: break
    case .left: throw ServerCalls.Failure(ClientError(.customerChanged))
    }
  }

  /// Leaves a session that the server has ended; an anonymous customer is replaced.
  func endSession() async throws(ServerCalls.Failure) {
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
      case .deleteReports(let customer): perform(update(\.outbox) { $0.delete(of: customer) })
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
