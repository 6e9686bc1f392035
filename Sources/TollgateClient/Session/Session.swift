import Tollgate
import TollgateWire

/// The customer the device acts for, and the secret that proves it.
struct Session: Hashable, Sendable {
  let customer: Customer.ID
  let token: String
  /// When the token expires, after which it can only be exchanged.
  let expiresAt: Instant
  /// The account; nil while anonymous.
  var account: Account.ID?
  let email: String?

  /// How long before it expires a token is exchanged: 7 days of 30.
  static let renewalMargin = Duration.days(7)

  /// Whether the token should be exchanged before it expires.
  func isExpiring(at now: Instant) -> Bool { now.duration(to: expiresAt) <= Self.renewalMargin }
}

extension Session {
  init(_ response: DeviceSession) {
    self.init(
      customer: response.snapshot.id, token: response.token, expiresAt: response.tokenExpiresAt,
      account: response.snapshot.account, email: response.snapshot.email)
  }
}

/// A session that was left and whose end the server has not yet been notified of.
struct EndedSession: Hashable, Sendable, Codable {
  let token: String

  /// The greatest number of ended sessions to report: 10.
  static let limit = 10
}
