import Tollgate

/// One customer of one app.
struct CustomerKey: Hashable, Sendable {
  let app: Blueprint.App.ID
  let customer: Customer.ID
}
