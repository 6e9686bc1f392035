import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Records the purchases that RevenueCat's SDK posts.
///
/// It returns only after the posted purchase is recorded: the SDK finishes the transaction then, and the store does
/// not deliver it again.
///
/// | the token | what happens |
/// |---|---|
/// | a signed transaction | it is verified and recorded as everywhere |
/// | what Xcode's local testing signs | the same, if the server accepts it |
/// | a receipt of StoreKit 1 | the App Store is asked about the transaction that it names |
/// | missing | nothing, unless something was bought |
struct ReceiptIntake: Sendable {
  let purchases: PurchaseIntake

  /// What a receipt proves.
  enum Proof: Sendable {
    /// The store account has no purchases.
    case nothing
    /// Purchases of the customer who posts them, as the store signed them.
    case signed([StoreUpdate])
    /// Purchases that the App Store confirms, for the customers they belong to.
    case confirmed([StoreUpdate])

    /// The purchases that it proves.
    var updates: [StoreUpdate] {
      switch self {
      case .nothing: []
      case .signed(let updates), .confirmed(let updates): updates
      }
    }
  }

  private var records: CustomerRecords { purchases.records }

  /// Verifies a receipt, and records nothing.
  ///
  /// - Returns: What it proves.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, or `busy` if the App Store does not confirm it.
  func proof(
    of receipt: PostedReceipt, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Proof {
    switch receipt.token {
    case .missing:
      guard receipt.product == nil else { throw Self.unconfirmed }
      return .nothing
    case .signed(let transactions, let renewals):
      return .signed(
        try await app.verified(transactions: transactions, renewals: renewals, at: now))
    case .receipt(let text):
      return try await proof(ofUnverified: text, for: receipt.product, in: app)
    }
  }

  /// Records what a receipt proves.
  ///
  /// - Throws: `Problem` with code `owned_by_another_customer` if another account has the purchase, with which the
  ///   transaction is recorded then. With any other code, it may not be recorded.
  func record(
    _ proof: Proof, of receipt: PostedReceipt, for caller: Caller
  ) async throws(Problem) {
    switch proof {
    case .nothing: break
    case .signed(let updates):
      try await record(updates, for: caller, isRestore: receipt.isRestore)
      if receipt.isForStoreAccount, let purchase = updates.first?.purchase {
        try await restoreOthers(boughtWith: purchase, for: caller)
      }
    case .confirmed(let updates): try await record(unowned: updates, for: caller)
    }
  }

  /// Records updates; one that is kept by another account does not stop the others.
  ///
  /// - Parameters:
  ///   - updates: What the store signed, by purchase.
  ///   - isRestore: Whether the blueprint's transfer policy treats it as a restore.
  /// - Throws: `Problem` with code `owned_by_another_customer` if all of them are another account's.
  private func record(
    _ updates: [StoreUpdate], for caller: Caller, isRestore: Bool
  ) async throws(Problem) {
    var kept: Problem?
    var isRecorded = updates.isEmpty
    for update in updates {
      try await purchases.updates.openBuyer(of: update, in: caller.app)
      do {
        try await purchases.record(update, for: caller, isRestore: isRestore)
        isRecorded = true
      } catch {
        guard error.code == .ownedByAnotherCustomer else { throw error }
        kept = error
      }
    }
    if !isRecorded, let kept { throw kept }
  }

  /// Records the other purchases of a store account: the SDK posts only one.
  ///
  /// Without an App Store Connect key, and while the App Store cannot be reached, only the posted one is recorded.
  ///
  /// - Parameter purchase: The purchase that was posted, which proves the store account.
  /// - Throws: `Problem` if the ledger fails.
  private func restoreOthers(
    boughtWith purchase: PurchaseID, for caller: Caller
  ) async throws(Problem) {
    guard let api = caller.app.storeAPIs[purchase.environment] else { return }
    let response: StoreResponse
    do {
      response = try await StoreResponse(about: purchase, asking: api)
    } catch {
      return
    }
    for update in response.subscriptions + response.history {
      try await purchases.updates.openBuyer(of: update, in: caller.app)
      do {
        try await purchases.record(update, for: caller, isRestore: true)
      } catch {
        guard [.ownedByAnotherCustomer, .sandboxNotAllowed].contains(error.code) else {
          throw error
        }
      }
    }
  }

  /// The answer while it is not known: the SDK keeps the transaction and posts it again.
  private static let unconfirmed = Problem(
    .busy, "The App Store cannot confirm the purchase now: it stays on the device.")
}

extension ReceiptIntake {
  /// What a StoreKit 1 receipt proves: nothing in it is verified, so it only says which transaction to ask about.
  ///
  /// - Parameters:
  ///   - receipt: The receipt in Base64.
  ///   - product: The product that was bought, which must be among what the App Store confirms; nil for a restore.
  /// - Returns: What the App Store confirms.
  /// - Throws: `Problem` with code `signed_data_malformed` for anything but a receipt, or `busy` if the App Store does
  ///   not confirm it.
  private func proof(
    ofUnverified receipt: String, for product: String?, in app: ServedApp
  ) async throws(Problem) -> Proof {
    let transaction: String?
    do {
      transaction = try OldReceipt.transactionID(inAppReceipt: receipt)
    } catch {
      throw Problem(.signedDataMalformed, "This is not a receipt of the App Store.")
    }
    guard let transaction else {
      guard product == nil else { throw Self.unconfirmed }
      return .nothing
    }
    let updates = try await confirmed(transaction, in: app)
    let sold = updates.lazy.flatMap(\.transactions).map(\.product.rawValue)
    guard product.map({ sold.contains($0) }) ?? true else { throw Self.unconfirmed }
    return .confirmed(updates)
  }

  /// Records purchases that the customer who posts them has not proved to be theirs.
  ///
  /// Anybody could have named the transaction. So the caller gets what nobody has, and never what another customer
  /// has, anonymous or not.
  ///
  /// - Throws: `Problem` with code `owned_by_another_customer` if others have all of them.
  private func record(
    unowned updates: [StoreUpdate], for caller: Caller
  ) async throws(Problem) {
    var isKept = false
    var isRecorded = false
    for update in updates {
      let presenter = try await records.survivor(
        of: try await records.record(of: caller), in: caller.app)
      let holders = try await records.holders(of: update.purchase, in: caller.app)
      if holders.ownership.customer == nil || holders.includes(presenter.id) {
        try await record([update], for: caller, isRestore: false)
        isRecorded = true
      } else {
        try await purchases.updates.record(update, in: caller.app)
        isKept = true
      }
    }
    if isKept, !isRecorded {
      throw Problem(
        .ownedByAnotherCustomer,
        "Another customer has the purchase, and a receipt of StoreKit 1 does not prove whose it is."
      )
    }
  }

  /// The purchases of the store account that made a transaction, as the App Store signs them now.
  private func confirmed(
    _ transaction: String, in app: ServedApp
  ) async throws(Problem) -> [StoreUpdate] {
    for environment in [StoreEnvironment.production, .sandbox] {
      guard let api = app.storeAPIs[environment] else { continue }
      do {
        var updates: [StoreUpdate] = []
        var pages = api.transactionHistory(
          of: transaction, query: TransactionHistoryQuery(order: .descending)
        ).makeAsyncIterator()
        for _ in 0..<StoreResponse.historyPages {
          guard let page = try await pages.next() else { break }
          for verified in page.transactions { updates.add(try StoreTransaction(verified)) }
        }
        return updates
      } catch let error as ServerAPIError where error.isUnknownTransaction {
        continue
      } catch {
        throw Self.unconfirmed
      }
    }
    throw Self.unconfirmed
  }
}

extension ServerAPIError {
  /// Whether the store says that it has no such transaction for the app.
  var isUnknownTransaction: Bool {
    [.transactionIDNotFound, .originalTransactionIDNotFound, .invalidTransactionID].contains(
      errorCode)
  }
}
