import AppStoreSimulator
import TollgateAppStore
import TollgateMutex

extension StoreSession {
  /// Something that the system would show over the app.
  package enum Sheet: Hashable, Sendable {
    /// The request for a rating or a review.
    case review

    /// The customer's subscriptions; nil for those of every group.
    case manageSubscriptions(groupID: String?)

    case offerCodeRedemption

    case refundRequest(transactionID: UInt64)

    /// The question about a price increase.
    case priceConsent

    /// The notice that a renewal could not be charged.
    case billingIssue

    /// An offer to come back.
    case winBackOffer

    /// The bundles that a subscription group is part of.
    case merchandising(groupID: String)

    /// Any other message of the App Store.
    case notice
  }

  /// How many sheets are remembered.
  private static let sheetLimit = 10_000

  /// What the system has shown over the app, in order.
  package var sheets: [Sheet] { read { $0.sheets } }

  func present(_ sheet: Sheet) {
    journal.withLock { present(sheet, &$0) }
  }

  private func present(_ sheet: Sheet, _ journal: inout Journal) {
    journal.sheets.append(sheet)
    journal.sheets.removeFirst(max(0, journal.sheets.count - Self.sheetLimit))
  }

  /// Shows the subscriptions, and lets the customer manage them.
  @MainActor
  func manageSubscriptions(_ groupID: String?) async throws {
    try check(.manageSubscriptions)
    present(.manageSubscriptions(groupID: groupID))
    await settings.managesSubscriptions?(groupID)
  }

  /// Shows the sheet for offer codes, and lets the customer redeem one.
  ///
  /// - Returns: The transaction, which also arrives as an update; nil if the customer closed the sheet, or if the
  ///   purchase is pending.
  @MainActor
  func redeemCode() throws -> Transaction? {
    try check(.offerCodeRedemption)
    present(.offerCodeRedemption)
    guard let code = settings.offerCode else { return nil }
    return try buyElsewhere(code.productID, [.codeOffer(referenceName: code.referenceName)])
  }

  /// Whether the customer has not responded to a price increase.
  var hasPriceConsentPending: Bool {
    conditions().contains { $0.renewalInfo.payload.priceIncreaseStatus == .pending }
  }

  /// Sends the App Store's message about a subscription that needs the customer's attention from now on.
  func raise(
    _ condition: SubscriptionCondition, after earlier: SubscriptionCondition?,
    _ journal: inout Journal
  ) {
    let isAsked = { (condition: SubscriptionCondition) in
      condition.renewalInfo.payload.priceIncreaseStatus == .pending
    }
    if isAsked(condition), !(earlier.map(isAsked) ?? false) {
      if messages.isHeard {
        messages.publish(Message(reason: .priceIncreaseConsent, session: self))
      } else if !payments.askForPriceConsent() {
        present(.priceConsent, &journal)
      }
    }
    let isUnpaid = { (condition: SubscriptionCondition) in
      condition.status == .gracePeriod || condition.status == .billingRetry
    }
    if isUnpaid(condition), !(earlier.map(isUnpaid) ?? false) {
      if messages.isHeard {
        messages.publish(Message(reason: .billingIssue, session: self))
      } else {
        present(.billingIssue, &journal)
      }
    }
  }
}
