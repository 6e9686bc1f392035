package import AppStoreSimulator
import Crypto
import Foundation
package import TollgateAppStore
import TollgateMutex

extension StoreSession {
  func verified(
    _ signed: Signed<TransactionPayload>, _ failure: VerificationFailure?
  ) -> VerificationResult<Transaction> {
    VerificationResult(Transaction(signed: signed, session: self), failure)
  }

  func status(
    _ condition: SubscriptionCondition, _ failure: VerificationFailure?
  ) -> Product.SubscriptionInfo.Status {
    Product.SubscriptionInfo.Status(
      state: .init(rawValue: condition.status.rawValue),
      transaction: verified(condition.transaction, failure),
      renewalInfo: VerificationResult(
        Product.SubscriptionInfo.RenewalInfo(signed: condition.renewalInfo, session: self),
        failure))
  }

  private func verified(
    _ choose: (AppStoreSimulator, AccountID) -> [Signed<TransactionPayload>]
  ) -> [VerificationResult<Transaction>] {
    let journal = read { $0 }
    return choose(simulator, journal.account)
      .filter { !journal.deleted.contains($0.payload.transactionId) }
      .map { verified($0, journal.verificationFailure) }
  }

  /// The latest versions of the account's transactions, in order of purchase.
  package func transactions() -> [Signed<TransactionPayload>] {
    let journal = read { $0 }
    return simulator.transactions(of: journal.account)
      .filter { !journal.deleted.contains($0.payload.transactionId) }
  }

  /// The conditions of the account's subscriptions.
  package func conditions() -> [SubscriptionCondition] {
    conditions(read { $0 })
  }

  func conditions(_ journal: Journal) -> [SubscriptionCondition] {
    simulator.conditions(of: journal.account)
      .filter { !journal.deleted.contains($0.transaction.payload.transactionId) }
  }

  func unfinishedTransactions() -> [VerificationResult<Transaction>] {
    verified { $0.unfinishedTransactions(of: $1) }
  }

  /// The history, latest first, without finished consumables that were not revoked.
  func history(of productID: String? = nil) -> [VerificationResult<Transaction>] {
    let keepsAll = settings.keepsFinishedConsumables
    return verified { simulator, account in
      let unfinished = Set(
        simulator.unfinishedTransactions(of: account).map(\.payload.transactionId))
      return simulator.transactions(of: account).reversed().filter { signed in
        let payload = signed.payload
        guard productID == nil || payload.productId == productID else { return false }
        return payload.type != .consumable || keepsAll || payload.revocationDate != nil
          || unfinished.contains(payload.transactionId)
      }
    }
  }

  /// The latest transaction of each product that gives access now.
  func entitlements(to productID: String? = nil) -> [VerificationResult<Transaction>] {
    verified { simulator, account in
      var seen: Set<String> = []
      return simulator.currentEntitlements(of: account).reversed().filter {
        (productID == nil || $0.payload.productId == productID)
          && seen.insert($0.payload.productId).inserted
      }.reversed()
    }
  }

  func statuses(ofGroup group: String) throws -> [Product.SubscriptionInfo.Status] {
    guard !Task.isCancelled else { return [] }
    try check(.subscriptionStatus)
    let failure = verificationFailure
    return conditions().filter { $0.groupID == group }.map { status($0, failure) }
  }

  func status(ofTransaction id: UInt64) throws -> Product.SubscriptionInfo.Status? {
    guard !Task.isCancelled else { return nil }
    try check(.subscriptionStatus)
    let failure = verificationFailure
    guard let original = simulator.transaction(String(id))?.payload.originalTransactionId
    else { return nil }
    return conditions()
      .first { $0.transaction.payload.originalTransactionId == original }
      .map { status($0, failure) }
  }

  func statusesByGroup() -> [(String, [Product.SubscriptionInfo.Status])] {
    guard !Task.isCancelled else { return [] }
    let failure = verificationFailure
    let conditions = conditions()
    return Set(conditions.map(\.groupID)).sorted().map { group in
      (group, conditions.filter { $0.groupID == group }.map { status($0, failure) })
    }
  }

  func isEligibleForIntroductoryOffer(_ group: String) -> Bool {
    guard !Task.isCancelled,
      configuration.subscriptionGroups.contains(where: { $0.id == group })
    else { return false }
    return simulator.isEligibleForIntroductoryOffer(group: group, account: account)
  }

  func finish(_ transactionID: String) {
    simulator.finish(transactionID)
    payments.drop(transactionID)
  }

  /// Whether a transaction of the account is still to be finished.
  func isUnfinished(_ transactionID: String) -> Bool {
    simulator.unfinishedTransactions(of: account).contains {
      $0.payload.transactionId == transactionID
    }
  }

  /// What the app has not finished, without the results of this launch's `Product.purchase(options:)`.
  func unfinishedBeforeLaunch() -> [Signed<TransactionPayload>] {
    let journal = read { $0 }
    return simulator.unfinishedTransactions(of: journal.account).filter {
      let id = $0.payload.transactionId
      return !journal.boughtHere.contains(id) && !journal.deleted.contains(id)
    }
  }

  /// Starts listening to updates, beginning with unfinished transactions that were not a result of this launch.
  func listenToUpdates() -> Listener<VerificationResult<Transaction>> {
    journal.withLock { journal in
      let unfinished = simulator.unfinishedTransactions(of: journal.account)
        .filter { !journal.boughtHere.contains($0.payload.transactionId) }
      return updates.listen(unfinished.map { verified($0, journal.verificationFailure) })
    }
  }

  /// Shows the sheet in which the customer requests a refund, and requests it unless they close it.
  ///
  /// Only the account's own purchases are refunded: what a family member shares, or another account bought, is not.
  func requestRefund(of transaction: UInt64) throws -> Transaction.RefundRequestStatus {
    let id = String(transaction)
    try check(.refundRequest)
    present(.refundRequest(transactionID: transaction))
    guard settings.disablesDialogs || settings.confirms else { return .userCancelled }
    let isOwn = transactions().contains { $0.payload.transactionId == id }
    return try journal.withLock { journal throws(Transaction.RefundRequestError) in
      guard !journal.refundRequests.contains(id), !simulator.isRefundRequested(id)
      else { throw .duplicateRequest }
      guard isOwn, simulator.requestRefund(id) else { throw .failed }
      journal.refundRequests.insert(id)
      tell(&journal)
      return .success
    }
  }
}

extension StoreSession {
  /// The identifier of the device, derived from the download of the app.
  package var deviceID: UUID { nonce(of: "device") }

  /// A UUID derived from a text and the store's seed.
  func nonce(of text: String) -> UUID {
    let seed = simulator.appTransactionID(of: account)
    let bytes = Array(SHA256.hash(data: Data("\(seed) \(text)".utf8)))
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40,
        bytes[7], bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13],
        bytes[14], bytes[15]
      ))
  }

  /// The hash by which the device recognizes its own data.
  func deviceVerification(_ nonce: UUID) -> Data {
    let text = nonce.uuidString.lowercased() + deviceID.uuidString.lowercased()
    return Data(SHA384.hash(data: Data(text.utf8)))
  }

  /// The download of the app of the current session, signed now.
  static func theAppTransaction() throws -> VerificationResult<AppTransaction> {
    guard let session = current else { throw StoreKitError.unknown }
    try session.check(.appTransaction)
    let payload = session.simulator.appTransaction(
      of: session.account, version: session.appVersion, downloaded: session.installed)
    let jws = try session.simulator.chain.sign(payload)
    return VerificationResult(
      AppTransaction(payload: payload, jws: jws, session: session), session.verificationFailure)
  }
}
