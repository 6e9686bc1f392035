import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension CustomerRecords {
  /// The customers that a search matches, who may be merged or erased.
  ///
  /// - Returns: The customers; empty without a match.
  /// - Throws: `Problem` with code `invalid_email`, or if the ledger cannot be read.
  func customers(
    matching search: CustomerSearch, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    switch search {
    case .id(let id):
      let record = try await record(named: id, in: app)
      return Set([id, record?.id].compactMap(\.self))
    case .user(let user): return try await customers(ofUser: user, in: app)
    case .email(let email):
      let credentials = try await credentials(of: try EmailAddress(email), in: app)
      return Set([credentials?.customer].compactMap(\.self))
        .union(try await customers(withReservedValue: email, in: app))
    case .attribute(let value): return try await customers(withReservedValue: value, in: app)
    case .transaction(let text): return try await customers(with: PurchaseID(text), in: app)
    case .order(let order): return try await customers(ofOrder: order, in: app)
    case .device(let device):
      return Set(
        try await Problem.catching(await ledger.administration.customers(on: device, in: app.id)))
    case .beginning(let text): return try await customers(beginningWith: text, in: app)
    }
  }

  /// The customers of whom something that people know begins with a text, or once did.
  private func customers(
    beginningWith text: String, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    guard CustomerSearch.leastBeginning <= text.count else { return [] }
    return Set(
      try await Problem.catching(
        await ledger.administration.customers(
          beginningWith: text, limit: CustomerSearch.beginningLimit, in: app.id)))
  }

  /// The customers who have a value in an attribute whose name begins with `$`, such as `$email`.
  private func customers(
    withReservedValue value: String, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    let recorded = try await Problem.catching(
      await ledger.administration.customers(withReservedValue: value, in: app.id))
    var found: Set<Customer.ID> = []
    for id in recorded {
      guard let record = try await record(of: id, in: app) else { continue }
      let survivor = try await survivor(of: record, in: app)
      if survivor.customer.hasReserved(value) { found.insert(survivor.id) }
    }
    return found
  }

  /// The customers with a purchase, by any of its transactions; one without an environment is looked up in each.
  private func customers(
    with purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> Set<Customer.ID> {
    var found: Set<Customer.ID> = []
    let environments: [StoreEnvironment] =
      purchase.environment == .production
      ? [.production, .sandbox, .xcode] : [purchase.environment]
    for environment in environments {
      let id = PurchaseID(purchase.originalID, in: environment)
      for claim in [LedgerClaim.purchase(id), .imported(id)] {
        if let owner = try await owner(of: claim, in: app) { found.insert(owner) }
      }
    }
    let id = StoreTransaction.ID(purchase.originalID.rawValue)
    let recorded = try await Problem.catching(
      await ledger.administration.customers(with: id, in: app.id))
    for customer in recorded {
      guard let record = try await record(of: customer, in: app) else { continue }
      let holder = try await survivor(of: record, in: app)
      let has = holder.customer.storeTransactions.contains {
        $0.id == id && environments.contains($0.environment)
      }
      if has { found.insert(holder.id) }
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

  /// The customers with a user's id at the issuers that the app trusts, or with that app user id.
  func customers(ofUser user: String, in app: ServedApp) async throws(Problem) -> Set<Customer.ID> {
    var found: Set<Customer.ID> = []
    do {
      let name = try AppUserID(user)
      if let known = try await find(name, in: app).record { found.insert(known.id) }
    } catch let problem as Problem {
      throw problem
    } catch {
      // Not a name of one person, which an issuer may use all the same.
    }
    for issuer in Set(app.issuers.map(\.issuer)) {
      if let owner = try await owner(of: .identity(issuer, user), in: app) { found.insert(owner) }
    }
    return found
  }
}
