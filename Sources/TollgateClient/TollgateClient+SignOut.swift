import Tollgate

extension TollgateClient {
  /// Ends the session, here and on the server: whatever the device remembers of the person is gone, and the next starts as
  /// nobody.
  ///
  /// Reports that wait are sent first where the network allows; a purchase that could not be sent stays with the person
  /// who made it and is sent when they come back. A server that cannot be asked is told later, for which the session's
  /// token alone waits in the keychain. The device's identifier and the app's rules stay.
  public func signOut() async {
    await flush()
    if let session { remember(ended: session) }
    forgetPerson()
    releaseOutbox()
    await cancelNudges()
    await endSessions()
  }

  /// Writes to the device that a session is to be ended; a crash from here on ends in a sign-out.
  private func remember(ended session: Session) {
    endedSessions.append(EndedSession(token: session.token))
    if endedSessions.count > EndedSession.limit {
      endedSessions.removeFirst(endedSessions.count - EndedSession.limit)
      note(ClientError(.queueFull))
    }
    save(endedSessions, as: .endedSessions)
  }

  /// Forgets whom the device acts for and everything shown to them; what waits for the server stays.
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

  /// Has the server end the sessions that were left, as far as it can be asked now.
  func endSessions() async {
    while let ended = endedSessions.first {
      do throws(ServerCalls.Failure) {
        try await server.end(ended)
      } catch {
        // A token that is no good any more opens nothing that could be ended.
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
