public import Tollgate

/// A one-time code that was sent to an account's email address, as the ledger knows it: by its hash.
///
/// An account has at most one code of each kind; a new one replaces it.
public struct LedgerEmailCode: Hashable, Sendable {
  /// How often a code may be tried: 5 times.
  public static let tryLimit = 5

  /// What a code is for; part of the file format, so never renamed.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Setting a new password.
    case passwordReset
    /// Proving that the email address is the account's.
    case emailVerification
  }

  public let kind: Kind
  /// The account's customer.
  public let customer: Customer.ID
  /// The hash of the code; the ledger stores it as it is.
  public let hash: [UInt8]
  /// When the code expires, by the server's clock.
  public let expiresAt: Instant

  public init(kind: Kind, customer: Customer.ID, hash: [UInt8], expiresAt: Instant) {
    self.kind = kind
    self.customer = customer
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
