import AppStore
public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Takes in a notification of the App Store, once however often it comes.
  ///
  /// A purchase that nobody has posted yet is kept under a customer of its own, named `store:` and the original
  /// transaction id, until a customer posts it.
  ///
  /// - Parameters:
  ///   - request: The signed notification.
  ///   - app: The app.
  /// - Returns: What became of it.
  /// - Throws: `Problem` with a code that begins with `signed_data_` or `renewal_mismatch`; nothing is recorded then.
  public func receive(
    _ request: NotificationRequest, in app: Blueprint.App.ID
  ) async throws(Problem) -> NotificationResponse {
    let now = clock()
    let app = try served(app)
    let notification = try await app.notification(request.signedPayload, at: now)
    guard let data = notification.payload.data, let signed = data.signedTransactionInfo else {
      return NotificationResponse(.nothingToRecord)
    }
    let news = try await app.verified(
      transactions: [signed], renewals: data.signedRenewalInfo.map { [$0] } ?? [], at: now)
    let receipt = LedgerClaim.notification(notification.payload.notificationUUID)
    guard try await owner(of: receipt, in: app) == nil else {
      return NotificationResponse(.duplicate)
    }
    for news in news { try await take(news, receipt, in: app, at: now) }
    return NotificationResponse(.recorded)
  }

  /// Records news of a purchase for whoever has it, once however often it comes.
  ///
  /// - Parameters:
  ///   - news: What the store signed.
  ///   - receipt: The notification that brought it; nil for an answer to a question.
  ///   - app: The app.
  ///   - now: The server's clock.
  /// - Returns: How many facts were recorded, those that follow included.
  /// - Throws: Why nothing could be recorded.
  @discardableResult
  func take(
    _ news: StoreNews, _ receipt: LedgerClaim? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Int {
    let claim = LedgerClaim.purchase(news.originalID)
    for _ in 0..<Self.attempts {
      let holders = try await holders(of: news.originalID, in: app)
      let owner = holders.owner
      for sharer in holders.sharers where sharer != owner {
        try await tell(sharer, news, in: app, at: now)
      }
      let target = owner ?? Customer.ID("store:\(news.originalID)")
      var hasMoved = false
      let written = try await write(to: target, in: app, at: now) {
        (record) async throws(Problem) -> Step in
        // Whoever has the purchase by now gets the news; a merged customer hands its claims over.
        hasMoved =
          try await self.holders(of: news.originalID, in: app) != holders
          || record.mergedInto != nil
        guard !hasMoved else { return .nothing }
        var change: Change
        if owner.map({ $0.isMadeByStore }) ?? true {
          var customer = record.customer
          change = Change(facts: news.facts.filter { customer.join($0) })
        } else {
          change = try await decide([], on: record, in: app, at: now) { customer, history in
            app.blueprint.record(news.facts, customer, at: now, history: history)
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
