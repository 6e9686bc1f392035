/// A person or program that works on an app's customers, proven by a secret key or a session; valid for one request.
public struct Operator: Sendable {
  let app: ServedApp
  /// Who it is: the public part of the secret key, or the email address.
  public let name: String
  /// Whether prices may be shown.
  public let seesRevenue: Bool
  /// The basis of the preview that the operator confirms; nil without a preview.
  var basis: PreviewBasis?
}

extension Caller {
  /// Support acting for the customer, in a simulation that has no secret key.
  package var asSupport: Operator { Operator(app: app, name: "support", seesRevenue: false) }
}
