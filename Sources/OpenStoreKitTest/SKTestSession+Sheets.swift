import OpenStoreKit

extension SKTestSession {
  /// Something that the system would have shown over the app.
  public enum Sheet: Hashable, Sendable {
    /// The request for a rating or a review.
    case review

    /// The customer's subscriptions; nil for those of every group.
    case manageSubscriptions(groupID: String?)

    case offerCodeRedemption

    /// The request for a refund of a purchase.
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

  /// What the system would have shown over the app since the session was created, in order.
  public var presentedSheets: [Sheet] { store.sheets.map(Sheet.init) }

  /// How many times the app has asked for a rating or a review.
  public var reviewRequestCount: Int { store.sheets.count(where: { $0 == .review }) }
}

extension SKTestSession.Sheet {
  fileprivate init(_ sheet: StoreSession.Sheet) {
    switch sheet {
    case .review: self = .review
    case .manageSubscriptions(let groupID): self = .manageSubscriptions(groupID: groupID)
    case .offerCodeRedemption: self = .offerCodeRedemption
    case .refundRequest(let id): self = .refundRequest(transactionID: id)
    case .priceConsent: self = .priceConsent
    case .billingIssue: self = .billingIssue
    case .winBackOffer: self = .winBackOffer
    case .merchandising(let groupID): self = .merchandising(groupID: groupID)
    case .notice: self = .notice
    }
  }
}
