import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension CustomerRecords {
  /// The customers that a search matches, who may be merged or erased.
  ///
  /// - Parameters:
  ///   - search: What to look for.
  ///   - app: The app.
  /// - Returns: The customers; empty without a match.
  /// - Throws: `Problem` with code `invalid_email`, or if the ledger cannot be read.
  func customers(
    matching search: CustomerSearch, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    switch search {
    case .id(let id): return [id]
    case .user(let user): return try await customers(ofUser: user, in: app)
    case .email(let email):
      let credentials = try await credentials(of: try EmailAddress(email), in: app)
      return credentials.map { [$0.customer] } ?? []
    case .transaction(let text): return try await customers(with: PurchaseID(text), in: app)
    case .order(let order): return try await customers(ofOrder: order, in: app)
    case .device(let device):
      do { return Set(try await ledger.administration.customers(on: device, in: app.id)) } catch {
        throw Problem(error)
      }
    }
  }

  /// The customers with a purchase; one without an environment is looked up in each.
  private func customers(
    with purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    var found: Set<Customer.ID> = []
    let environments: [StoreEnvironment] =
      purchase.environment == .production
      ? [.production, .sandbox, .xcode] : [purchase.environment]
    for environment in environments {
      let claim = LedgerClaim.purchase(PurchaseID(purchase.originalID, in: environment))
      if let owner = try await owner(of: claim, in: app) { found.insert(owner) }
    }
    return found
  }

  /// The customers with the purchases of an order, looked up in the App Store, which knows production orders only.
  private func customers(
    ofOrder order: String, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    guard let order = CustomerSearch.orderID(order), let api = app.storeAPIs[.production] else {
      return []
    }
    let found: VerifiedOrder
    do { found = try await api.order(order) } catch {
      throw Problem(.busy, "The order could not be looked up in the App Store: try again later.")
    }
    var customers: Set<Customer.ID> = []
    for transaction in found.transactions {
      let id = StoreTransaction.OriginalID(transaction.payload.originalTransactionId)
      customers.formUnion(try await self.customers(with: PurchaseID(id, in: .production), in: app))
    }
    return customers
  }

  /// The customers with a user's id at the issuers that the app trusts.
  func customers(ofUser user: String, in app: ServedApp) async throws(Problem) -> Set<Customer.ID> {
    var found: Set<Customer.ID> = []
    for issuer in Set(app.issuers.map(\.issuer)) {
      if let owner = try await owner(of: .identity(issuer, user), in: app) { found.insert(owner) }
    }
    return found
  }
}
