public import Tollgate

/// A refresh token that an issuer gave the server for an account, apart from its facts.
///
/// It is stored only to be revoked: once its customer is erased, it becomes a ``LedgerRevocation``.
public struct LedgerSignInToken: Hashable, Sendable {
  /// The client identifier that the token was issued to, such as a bundle identifier.
  public let client: String
  /// The token, a secret.
  public let token: String

  public init(client: String, token: String) {
    self.client = client
    self.token = token
  }
}

/// A token of an erased customer that its issuer has yet to revoke.
public struct LedgerRevocation: Hashable, Sendable {
  /// The revocation's number, unique in a ledger.
  public let id: Int
  public let token: LedgerSignInToken
  /// When to send the revocation to the issuer.
  public let dueAt: Instant
  /// How many times it was postponed.
  public let tries: Int

  public init(id: Int, token: LedgerSignInToken, dueAt: Instant, tries: Int = 0) {
    self.id = id
    self.token = token
    self.dueAt = dueAt
    self.tries = tries
  }
}
