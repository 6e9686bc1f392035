import Tollgate
import TollgateWire

extension TollgateClient {
  /// Has the server confirm what the device remembers, makes an anonymous customer on the first launch, sends what
  /// waits, and delivers what the store has not seen finished.
  ///
  /// It never fails as a whole: ``connection`` says how far it got.
  public func launch() async {
    beginSession()
    await refreshBlueprint()
    do {
      try await refresh()
    } catch {
      connection = .failed(error)
    }
    await deliverPending()
    await reconcileNudges()
  }

  /// Reads the customer anew, and the blueprint where it has changed.
  ///
  /// - Throws: ``ClientError`` where the server could not confirm; what was known stays.
  public func refresh() async throws(ClientError) {
    do {
      try await reread()
    } catch {
      connection = .failed(error.error)
      throw error.error
    }
  }

  /// Reads the customer anew, and the blueprint where it has changed.
  func reread() async throws(ServerCalls.Failure) {
    var isBlueprintStale = blueprint == nil
    if session == nil {
      _ = try await ensureSession()
    } else {
      let answered: ServerCalls.Answered<CustomerSnapshot> = try await authorized(.me)
      accept(answered, .snapshot)
      isBlueprintStale = answered.answer.blueprintRevision != blueprintRevision
    }
    if isBlueprintStale { await refreshBlueprint() }
    isStale = false
  }

  private func refreshBlueprint() async {
    do {
      guard let known = try await server.blueprint(unless: blueprint == nil ? nil : blueprintTag)
      else { return }
      if adopt(known) { save(known, as: .blueprint) }
      recompute()
    } catch {
      connection = .failed(error.error)
    }
  }

  /// Asks as the session's customer, made anonymously where there is none.
  ///
  /// An expired token is exchanged once, and so is that of an anonymous customer who became part of another, as when a
  /// second device restored the same purchases. An anonymous customer the server does not know is replaced by a new one,
  /// who takes over the reports that wait; the session of an account is left for the person to open again.
  func authorized<Answer: Decodable>(
    _ endpoint: Endpoint, key: Idempotency.Key? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(ServerCalls.Failure) -> ServerCalls.Answered<Answer> {
    let session = try await ensureSession()
    do {
      return try await server(
        endpoint, token: session.token, of: session.customer, key: key, body: body)
    } catch {
      guard let code = error.problem?.code, self.session?.customer == session.customer else {
        throw error
      }
      if code == .expiredToken || code == .customerMerged {
        let renewed = try await server.session(.session, token: session.token)
        guard self.session?.customer == session.customer else {
          throw ServerCalls.Failure(ClientError(.customerChanged))
        }
        accept(renewed)
      } else if code == .invalidToken, session.account == nil {
        try await replaceCustomer()
      } else {
        throw error
      }
      let next = try await ensureSession()
      return try await server(
        endpoint, token: next.token, of: next.customer, key: key, body: body)
    }
  }

  private func replaceCustomer() async throws(ServerCalls.Failure) {
    let gone = session?.customer
    session = nil
    known = nil
    forget(.session)
    forget(.customer)
    for index in outbox.indices where outbox[index].customer == gone {
      outbox[index].customer = nil
    }
    _ = try await ensureSession()
  }

  /// The session, made for a new anonymous customer where there is none; asked twice at once, one is made.
  func ensureSession() async throws(ServerCalls.Failure) -> Session {
    if let session { return session }
    let founding = self.founding ?? Task { await found() }
    self.founding = founding
    let result = await founding.value
    if self.founding == founding { self.founding = nil }
    return try result.get()
  }

  private func found() async -> Result<Session, ServerCalls.Failure> {
    do {
      let response = try await server.session(
        .createCustomer, body: CreateCustomerRequest(device: device))
      // Somebody signed in while the answer was on its way: the anonymous customer is not needed.
      if let session { return .success(session) }
      accept(response)
      return .success(Session(response.answer))
    } catch {
      return .failure(error)
    }
  }
}
