public import Tollgate
import TollgateAppStore
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Records a notification of the App Store, once however often it arrives.
  ///
  /// A purchase that nobody has posted yet is stored under a customer of its own, named `store:` and the purchase,
  /// until a customer posts it. A notification that the store signed and the server refuses is kept too, and judged
  /// again when the server starts with other settings.
  ///
  /// - Parameters:
  ///   - request: The signed notification.
  ///   - app: The app.
  /// - Returns: The outcome.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `sandbox_not_allowed`; no
  ///   fact is then recorded.
  public func receive(
    _ request: NotificationRequest, in app: Blueprint.App.ID
  ) async throws(Problem) -> NotificationResponse {
    let app = try served(app)
    do {
      return try await record(request, in: app)
    } catch {
      try await keep(request, refusedFor: error, in: app)
      throw error
    }
  }

  private func record(
    _ request: NotificationRequest, in app: ServedApp
  ) async throws(Problem) -> NotificationResponse {
    let now = clock()
    let notification = try await app.notification(request.signedPayload, at: now)
    guard let data = notification.payload.data, let signed = data.signedTransactionInfo else {
      return NotificationResponse(.nothingToRecord)
    }
    let news = try await app.verified(
      transactions: [signed], renewals: data.signedRenewalInfo.map { [$0] } ?? [], at: now)
    let environment = try StoreEnvironment(data.environment)
    guard news.allSatisfy({ $0.purchase.environment == environment }) else {
      throw Problem(
        .signedDataWrongEnvironment, "The transaction is from another environment.")
    }
    let receipt = environment.receipt(of: notification.payload.notificationUUID)
    guard try await owner(of: receipt, in: app) == nil else {
      return NotificationResponse(.duplicate)
    }
    for news in news { try await take(news, receipt, in: app) }
    return NotificationResponse(.recorded)
  }

  /// Records an update of a purchase for the customer who has it, once however often it arrives.
  ///
  /// - Parameters:
  ///   - news: The store's signed data.
  ///   - receipt: The notification that brought it; nil for a response of the store's API.
  ///   - app: The app.
  /// - Returns: How many facts were recorded, including those that follow.
  /// - Throws: Why nothing could be recorded.
  @discardableResult
  func take(
    _ news: StoreNews, _ receipt: LedgerClaim? = nil, in app: ServedApp
  ) async throws(Problem) -> Int {
    let claim = LedgerClaim.purchase(news.purchase)
    for _ in 0..<Self.attempts {
      let holders = try await holders(of: news.purchase, in: app)
      let owner = holders.owner
      let target = owner ?? Customer.ID("store:\(news.purchase)")
      try await refuseSandbox(news, for: target, in: app)
      for sharer in holders.sharers where sharer != owner {
        try await tell(sharer, news, in: app)
      }
      var hasMoved = false
      let written = try await write(to: target, in: app) {
        (record, now) async throws(Problem) -> Step in
        // The customer who has the purchase now gets the news; a merged customer hands over its claims.
        hasMoved =
          try await self.holders(of: news.purchase, in: app) != holders
          || record.mergedInto != nil
        guard !hasMoved else { return .nothing }
        var change: Change
        if owner.map({ $0.isMadeByStore }) ?? true {
          var customer = record.customer
          change = Change(at: now, facts: news.facts.filter { customer.join($0) })
        } else {
          change = try await decide([], on: record, in: app, at: now) { customer, history in
            app.blueprint.record(news.facts, for: customer, at: now, history: history)
          }
        }
        if let receipt { change.claims.append(receipt) }
        if owner == nil { change.claims.append(claim) }
        return .appending(change)
      }
      guard hasMoved else { return written.facts.count }
    }
    throw Problem(.busy, "The purchase is being handed over.")
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
