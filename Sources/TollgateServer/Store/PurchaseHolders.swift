import Tollgate
import TollgateLedger

/// The customers who have a purchase, by the ledger's claims.
struct PurchaseHolders: Hashable, Sendable {
  /// How many customers may share a purchase with its owner.
  static let shareLimit = 10

  /// The owner, or what stands for one while nobody has posted the purchase.
  let ownership: PurchaseOwnership
  /// The customers who share it with the owner, in the order of their places.
  var sharers: [Customer.ID] = []

  /// Whether a customer has the purchase, as its owner or as a sharer.
  func includes(_ customer: Customer.ID) -> Bool {
    ownership.customer == customer || sharers.contains(customer)
  }

  /// The first place that no customer has; an erased customer leaves theirs free.
  var freePlace: Int { sharers.firstIndex(of: .erased) ?? sharers.count }

  /// Everyone who has the purchase, without one customer.
  func others(than customer: Customer.ID) -> Set<Customer.ID> {
    Set(sharers + (ownership.customer.map { [$0] } ?? [])).subtracting([customer, .erased])
  }
}
