public import Foundation
import TollgateWire

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

  /// Completes Sign in with Apple by opening a session, and an account the first time, as ``signIn(with:nonce:)`` does.
  ///
  /// After a retryable error it may be called again with the same token.
  ///
  /// - Parameter identityToken: The credential's
  ///   [identityToken](https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/identitytoken).
  /// - Throws: ``ClientError`` with code `noIdentityToken` if there is no token, or with the server's code, such as
  ///   `invalid_identity_token`; nothing has changed.
  public func finishAppleSignIn(identityToken: Data?) async throws(ClientError) {
    guard let identityToken, !identityToken.isEmpty,
      let token = String(validating: identityToken, as: UTF8.self)
    else { throw ClientError(.noIdentityToken) }
    let nonce = session.appleNonce
    try await signIn(with: token, nonce: nonce?.text)
    if session.appleNonce == nonce { session.appleNonce = nil }
  }
}

#if canImport(AuthenticationServices)
  public import AuthenticationServices

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
    /// - Throws: ``ClientError`` as ``finishAppleSignIn(identityToken:)`` does; nothing has changed.
    @discardableResult
    public func signIn(
      with result: Result<ASAuthorization, any Error>
    ) async throws(ClientError) -> Bool {
      switch result {
      case .success(let authorization):
        let credential = authorization.credential as? ASAuthorizationAppleIDCredential
        try await finishAppleSignIn(identityToken: credential?.identityToken)
        return true
      case .failure(let error):
        if let error = error as? ASAuthorizationError, error.code == .canceled { return false }
        throw ClientError(.noIdentityToken)
      }
    }
  }
#endif
