/// A record that a person created or opened an account.
public struct SignUp: Hashable, Sendable {
  public let account: Account.ID
  /// The time of the sign-up, by the server's clock.
  public let at: Instant

  public init(account: Account.ID, at: Instant) {
    self.account = account
    self.at = at
  }
}

extension SignUp: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { at }
}
