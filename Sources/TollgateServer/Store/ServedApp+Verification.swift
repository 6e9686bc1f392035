package import Tollgate
import TollgateAppStore
package import TollgateLedger
package import TollgateWire

extension ServedApp {
  /// Verifies signed transactions and renewal infos, all or none, and groups them by purchase in the order given.
  ///
  /// - Parameters:
  ///   - transactions: Transactions as JSON Web Signatures.
  ///   - renewals: Renewal infos as JSON Web Signatures, each of a subscription among the transactions.
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

  /// Verifies the store account's download of the app.
  ///
  /// - Parameter text: The app transaction as a JSON Web Signature.
  /// - Throws: `Problem` with a code that begins with `signed_data_`.
  package func appTransaction(
    _ text: String, at now: Instant
  ) async throws(Problem) -> SignedDownload {
    let payload: AppTransactionPayload
    do {
      payload = try await verifier.appTransaction(text, at: now).payload
    } catch {
      throw Problem(error)
    }
    return try SignedDownload(payload)
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

/// A store account's download of the app, which the server has verified.
package struct SignedDownload: Hashable, Sendable {
  /// What is recorded for the customer.
  package let download: AppDownload
  /// The store's identifier of the download, in whichever environment; nil if it has none.
  let id: String?
  /// The claim of the anonymous customer who has the download; nil if it identifies no store account.
  package let claim: LedgerClaim?

  /// Reads a verified app transaction.
  ///
  /// Xcode's local testing has no store accounts: its downloads have the same identifier on every device.
  ///
  /// - Throws: `Problem` if it is from an environment that is not known here.
  fileprivate init(_ payload: AppTransactionPayload) throws(Problem) {
    let environment = try StoreEnvironment(payload.receiptType)
    download = AppDownload(
      environment: environment,
      platform: payload.originalPlatform.flatMap {
        AppDownload.Platform(rawValue: $0.rawValue)
      },
      version: payload.originalApplicationVersion.flatMap { $0.isEmpty ? nil : $0 },
      at: payload.originalPurchaseDate)
    let id = payload.appTransactionId.flatMap { $0.isEmpty ? nil : $0 }
    self.id = id
    claim =
      switch environment {
      case .production, .sandbox: id.map { LedgerClaim.appTransaction(environment, $0) }
      case .xcode: nil
      }
  }

  /// The identifier of the download in an environment of the store; nil in any other.
  func appTransactionID(in environment: StoreEnvironment) -> String? {
    guard case .appTransaction(let own, let id)? = claim, own == environment else { return nil }
    return id
  }
}
