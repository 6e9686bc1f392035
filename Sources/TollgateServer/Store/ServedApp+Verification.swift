import Tollgate
import TollgateAppStore
import TollgateWire

extension ServedApp {
  /// Verifies signed transactions and renewal infos, all or none, and groups them by purchase in the order given.
  ///
  /// - Parameters:
  ///   - transactions: Transactions as JSON Web Signatures.
  ///   - renewals: Renewal infos as JSON Web Signatures, each of a subscription among the transactions.
  ///   - now: The server's clock.
  /// - Returns: One update for each purchase.
  /// - Throws: `Problem` with code `renewal_mismatch` or one that begins with `signed_data_`.
  func verified(
    transactions: [String], renewals: [String], at now: Instant
  ) async throws(Problem) -> [StoreUpdate] {
    var updates: [StoreUpdate] = []
    for text in transactions {
      let transaction = try await transaction(text, at: now)
      if let index = updates.firstIndex(where: { $0.purchase == transaction.purchase }) {
        updates[index].transactions.append(transaction)
      } else {
        updates.append(StoreUpdate(purchase: transaction.purchase, transactions: [transaction]))
      }
    }
    for text in renewals {
      let renewal = try await renewal(text, at: now)
      guard let index = updates.firstIndex(where: { $0.purchase == renewal.purchase }) else {
        throw Problem(
          .renewalMismatch, "The renewal info is about another subscription than a transaction.")
      }
      updates[index].renewals.append(renewal)
    }
    return updates
  }

  private func transaction(_ text: String, at now: Instant) async throws(Problem)
    -> StoreTransaction
  {
    let verified: Verified<TransactionPayload>
    do {
      verified = try await verifier.transaction(text, at: now)
    } catch {
      throw Problem(error)
    }
    return try StoreTransaction(verified)
  }

  private func renewal(_ text: String, at now: Instant) async throws(Problem) -> StoreRenewal {
    let verified: Verified<RenewalInfoPayload>
    do {
      verified = try await verifier.renewalInfo(text, at: now)
    } catch {
      throw Problem(error)
    }
    return try StoreRenewal(verified)
  }

  /// Verifies a notification; its signed parts are verified separately.
  func notification(
    _ text: String, at now: Instant
  ) async throws(Problem) -> Verified<NotificationPayload> {
    do {
      return try await verifier.notification(text, at: now)
    } catch {
      throw Problem(error)
    }
  }
}
