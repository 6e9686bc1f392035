import Tollgate
import TollgateAppStore
import TollgateLedger
public import TollgateWire

/// Records notifications of the App Store, and keeps those that it refuses.
public struct NotificationIntake: Sendable {
  let updates: StoreUpdateRecorder

  var records: CustomerRecords { updates.writer.records }

  /// Records a notification of the App Store, once however often it arrives.
  ///
  /// The customer whom the store's signature names gets the purchase at once. One that names nobody known here, and that
  /// nobody has posted yet, is stored under a customer of its own, named `store:` and the purchase, until a customer
  /// posts it. A notification that the store signed and the server refuses is kept too, and tried
  /// again when the server starts with other settings; one that it does not understand is kept and acknowledged.
  ///
  /// - Parameters:
  ///   - request: The signed notification.
  ///   - app: The app.
  /// - Returns: The outcome.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `sandbox_not_allowed`; no
  ///   fact is then recorded.
  public func receive(
    _ request: NotificationRequest, in app: ServedApp
  ) async throws(Problem) -> NotificationResponse {
    let metrics = records.operations.metrics
    do {
      let response = try await record(request, in: app)
      metrics.count(notification: response.outcome.rawValue)
      return response
    } catch {
      let isKept = try await keep(request, refusedFor: error, in: app)
      // The store would send it for days, and no setting makes this version understand it.
      if isKept, error.code == .signedDataUnreadable {
        metrics.count(notification: NotificationResponse.Outcome.kept.rawValue)
        return NotificationResponse(.kept)
      }
      metrics.count(notification: "refused")
      throw error
    }
  }

  private func record(
    _ request: NotificationRequest, in app: ServedApp
  ) async throws(Problem) -> NotificationResponse {
    let now = records.clock()
    let notification = try await app.notification(request.signedPayload, at: now)
    guard let data = notification.payload.data, let signed = data.signedTransactionInfo else {
      guard NotificationType.known.contains(notification.payload.notificationType) else {
        throw Problem(.signedDataUnreadable, "The type of the notification is unknown.")
      }
      return NotificationResponse(.nothingToRecord)
    }
    var verified = try await app.verified(
      transactions: [signed], renewals: data.signedRenewalInfo.map { [$0] } ?? [], at: now)
    let environment = try StoreEnvironment(data.environment)
    guard verified.allSatisfy({ $0.purchase.environment == environment }) else {
      throw Problem(
        .signedDataWrongEnvironment, "The transaction is from another environment.")
    }
    let receipt = environment.receipt(of: notification.payload.notificationUUID)
    guard try await records.owner(of: receipt, in: app) == nil else {
      return NotificationResponse(.duplicate)
    }
    if notification.payload.notificationType == .consumptionRequest {
      verified = verified.map { $0.asking(notification.payload) }
    }
    for update in verified {
      try await updates.record(update, receipt: receipt, in: app)
    }
    return NotificationResponse(.recorded)
  }
}

extension StoreEnvironment {
  /// The claim that a notification was recorded; one of the sandbox never counts for production.
  fileprivate func receipt(of notification: String) -> LedgerClaim {
    switch self {
    case .production: .notification(notification)
    case .sandbox, .xcode: .notification("\(rawValue):\(notification)")
    }
  }
}

extension StoreUpdate {
  /// The update with the store's question about a refund of its transaction.
  fileprivate func asking(_ notification: NotificationPayload) -> StoreUpdate {
    var update = self
    update.refundRequests = transactions.map { transaction in
      RefundRequest(
        id: RefundRequest.ID(notification.notificationUUID), purchase: purchase,
        transaction: RefundRequest.Transaction.ID(transaction.id.rawValue),
        reason: RefundReason(notification.data?.consumptionRequestReason),
        askedAt: notification.signedDate)
    }
    return update
  }
}

extension RefundReason {
  /// The customer's reason; one that Apple added later is another reason.
  fileprivate init(_ reason: ConsumptionRequestReason?) {
    switch reason {
    case .unintendedPurchase?: self = .unintendedPurchase
    case .fulfillmentIssue?: self = .fulfillmentIssue
    case .unsatisfiedWithPurchase?: self = .unsatisfied
    case .legal?: self = .legal
    default: self = .other
    }
  }
}
