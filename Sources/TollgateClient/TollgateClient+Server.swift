import Tollgate
import TollgateWire

extension TollgateClient {
  /// Confirms the cached state with the server, creates an anonymous customer on the first launch, sends waiting
  /// reports, and delivers transactions that are not finished with the store.
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

  /// Fetches the customer again, and the blueprint if it has changed.
  ///
  /// - Throws: ``ClientError`` if the server could not confirm; the known state is kept.
  public func refresh() async throws(ClientError) {
    do {
      try await reread()
    } catch {
      connection = .failed(error.error)
      throw error.error
    }
  }

  /// Fetches the customer again, and the blueprint if it has changed.
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

  /// Exchanges a token that expires soon; if that fails, the token remains valid until it expires.
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

  /// The session, created for a new anonymous customer if there is none; concurrent requests create only one.
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
      // A person signed in while the response was on its way; the anonymous customer is not needed.
      if let session { return .success(session) }
      accept(response)
      return .success(Session(response.answer))
    } catch {
      return .failure(error)
    }
  }
}
