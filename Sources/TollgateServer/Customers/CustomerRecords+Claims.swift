import Tollgate
import TollgateLedger
import TollgateWire

extension CustomerRecords {
  /// The customer who owns a claim, read from the ledger and never cached; nil if nobody owns it.
  func owner(of claim: LedgerClaim, in app: ServedApp) async throws(Problem) -> Customer.ID? {
    try await Problem.catching(await ledger.owner(of: claim, in: app.id))
  }

  /// Whether a purchase belongs to a customer, waits for one, or was never reported.
  func ownership(
    of purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> PurchaseOwnership {
    PurchaseOwnership(
      of: purchase, claimedBy: try await owner(of: .purchase(purchase), in: app))
  }

  /// The customers who have a purchase: its owner, and those who share it.
  ///
  /// - Parameter purchase: The purchase, in the environment of the store that signed it.
  /// - Returns: The owner and at most ``PurchaseHolders/shareLimit`` sharers, in the order in which they came.
  func holders(
    of purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> PurchaseHolders {
    var holders = PurchaseHolders(ownership: try await ownership(of: purchase, in: app))
    while holders.sharers.count < PurchaseHolders.shareLimit,
      let sharer = try await owner(of: .share(purchase, holders.sharers.count), in: app)
    {
      holders.sharers.append(sharer)
    }
    return holders
  }

  /// The credentials of the account with an email address; nil if the address has no account.
  func credentials(
    of email: EmailAddress, in app: ServedApp
  ) async throws(Problem) -> LedgerCredentials? {
    try await Problem.catching(await ledger.credentials(of: email.text, in: app.id))
  }

  /// The first response to a request of the caller; nil if the key is new.
  func response(
    to key: Idempotency.Key, of caller: Caller
  ) async throws(Problem) -> LedgerAnswer? {
    try await response(to: key, of: caller.customer, in: caller.app)
  }

  /// The first response to a request for a customer; nil if the key is new.
  func response(
    to key: Idempotency.Key, of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> LedgerAnswer? {
    try await Problem.catching(await ledger.answer(to: key, of: customer, in: app.id))
  }
}
