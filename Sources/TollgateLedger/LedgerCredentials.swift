public import Tollgate

/// The credentials of an account's owner.
public struct LedgerCredentials: Hashable, Sendable {
  /// The email address, lowercased.
  public let email: String
  /// The salted, memory-hard hash of the password, with its parameters; the ledger stores it as it is.
  public let passwordHash: String
  public let account: Account.ID
  /// The account's customer.
  public let customer: Customer.ID
  /// When the email address was proven to be the account's; nil if it was not.
  public let verifiedAt: Instant?

  public init(
    email: String, passwordHash: String, account: Account.ID, customer: Customer.ID,
    verifiedAt: Instant? = nil
  ) {
    self.email = email
    self.passwordHash = passwordHash
    self.account = account
    self.customer = customer
    self.verifiedAt = verifiedAt
  }
}
