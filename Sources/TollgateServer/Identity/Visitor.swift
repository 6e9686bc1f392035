public import Tollgate

/// A person who signs up or in, with the anonymous customer that the device used before; valid for one request.
public struct Visitor: Sendable {
  /// The anonymous customer, to be merged into the account's; nil if the visitor presented none.
  public var anonymous: Customer.ID?
  /// Whether the presented token names a customer who was merged into the anonymous one, which other devices have too.
  var isShared = false
  let address: NetworkAddress
  /// The server's clock when the request arrived; decisions read the clock themselves.
  public let now: Instant
  let app: ServedApp

  /// The anonymous customer that a new account may take over; nil if only a new customer can have the account.
  var convertible: Customer.ID? { isShared ? nil : anonymous }
}
