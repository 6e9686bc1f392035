import Tollgate
import TollgateLedger
import TollgateWire

/// Who has a purchase by the ledger's claims.
struct PurchaseHolders: Hashable, Sendable {
  /// How many may share a purchase with its owner.
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

  /// Whose a purchase is before somebody presents it.
  func ownership(
    of news: StoreNews, in app: ServedApp
  ) async throws(Problem) -> PurchaseOwnership {
    let holders = try await holders(of: news.purchase, in: app)
    if let owner = holders.owner, !owner.isMadeByStore {
      let record = try await load(CustomerKey(app: app.id, customer: owner))
      return PurchaseOwnership(holders: holders, owner: record, isRecorded: true)
    }
    // Nobody has presented it: whom it was bought for has it, where the store signed a name this app knows.
    if let buyer = news.signedFor,
      let record = try await load(CustomerKey(app: app.id, customer: buyer))
    {
      return PurchaseOwnership(
        holders: holders, owner: try await whole(record, in: app), isRecorded: false)
    }
    return PurchaseOwnership(holders: holders, owner: nil, isRecorded: true)
  }
}

/// Whose a purchase is.
struct PurchaseOwnership {
  let holders: PurchaseHolders
  /// The owner; nil where nobody has presented the purchase and it names nobody this app knows.
  let owner: CustomerRecord?
  /// Whether the ledger says so; the store's signature alone does where it does not.
  let isRecorded: Bool
}

extension StoreNews {
  /// Whom the newest of the transactions was bought for.
  var signedFor: Customer.ID? {
    transactions.max { ($0.purchasedAt, $0.signedAt) < ($1.purchasedAt, $1.signedAt) }?.signedFor
  }
}

extension Customer.ID {
  /// Whether the customer stands only for a purchase that nobody has posted; it starts no trial, as nobody has it.
  var isMadeByStore: Bool { rawValue.hasPrefix("store:") }
}
