import Tollgate

extension TollgateClient {
  /// Ends the session, here and on the server: everything cached about the person is removed, and the device has no
  /// customer until the next one.
  ///
  /// Waiting reports are sent first if the network allows; a purchase that could not be sent stays with its buyer and
  /// is sent when they return. A server that cannot be reached is notified later; for that, only the session's token is
  /// kept in the keychain. The device's identifier and the app's rules stay.
  public func signOut() async {
    await flush()
    if let session { remember(ended: session) }
    forgetPerson()
    releaseOutbox()
    await cancelNudges()
    await endSessions()
  }

  /// Stores on the device that a session is to be ended; a crash after this still ends in a sign-out.
  private func remember(ended session: Session) {
    endedSessions.append(EndedSession(token: session.token))
    if endedSessions.count > EndedSession.limit {
      endedSessions.removeFirst(endedSessions.count - EndedSession.limit)
      note(ClientError(.queueFull))
    }
    save(endedSessions, as: .endedSessions)
  }

  /// Forgets the customer and everything shown to them; waiting reports stay.
  func forgetPerson() {
    session = nil
    known = nil
    forget(.session)
    forget(.customer)
    forget(.shown)
    lastShown = [:]
    products = [:]
    loading = nil
    profiling = nil
    endPresentation(.dismissed)
    signOuts += 1
    hasShownPaywall = false
    hasJustSubscribed = false
    isStale = false
    connection = .remembered
    recompute()
  }

  /// Has the server end the sessions that were left, as far as it can be reached now.
  func endSessions() async {
    while let ended = endedSessions.first {
      do throws(ServerCalls.Failure) {
        try await server.end(ended)
      } catch {
        // An invalid token belongs to no session that could be ended.
        guard error.isFinal || error.isAboutToken else { return sendLater(after: error) }
      }
      endedSessions.removeAll { $0 == ended }
      if endedSessions.isEmpty {
        forget(.endedSessions)
      } else {
        save(endedSessions, as: .endedSessions)
      }
    }
  }
}
