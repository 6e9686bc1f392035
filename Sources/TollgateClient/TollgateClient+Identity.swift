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
      guard error.code == .emailTaken else { throw error }
      do { try await enter(.signIn, email: email, password: password) } catch let other {
        throw other.code == .wrongCredentials ? error : other
      }
    }
  }

  /// Opens a session of an account; what the anonymous customer of this device has is joined to it.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - password: The password.
  /// - Throws: ``ClientError`` with the server's code, such as `wrong_credentials`, or `too_many_attempts` with how long to
  ///   wait; nothing changed.
  public func signIn(email: String, password: String) async throws(ClientError) {
    try await enter(.signIn, email: email, password: password)
  }

  /// Opens a session with an issuer's token, and an account the first time; what the anonymous customer of this device
  /// has is joined to it.
  ///
  /// For Sign in with Apple see ``beginAppleSignIn()``.
  ///
  /// - Parameters:
  ///   - token: The token of an issuer that the server trusts for this app: a JSON Web Token in compact form.
  ///   - nonce: What was made for the token, before it was hashed; nil where nothing was.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_identity_token`; nothing changed.
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
    // An anonymous customer that is being made comes along.
    if session == nil { _ = await founding?.value }
    let presented = account == nil ? session?.token : nil
    do {
      let response: ServerCalls.Answered<SessionResponse>
      do {
        response = try await server.session(endpoint, token: presented, body: request)
      } catch let gone where presented != nil && gone.isAboutToken {
        // The anonymous customer is gone or an account's already, as after an answer that was lost.
        response = try await server.session(endpoint, body: request)
      }
      // Only now, so that a wrong password signs nobody out.
      if account != nil { await signOut() }
      accept(response)
    } catch {
      throw error.error
    }
    await deliverPending()
    await reconcileNudges()
  }
}
