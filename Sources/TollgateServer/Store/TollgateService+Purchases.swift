import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Takes in a signed transaction of the caller.
  ///
  /// A purchase that belongs to an anonymous customer, or to nobody yet, becomes the caller's with everything else of
  /// that customer; one that belongs to an account stays there. A caller who was merged into an account may still post:
  /// the account has the purchase then.
  ///
  /// - Parameters:
  ///   - request: The transaction, and its renewal info where there is one.
  ///   - caller: Who bought, authenticated accepting those merged.
  /// - Returns: What became of it, and the caller's snapshot afterwards.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `owned_by_another_customer`.
  public func post(
    _ request: TransactionRequest, by caller: Caller
  ) async throws(Problem) -> PurchaseResponse {
    let news = try await caller.app.verified(
      transactions: [request.signedTransaction],
      renewals: request.signedRenewalInfo.map { [$0] } ?? [],
      at: caller.now)
    for news in news { try await take(news, for: caller) }
    return PurchaseResponse(
      recorded: news.flatMap(\.transactions).map(\.id), snapshot: try await after(caller))
  }

  /// Takes in everything the store has signed for the caller's store account.
  ///
  /// Nothing is recorded where any of it cannot be verified. Purchases of other accounts stay there and are answered as
  /// refused.
  ///
  /// - Parameters:
  ///   - request: The transactions and renewal infos.
  ///   - caller: Who restores, authenticated accepting those merged.
  /// - Returns: What became of them, and the caller's snapshot afterwards.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `invalid_value`.
  public func restore(
    _ request: RestoreRequest, by caller: Caller
  ) async throws(Problem) -> PurchaseResponse {
    let renewals = request.signedRenewalInfos ?? []
    guard request.signedTransactions.count + renewals.count <= RestoreRequest.limit else {
      throw Problem(
        .invalidValue, "A restore takes at most \(RestoreRequest.limit) signed values.")
    }
    let news = try await caller.app.verified(
      transactions: request.signedTransactions, renewals: renewals, at: caller.now)
    var recorded: [StoreTransaction.ID] = []
    var refused: [PurchaseResponse.Refusal] = []
    for news in news {
      do {
        try await take(news, for: caller)
        recorded += news.transactions.map(\.id)
      } catch {
        guard error.code == .ownedByAnotherCustomer else { throw error }
        refused += news.transactions.map {
          PurchaseResponse.Refusal(transaction: $0.id, code: error.code)
        }
      }
    }
    return PurchaseResponse(
      recorded: recorded, refused: refused, snapshot: try await after(caller))
  }

  private func after(_ caller: Caller) async throws(Problem) -> CustomerSnapshot? {
    caller.mergedInto == nil ? try await snapshot(of: caller) : nil
  }

  private func take(_ news: StoreNews, for caller: Caller) async throws(Problem) {
    let app = caller.app
    let now = caller.now
    let buyer = try await whole(try await self.record(of: caller), in: app).id
    _ = try await write(to: buyer, in: app, at: now) {
      (record) async throws(Problem) -> Step in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      let claim = LedgerClaim.purchase(news.originalID)
      let owner = try await owner(of: claim, in: app)
      var change = try await decide(
        [], on: record, absorbing: try await yielding(owner, to: record.id, in: app), in: app,
        at: now
      ) { customer, history in
        app.blueprint.record(news.facts, customer, at: now, history: history)
      }
      if owner == nil { change.claims.append(claim) }
      return .appending(change)
    }
  }

  /// The owner of a purchase where it becomes the buyer's: somebody else without an account.
  private func yielding(
    _ owner: Customer.ID?, to buyer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let owner, owner != buyer,
      let record = try await load(CustomerKey(app: app.id, customer: owner))
    else { return nil }
    guard record.customer.account == nil else {
      throw Problem(
        .ownedByAnotherCustomer, "The purchase belongs to another account: sign in to it.")
    }
    return record
  }
}
