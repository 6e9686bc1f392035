import Tollgate

/// The customers who have a purchase, by the ledger's claims.
struct PurchaseHolders: Hashable, Sendable {
  /// How many customers may share a purchase with its owner.
  static let shareLimit = 10

  let ownership: PurchaseOwnership
  var sharers: [Customer.ID] = []

  func includes(_ customer: Customer.ID) -> Bool {
    ownership.customer == customer || sharers.contains(customer)
  }

  func others(than customer: Customer.ID) -> Set<Customer.ID> {
    Set(sharers + (ownership.customer.map { [$0] } ?? [])).subtracting([customer])
  }
}
