public import Tollgate

/// Failed attempts of one subject within one window, such as wrong passwords for an email address.
public struct LedgerAttempts: Hashable, Sendable {
  /// The greatest number of subjects that are counted for one app: 20,000.
  ///
  /// Beyond it, those with the fewest attempts are forgotten until nine tenths remain. Each attempt costs a password hash, and a
  /// server computes fewer within a window, so that nobody can displace a count that matters.
  public static let limit = 20_000
  /// The number of subjects that remain when there were too many: nine tenths of the limit.
  public static let remaining = limit * 9 / 10

  /// What is counted, in a form that identifies nobody, such as a hash.
  public let subject: String
  /// How many attempts failed.
  public let count: Int
  /// When the window ends; the count is zero from then on.
  public let endsAt: Instant

  public init(subject: String, count: Int, endsAt: Instant) {
    self.subject = subject
    self.count = count
    self.endsAt = endsAt
  }
}
