public import Foundation
import Tollgate
import TollgateWire

#if canImport(AuthenticationServices)
  public import AuthenticationServices
#endif

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
      try await authenticate(.signUp, email: email, password: password)
    } catch {
      guard error.code == .emailTaken else { throw error }
      do { try await authenticate(.signIn, email: email, password: password) } catch let other {
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
    try await authenticate(.signIn, email: email, password: password)
  }

  /// Opens a session with an issuer's token, and an account the first time, and merges this device's anonymous customer
  /// into it.
  ///
  /// For Sign in with Apple see ``beginAppleSignIn()``.
  ///
  /// - Parameters:
  ///   - token: The token of an issuer that the server trusts for this app: a JSON Web Token in compact form.
  ///   - nonce: The nonce created for the token, before hashing, or nil if there isn't one.
  ///   - authorizationCode: Sign in with Apple's code, with which the server can revoke the sign-in when the account is
  ///     deleted; nil for other issuers.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_identity_token`; nothing has changed.
  public func signIn(
    with token: String, nonce: String? = nil, authorizationCode: String? = nil
  ) async throws(ClientError) {
    try await authenticate(
      .signInWithToken,
      TokenSignInRequest(
        token: token, nonce: nonce, device: try await preparedDevice(),
        authorizationCode: authorizationCode))
  }

  /// Ends the session, here and on the server: everything cached about the person is removed, and the device has no
  /// customer until the next one.
  ///
  /// Waiting reports are sent first if the network allows; a purchase that could not be sent stays with its buyer and
  /// is sent when they return. A server that cannot be reached is notified later; for that, only the session's token is
  /// kept in the keychain. The device's identifier and the app's rules stay.
  public func signOut() async {
    guard !deviceState.isLocked else {
      wait(for: .signOut)
      await prepare()
      return
    }
    await flush()
    perform(update(\.session) { $0.signOut() })
    await cancelNudges()
    await reportEndedSessions()
    await settle()
  }

  private func authenticate(
    _ endpoint: Endpoint, email: String, password: String
  ) async throws(ClientError) {
    try await authenticate(
      endpoint,
      CredentialsRequest(email: email, password: password, device: try await preparedDevice()))
  }

  /// The device's identifier.
  ///
  /// - Throws: ``ClientError`` with code `storageUnavailable` if it cannot be read yet.
  private func preparedDevice() async throws(ClientError) -> Device.ID {
    await prepare()
    guard let device else { throw ClientError(.storageUnavailable) }
    return device
  }

  /// Opens a session with what proves a person; this device's anonymous customer is merged into the account's.
  func authenticate(
    _ endpoint: Endpoint, _ request: any Encodable & Sendable
  ) async throws(ClientError) {
    // An anonymous customer still being created is merged too.
    if session.current == nil { await tasks.sessionCreation.wait() }
    let anonymousToken = session.isAnonymous ? session.current?.token : nil
    do {
      let response: ServerCalls.Response<DeviceSession>
      do {
        response = try await server.session(endpoint, token: anonymousToken, body: request)
      } catch let failure where anonymousToken != nil && failure.isAboutToken {
        // The anonymous customer is gone or already an account's, for example after a lost response.
        response = try await server.session(endpoint, body: request)
      }
      // Not before this point, so that a wrong password does not sign anyone out.
      if !session.isAnonymous, session.current?.customer != response.value.snapshot.id {
        await signOut()
      }
      open(response)
    } catch {
      throw error.error
    }
    await deliverPending()
    await reconcileNudges()
  }
}

extension TollgateClient {
  /// Follows the sessions of an identity provider, such as Supabase, Firebase or Auth0: signs in with each token, and
  /// out if there isn't one.
  ///
  /// Elements are processed in order, and a newer one replaces one that is still being tried. A new token of the same
  /// person renews the session and changes nothing else; nil leaves an anonymous customer alone. A sign-in that fails
  /// temporarily is retried; one that the server refuses is added to ``notices``, and nobody else stays signed in.
  ///
  /// - Parameter tokens: The access tokens, of an issuer that the server trusts for this app; nil means that nobody is
  ///   signed in. It returns when they end or the task is cancelled, so run it for as long as the app runs.
  public func follow<Tokens: AsyncSequence>(
    _ tokens: sending Tokens
  ) async rethrows where Tokens.Element == String? {
    var sessions = IssuerSessions(client: self)
    defer { if Task.isCancelled { sessions.cancel() } }
    for try await token in tokens { await sessions.changed(to: token) }
    if !Task.isCancelled { await sessions.settle() }
  }
}

extension TollgateClient {
  /// Begins Sign in with Apple by creating a nonce, so that only a token Apple issues for this request opens a session.
  ///
  /// In an app with Apple's button, `prepare(_:scopes:)` and `signIn(with:)` are all that is needed.
  ///
  /// - Returns: The nonce's SHA-256 in lower-case hexadecimal, for the request's
  ///   [nonce](https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce).
  public func beginAppleSignIn() -> String {
    let nonce = SignInNonce(configuration.makeID())
    session.appleNonce = nonce
    return nonce.hash
  }

  /// Completes Sign in with Apple by opening a session, and an account the first time, as
  /// ``signIn(with:nonce:authorizationCode:)`` does.
  ///
  /// After a retryable error it may be called again with the same token.
  ///
  /// - Parameters:
  ///   - identityToken: The credential's
  ///     [identityToken](https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/identitytoken).
  ///   - authorizationCode: The credential's
  ///     [authorizationCode](https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/authorizationcode),
  ///     with which the server can revoke the sign-in when the account is deleted.
  /// - Throws: ``ClientError`` with code `noIdentityToken` if there is no token, or with the server's code, such as
  ///   `invalid_identity_token`; nothing has changed.
  public func finishAppleSignIn(
    identityToken: Data?, authorizationCode: Data? = nil
  ) async throws(ClientError) {
    guard let identityToken, !identityToken.isEmpty,
      let token = String(bytes: identityToken, encoding: .utf8)
    else { throw ClientError(.noIdentityToken) }
    let nonce = session.appleNonce
    try await signIn(
      with: token, nonce: nonce?.text,
      authorizationCode: authorizationCode.flatMap { String(bytes: $0, encoding: .utf8) })
    if session.appleNonce == nonce { session.appleNonce = nil }
  }
}

#if canImport(AuthenticationServices)
  extension TollgateClient {
    /// Configures Apple's request with what the server needs; call it in `onRequest` of a `SignInWithAppleButton`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scopes: Additional information the app requests about the person.
    public func prepare(
      _ request: ASAuthorizationAppleIDRequest, scopes: [ASAuthorization.Scope] = [.email]
    ) {
      request.requestedScopes = scopes
      request.nonce = beginAppleSignIn()
    }

    /// Opens a session with Apple's result; call it in `onCompletion` of a `SignInWithAppleButton`.
    ///
    /// - Parameter result: Apple's result.
    /// - Returns: Whether a person is signed in; false if they closed Apple's sheet.
    /// - Throws: ``ClientError`` as ``finishAppleSignIn(identityToken:authorizationCode:)`` does;
    ///   nothing has changed.
    @discardableResult
    public func signIn(
      with result: Result<ASAuthorization, any Error>
    ) async throws(ClientError) -> Bool {
      switch result {
      case .success(let authorization):
        let credential = authorization.credential as? ASAuthorizationAppleIDCredential
        try await finishAppleSignIn(
          identityToken: credential?.identityToken,
          authorizationCode: credential?.authorizationCode)
        return true
      case .failure(let error):
        if let error = error as? ASAuthorizationError, error.code == .canceled { return false }
        throw ClientError(.noIdentityToken)
      }
    }
  }
#endif
