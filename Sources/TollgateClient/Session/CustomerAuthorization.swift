public import Tollgate

/// A customer token for the app's own backend, which proves who the customer is.
///
/// Send it over HTTPS to your own backend only, and do not store or log it: anyone who has it can act as the customer.
public struct CustomerAuthorization: Hashable, Sendable, CustomStringConvertible {
  public let customer: Customer.ID
  public let token: String
  public let expiresAt: Instant

  /// The value of an `Authorization` header: `Bearer` and the token.
  public var headerValue: String { "Bearer \(token)" }

  /// The customer; the token is left out, so that it does not end up in a log.
  public var description: String { "authorization of \(customer)" }
}
