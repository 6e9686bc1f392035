public import Tollgate
import TollgateLedger

/// Who makes a request, proven by a customer token; good for one request.
public struct Caller: Sendable {
  /// The customer.
  public let customer: Customer.ID
  /// The email address of the customer's account, where the token says it.
  public let email: String?
  /// The server's clock when the request came; decisions read the clock themselves.
  public let now: Instant
  /// The customer that this one was merged into; nil while it stands alone.
  public let mergedInto: Customer.ID?
  let app: ServedApp

  var key: CustomerKey { CustomerKey(app: app.id, customer: customer) }
}
