import Tollgate
import TollgateLedger

enum PurchaseOwnership: Hashable, Sendable {
  /// Nobody: neither a customer nor the store has reported it.
  case unclaimed
  /// Nobody yet: the store's signature names nobody known here, and what it reported waits under a placeholder customer
  /// until a customer posts the purchase.
  case store(placeholder: Customer.ID)
  /// A customer who posted it, or that the store signed it for.
  case customer(Customer.ID)

  /// Reads the owner of a purchase's claim.
  init(of purchase: PurchaseID, claimedBy owner: Customer.ID?) {
    switch owner {
    case nil: self = .unclaimed
    case Customer.ID.placeholder(for: purchase):
      self = .store(placeholder: .placeholder(for: purchase))
    case let owner?: self = .customer(owner)
    }
  }

  /// The customer who has the purchase; nil if it waits for one.
  var customer: Customer.ID? {
    switch self {
    case .unclaimed, .store: nil
    case .customer(let customer): customer
    }
  }
}
