import Tollgate
import TollgateWire

extension TollgateClient {
  /// Creates an account; this device's anonymous customer is merged into it with everything they have.
  ///
  /// If the address already has an account and the password is right, opens that one, for example after a lost
  /// response.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - password: The password, 8 to 128 characters.
  /// - Throws: ``ClientError`` with the server's code, such as `email_taken`; nothing has changed.
  public func signUp(email: String, password: String) async throws(ClientError) {
    do {
      try await enter(.signUp, email: email, password: password)
    } catch {
      guard error.code == .emailTaken else { throw error }
      do { try await enter(.signIn, email: email, password: password) } catch let other {
        throw other.code == .wrongCredentials ? error : other
      }
    }
  }

  /// Opens a session of an account and merges this device's anonymous customer into it.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - password: The password.
  /// - Throws: ``ClientError`` with the server's code, such as `wrong_credentials`, or `too_many_attempts` with the
  ///   time to wait; nothing has changed.
  public func signIn(email: String, password: String) async throws(ClientError) {
    try await enter(.signIn, email: email, password: password)
  }

  /// Opens a session with an issuer's token, and an account the first time, and merges this device's anonymous customer
  /// into it.
  ///
  /// For Sign in with Apple see ``beginAppleSignIn()``.
  ///
  /// - Parameters:
  ///   - token: The token of an issuer that the server trusts for this app: a JSON Web Token in compact form.
  ///   - nonce: The nonce created for the token, before hashing, or nil if there isn't one.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_identity_token`; nothing has changed.
  public func signIn(with token: String, nonce: String? = nil) async throws(ClientError) {
    try await enter(
      .signInWithToken, TokenSignInRequest(token: token, nonce: nonce, device: device))
  }

  private func enter(
    _ endpoint: Endpoint, email: String, password: String
  ) async throws(ClientError) {
    try await enter(
      endpoint, CredentialsRequest(email: email, password: password, device: device))
  }

  private func enter(
    _ endpoint: Endpoint, _ request: any Encodable & Sendable
  ) async throws(ClientError) {
    // An anonymous customer still being created is merged too.
    if session == nil { _ = await founding?.value }
    let presented = account == nil ? session?.token : nil
    do {
      let response: ServerCalls.Answered<SessionResponse>
      do {
        response = try await server.session(endpoint, token: presented, body: request)
      } catch let gone where presented != nil && gone.isAboutToken {
        // The anonymous customer is gone or already an account's, for example after a lost response.
        response = try await server.session(endpoint, body: request)
      }
      // Not before this point, so that a wrong password does not sign anyone out.
      if account != nil { await signOut() }
      accept(response)
    } catch {
      throw error.error
    }
    await deliverPending()
    await reconcileNudges()
  }
}
