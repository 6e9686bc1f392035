import Tollgate
import TollgateLedger
import TollgateWire

/// The customers who have a purchase, by the ledger's claims.
struct PurchaseHolders: Hashable, Sendable {
  /// How many customers may share a purchase with its owner.
  static let shareLimit = 10

  var owner: Customer.ID?
  var sharers: [Customer.ID] = []

  func includes(_ customer: Customer.ID) -> Bool {
    owner == customer || sharers.contains(customer)
  }

  func others(than customer: Customer.ID) -> Set<Customer.ID> {
    Set(sharers + (owner.map { [$0] } ?? [])).subtracting([customer])
  }
}

extension TollgateService {
  func holders(
    of purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> PurchaseHolders {
    var holders = PurchaseHolders(owner: try await owner(of: .purchase(purchase), in: app))
    while holders.sharers.count < PurchaseHolders.shareLimit,
      let sharer = try await owner(of: .share(purchase, holders.sharers.count), in: app)
    {
      holders.sharers.append(sharer)
    }
    return holders
  }

  /// Determines who owns a purchase before it is presented.
  func ownership(
    of news: StoreNews, in app: ServedApp
  ) async throws(Problem) -> PurchaseOwnership {
    let holders = try await holders(of: news.purchase, in: app)
    if let owner = holders.owner, !owner.isMadeByStore {
      let record = try await load(CustomerKey(app: app.id, customer: owner))
      return PurchaseOwnership(holders: holders, owner: record, isRecorded: true)
    }
    // Nobody has presented it: it belongs to the buyer named in the store's signature, if this app knows the name.
    if let buyer = news.signedFor,
      let record = try await load(CustomerKey(app: app.id, customer: buyer))
    {
      return PurchaseOwnership(
        holders: holders, owner: try await whole(record, in: app), isRecorded: false)
    }
    return PurchaseOwnership(holders: holders, owner: nil, isRecorded: true)
  }
}

/// The ownership of a purchase.
struct PurchaseOwnership {
  let holders: PurchaseHolders
  /// The owner; nil if nobody has presented the purchase and it names no customer of this app.
  let owner: CustomerRecord?
  /// Whether the ledger records the ownership; otherwise it follows from the store's signature alone.
  let isRecorded: Bool
}

extension StoreNews {
  /// The customer that the latest of the transactions was bought for.
  var signedFor: Customer.ID? {
    transactions.max { ($0.purchasedAt, $0.signedAt) < ($1.purchasedAt, $1.signedAt) }?.signedFor
  }
}

extension Customer.ID {
  /// Whether the customer is a placeholder for a purchase that nobody has posted; it starts no trial, as nobody has it.
  var isMadeByStore: Bool { rawValue.hasPrefix("store:") }
}
