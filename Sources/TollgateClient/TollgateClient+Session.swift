import Tollgate
import TollgateWire

extension TollgateClient {
  /// Sends a request as the session's customer, creating an anonymous one if there is none.
  ///
  /// An expired token is exchanged once, and so is that of an anonymous customer who was merged into another, for
  /// example when a second device restored the same purchases. An anonymous customer the server does not know is
  /// replaced by a new one, who takes over the waiting reports. An account's session that the server has ended is left.
  func authorized<Answer: Decodable>(
    _ endpoint: Endpoint, key: Idempotency.Key? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(ServerCalls.Failure) -> ServerCalls.Answered<Answer> {
    let session = try await ensureSession()
    let signOuts = signOuts
    do {
      return try await server(
        endpoint, token: session.token, of: session.customer, key: key, body: body)
    } catch {
      guard error.isAboutToken, signOuts == self.signOuts else { throw error }
      // Another request may have exchanged the token meanwhile.
      if self.session?.token == session.token { try await replace(session, after: error) }
    }
    let next = try await ensureSession()
    return try await server(
      endpoint, token: next.token, of: next.customer, key: key, body: body)
  }

  private func replace(
    _ session: Session, after failure: ServerCalls.Failure
  ) async throws(ServerCalls.Failure) {
    switch failure.problem?.code {
    case .expiredToken, .customerMerged: try await exchange(session)
    case .sessionEnded: try await giveUpSession()
    case .invalidToken where account == nil: try await replaceCustomer()
    default: throw failure
    }
  }

  /// Exchanges a session's token for a new one; a session that is too old or was ended is left.
  func exchange(_ session: Session) async throws(ServerCalls.Failure) {
    let signOuts = signOuts
    let renewed: ServerCalls.Answered<SessionResponse>
    do {
      renewed = try await server.session(.session, token: session.token)
    } catch {
      let isOver = error.problem?.code == .expiredToken || error.problem?.code == .sessionEnded
      guard isOver, self.session?.token == session.token else { throw error }
      return try await giveUpSession()
    }
    guard signOuts == self.signOuts else {
      throw ServerCalls.Failure(ClientError(.customerChanged))
    }
    if self.session?.token == session.token { accept(renewed) }
  }

  /// Leaves a session that is no longer valid.
  ///
  /// Waiting reports stay with their person; an anonymous customer, who cannot return, is replaced.
  private func giveUpSession() async throws(ServerCalls.Failure) {
    guard account != nil else { return try await replaceCustomer() }
    let ended = ClientError(.sessionEnded)
    for index in outbox.indices where outbox[index].customer == customer {
      outbox[index].isHeld = true
    }
    saveOutbox()
    forgetPerson()
    note(ended)
    connection = .failed(ended)
    await cancelNudges()
    throw ServerCalls.Failure(ended)
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
}
