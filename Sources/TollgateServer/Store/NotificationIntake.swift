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
  /// The customer named by the store's signature gets the purchase at once. One that names nobody known here, and that
  /// nobody has posted yet, is stored under a customer of its own, named `store:` and the purchase, until a customer
  /// posts it. A notification that the store signed and the server refuses is kept too, and tried again when the server
  /// starts with other settings; one that it does not understand is kept and acknowledged.
  ///
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `sandbox_not_allowed`; no
  ///   fact is then recorded.
  public func receive(
    _ request: NotificationRequest, in app: ServedApp
  ) async throws(Problem) -> NotificationResponse {
    let metrics = records.observability.metrics
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
    if notification.payload.notificationType == .rescindConsent {
      return try await withdrawConsent(notification.payload, in: app, at: now)
    }
    if let info = notification.payload.unclaimInfo {
      return try await endSeats(info.unclaimSeatIds, in: app)
    }
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

extension NotificationIntake {
  /// Ends the seats of teams whose claims the App Store released.
  ///
  /// - Returns: That they were recorded; nothing is recorded for claims that nobody has, or no longer has.
  private func endSeats(
    _ claims: [String], in app: ServedApp
  ) async throws(Problem) -> NotificationResponse {
    var hasEnded = false
    for claim in claims {
      if try await endSeat(claim, in: app) { hasEnded = true }
    }
    return NotificationResponse(hasEnded ? .recorded : .nothingToRecord)
  }

  /// Ends the seat with a claim.
  ///
  /// A claim that nobody has yet is recorded as released, because its member may be about to be recorded.
  ///
  /// - Returns: Whether somebody had it.
  private func endSeat(_ claim: String, in app: ServedApp) async throws(Problem) -> Bool {
    for _ in 0..<CustomerWriter.attempts {
      let claimed = try await updates.writer.ownerOrRelease(ofStoreSeat: claim, in: app)
      guard claimed != .releasedSeats, let owner = try await records.present(claimed, in: app)
      else { return false }
      var (isOvertaken, hasEnded) = (false, false)
      _ = try await updates.writer.write(to: owner.id, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        isOvertaken = record.mergedInto != nil
        let seat = record.customer.sharedSeats.first { $0.storeClaim == claim && $0.isTaken }
        hasEnded = seat != nil
        guard !isOvertaken, let seat else { return .nothing }
        return .append(CustomerWrite(at: now, facts: [.seat(seat.ended(.removed, at: now))]))
      }
      if !isOvertaken { return hasEnded }
      records.forget(owner.id, in: app)
    }
    throw CustomerWriter.busy
  }

  /// Records that a parent or guardian withdrew consent, for the customer who has the download of the app.
  ///
  /// If nobody has it, nothing is recorded: the store lets the app start only once a parent has consented again, and does not
  /// say so.
  ///
  /// - Throws: `Problem` with a code that begins with `signed_data_`, or if the ledger cannot be written.
  private func withdrawConsent(
    _ payload: NotificationPayload, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> NotificationResponse {
    guard let data = payload.appData, let signed = data.signedAppTransactionInfo else {
      return NotificationResponse(.nothingToRecord)
    }
    let copy = try await app.appTransaction(signed, at: now)
    let environment = try StoreEnvironment(data.environment)
    guard copy.download.environment == environment else {
      throw Problem(.signedDataWrongEnvironment, "The download is from another environment.")
    }
    let receipt = environment.receipt(of: payload.notificationUUID)
    for _ in 0..<CustomerWriter.attempts {
      guard try await records.owner(of: receipt, in: app) == nil else {
        return NotificationResponse(.duplicate)
      }
      // Xcode's local testing tells no store accounts apart.
      guard let claim = copy.claim, let owner = try await records.owner(of: claim, in: app) else {
        return NotificationResponse(.nothingToRecord)
      }
      var isOvertaken = false
      _ = try await updates.writer.write(to: owner, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        let current = try await records.owner(of: claim, in: app)
        isOvertaken = current != owner || record.mergedInto != nil
        guard !isOvertaken else { return .nothing }
        var change = try await updates.writer.change(
          seeing: nil, on: record,
          adding: app.blueprint.withdrawConsent(
            signedAt: payload.signedDate, for: record.customer, at: now),
          in: app, at: now)
        change.claims.append(receipt)
        return .append(change)
      }
      if !isOvertaken { return NotificationResponse(.recorded) }
    }
    throw CustomerWriter.busy
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
