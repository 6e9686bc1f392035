import Tollgate
import TollgateLedger
import TollgateWire

extension CustomerRecords {
  func owner(of claim: LedgerClaim, in app: ServedApp) async throws(Problem) -> Customer.ID? {
    do {
      return try await ledger.owner(of: claim, in: app.id)
    } catch {
      throw Problem(error)
    }
  }

  func ownership(
    of purchase: PurchaseID, in app: ServedApp
  ) async throws(Problem) -> PurchaseOwnership {
    PurchaseOwnership(
      of: purchase, claimedBy: try await owner(of: .purchase(purchase), in: app))
  }

  /// The customers who have a purchase: its owner, and those who share it.
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

  func credentials(
    of email: EmailAddress, in app: ServedApp
  ) async throws(Problem) -> LedgerCredentials? {
    do {
      return try await ledger.credentials(of: email.text, in: app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// The first response to a request of the caller; nil if the key is new.
  func response(
    to key: Idempotency.Key, of caller: Caller
  ) async throws(Problem) -> LedgerAnswer? {
    do {
      return try await ledger.answer(to: key, of: caller.customer, in: caller.app.id)
    } catch {
      throw Problem(error)
    }
  }
}
