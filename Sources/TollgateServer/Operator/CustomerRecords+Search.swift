import Tollgate
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
    case .transaction(let text):
      let purchase = PurchaseID(text)
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
