import Tollgate
import TollgateWire

extension TollgateClient {
  /// Opens an account; the anonymous customer of this device becomes the account's, with everything they have.
  ///
  /// An address that has an account already opens that one where the password is right, as after an answer that was lost.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - password: The password, 8 to 128 characters.
  /// - Throws: ``ClientError`` with the server's code, such as `email_taken`; nothing changed.
  public func signUp(email: String, password: String) async throws(ClientError) {
    do {
      try await enter(.signUp, email: email, password: password)
    } catch {
      guard error.code.rawValue == ProblemCode.emailTaken.rawValue else { throw error }
      do { try await enter(.signIn, email: email, password: password) } catch let other {
        throw other.code.rawValue == ProblemCode.wrongCredentials.rawValue ? error : other
      }
    }
  }

  /// Opens a session of an account; what the anonymous customer of this device has is joined to it.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - password: The password.
  /// - Throws: ``ClientError`` with the server's code, such as `wrong_credentials`; nothing changed.
  public func signIn(email: String, password: String) async throws(ClientError) {
    try await enter(.signIn, email: email, password: password)
  }

  /// Ends the session: whatever the device remembers of the person is gone, and the next starts as nobody.
  ///
  /// Reports that wait are sent first where the network allows; a purchase that could not be sent stays with the person
  /// who made it and is sent when they come back. The device's identifier and the app's rules stay.
  public func signOut() async {
    await flush()
    await cancelNudges()
    session = nil
    known = nil
    forget(.session)
    forget(.customer)
    releaseOutbox()
    forget(.shown)
    lastShown = [:]
    products = [:]
    loading = nil
    endPresentation(.dismissed)
    signOuts += 1
    hasShownPaywall = false
    hasJustSubscribed = false
    isStale = false
    connection = .remembered
    recompute()
  }

  private func enter(
    _ endpoint: Endpoint, email: String, password: String
  ) async throws(ClientError) {
    if session?.account != nil { await signOut() }
    let request = CredentialsRequest(email: email, password: password, device: device)
    do {
      let response: ServerCalls.Answered<SessionResponse>
      do {
        response = try await server.session(endpoint, token: session?.token, body: request)
      } catch let gone where gone.status == 401 && gone.problem?.code != .wrongCredentials {
        // The anonymous customer is gone or an account's already, as after an answer that was lost.
        response = try await server.session(endpoint, body: request)
      }
      accept(response)
    } catch {
      throw error.error
    }
    await deliverPending()
    await reconcileNudges()
  }
}
