import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension SubscriptionChecker {
  /// The longest wait between two tries to answer, so that an outage of hours leaves time before the deadline.
  static let longestAnswerWait = Duration.hours(1)

  /// How long after the store's deadline the server still tries to record that it was too late.
  static let longestRecording = Duration.hours(24)

  /// Answers the store's questions about refunds of a purchase, or records why it does not.
  ///
  /// Follows Apple's [Send Consumption
  /// Information](https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information). The store
  /// keeps the last answer, so one that could not be recorded is repeated.
  ///
  /// | the customer | what is recorded |
  /// |---|---|
  /// | has consented, and the store accepts the report | the report |
  /// | has consented, and the store refuses it for good | the store's number |
  /// | has consented, and twelve hours passed without success | that it was too late |
  /// | has not consented, or did not buy it | that, and nothing is sent |
  ///
  /// - Parameters:
  ///   - check: The check that the question scheduled.
  ///   - api: The client that sends the answer.
  /// - Returns: The outcome; a failure of this purchase postpones only this check.
  /// - Throws: `ServerAPIError` with code `rateLimited`, `unauthorized` or `cancelled`, which affect every purchase, or
  ///   a `Problem` of the ledger.
  func answer(
    _ check: LedgerCheck, about purchase: PurchaseID, in app: ServedApp,
    asking api: AppStoreServerAPI
  ) async throws -> Outcome {
    var result = Outcome.settled
    let ownership = try await records.ownership(of: purchase, in: app)
    guard let holder = ownership.holder else {
      try await settle(check, in: app, next: nil)
      return result
    }
    let record = try await records.recordOrNew(of: holder, in: app)
    let now = try records.instant(for: record)
    for request in record.customer.refundRequests
    where request.purchase == purchase && request.answer == nil {
      let decision =
        ownership.customer == nil
        ? .withhold(.notBought)
        : RefundDecision(on: request, of: record.customer, in: app.blueprint, at: now)
      var outcome = decision.outcome(of: request, at: now)
      if outcome == nil, case .send(let report) = decision {
        do {
          outcome = try await Self.send(report, about: request, asking: api)
          result = .answered
        } catch {
          guard !error.concernsEveryPurchase else { throw error }
          let next = min(
            CheckBackOff.next(after: check.tries, at: now),
            now.advanced(by: Self.longestAnswerWait), request.deadline)
          try await settle(check, in: app, next: next)
          return .failed(error.code.rawValue)
        }
      }
      guard let outcome else { continue }
      try await updates.record(
        StoreUpdate(purchase: purchase, refundRequests: [request.answered(outcome, at: now)]),
        in: app)
    }
    try await settle(check, in: app, next: nil)
    return result
  }

  /// When an answer that the ledger did not take is retried.
  ///
  /// - Returns: The instant; nil once ``longestRecording`` has passed since the store stopped waiting.
  static func nextAnswer(to check: LedgerCheck, at now: Instant) -> Instant? {
    now < check.periodEnd.advanced(by: longestRecording)
      ? CheckBackOff.next(after: check.tries, at: now) : nil
  }

  /// Sends a report.
  ///
  /// - Returns: That it was sent, or that the store will never accept it.
  /// - Throws: `ServerAPIError` if it may succeed later.
  private static func send(
    _ report: RefundReport, about request: RefundRequest, asking api: AppStoreServerAPI
  ) async throws(ServerAPIError) -> RefundAnswer.Outcome {
    do {
      try await api.sendConsumption(
        ConsumptionRequest(report), of: request.transaction.rawValue)
      return .sent(report)
    } catch {
      guard error.isPermanent else { throw error }
      return .refused(error.errorCode.map { "\($0.rawValue)" } ?? error.code.rawValue)
    }
  }
}

extension PurchaseOwnership {
  /// The customer that the purchase's facts are recorded for; nil without any.
  fileprivate var holder: Customer.ID? {
    switch self {
    case .unclaimed: nil
    case .store(let placeholder): placeholder
    case .customer(let customer): customer
    }
  }
}

extension ConsumptionRequest {
  /// The report in Apple's form; the purchase is recorded for the customer, so it was delivered.
  fileprivate init(_ report: RefundReport) {
    self.init(
      customerConsented: true, sampleContentProvided: report.hadSample, deliveryStatus: .delivered,
      consumptionPercentage: report.consumed,
      refundPreference: RefundPreference(report.preference))
  }
}

extension RefundPreference {
  /// Apple's name of a preference; nil for none.
  fileprivate init?(_ preference: PreferredRefund) {
    switch preference {
    case .decline: self = .decline
    case .grantFull: self = .grantFull
    case .grantProrated: self = .grantProrated
    case .nothing: return nil
    }
  }
}
