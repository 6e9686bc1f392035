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
    if let session, let now, session.endsSoon(at: now), try await isRenewed(session) {
      isBlueprintStale = isBlueprintStale || isStale
    } else if session == nil {
      _ = try await ensureSession()
    } else {
      let answered: ServerCalls.Answered<CustomerSnapshot> = try await authorized(.me)
      accept(answered, .snapshot)
      isBlueprintStale = answered.answer.blueprintRevision != blueprintRevision
    }
    if isBlueprintStale { await refreshBlueprint() }
    isStale = false
  }

  /// Exchanges a token that ends soon; where that fails, it is good until its end.
  private func isRenewed(_ session: Session) async throws(ServerCalls.Failure) -> Bool {
    do {
      try await exchange(session)
      return true
    } catch {
      guard self.session?.token == session.token else { throw error }
      return false
    }
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
