public import Foundation
import TollgateWire

extension TollgateClient {
  /// Begins Sign in with Apple: makes a nonce, so that no token but the one Apple makes now opens a session.
  ///
  /// Where there is a button of Apple's, `prepare(_:scopes:)` and `signIn(with:)` are all that is needed.
  ///
  /// - Returns: The nonce's SHA-256 in lower-case hexadecimal, for the request's
  ///   [nonce](https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce).
  public func beginAppleSignIn() -> String {
    let nonce = SignInNonce(configuration.makeID())
    appleNonce = nonce
    return nonce.hash
  }

  /// Ends Sign in with Apple: opens a session, and an account the first time, as ``signIn(with:nonce:)`` does.
  ///
  /// After an error that is retryable it may be called again with the same token.
  ///
  /// - Parameter identityToken: The credential's
  ///   [identityToken](https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential/identitytoken).
  /// - Throws: ``ClientError`` with code `noIdentityToken` where it is none, or with the server's code, such as
  ///   `invalid_identity_token`; nothing changed.
  public func finishAppleSignIn(identityToken: Data?) async throws(ClientError) {
    guard let identityToken, !identityToken.isEmpty,
      let token = String(validating: identityToken, as: UTF8.self)
    else { throw ClientError(.noIdentityToken) }
    let nonce = appleNonce
    try await signIn(with: token, nonce: nonce?.text)
    if appleNonce == nonce { appleNonce = nil }
  }
}

#if canImport(AuthenticationServices)
  public import AuthenticationServices

  extension TollgateClient {
    /// Asks Apple's request for what the server needs: call it in `onRequest` of a `SignInWithAppleButton`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scopes: What else the app wants to know of the person.
    public func prepare(
      _ request: ASAuthorizationAppleIDRequest, scopes: [ASAuthorization.Scope] = [.email]
    ) {
      request.requestedScopes = scopes
      request.nonce = beginAppleSignIn()
    }

    /// Opens a session with what Apple answered: call it in `onCompletion` of a `SignInWithAppleButton`.
    ///
    /// - Parameter result: What Apple answered.
    /// - Returns: Whether somebody is signed in; no where they closed Apple's sheet.
    /// - Throws: ``ClientError`` as ``finishAppleSignIn(identityToken:)`` does; nothing changed.
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
