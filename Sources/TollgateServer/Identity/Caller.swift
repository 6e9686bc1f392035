public import Tollgate

/// The customer making a request, proven by a customer token; valid for one request.
public struct Caller: Sendable {
  public let customer: Customer.ID
  /// The email address of the customer's account, if the token carries it.
  public let email: String?
  /// The server's clock when the request arrived; decisions read the clock themselves.
  public let now: Instant
  /// The customer that this one was merged into; nil if it was not merged.
  public let mergedInto: Customer.ID?
  let app: ServedApp
  /// Whether the app's own backend acts for the customer, with a secret key.
  var isOwnBackend = false
  /// The public part of the backend's secret key; nil for a customer, and in a simulation.
  var keyID: String?

  /// The app's own backend acting for the customer, in a simulation that has no secret key.
  package var asOwnBackend: Caller {
    var caller = self
    caller.isOwnBackend = true
    return caller
  }
}
