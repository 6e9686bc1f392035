/// A customer's request to the store for a refund, about which the store asked the app, and what the app answered.
///
/// Follows Apple's [consumption request
/// notification](https://developer.apple.com/documentation/appstoreservernotifications/notificationtype).
public struct RefundRequest: Hashable, Sendable, Identifiable {
  /// The identifier of the store's question.
  public typealias ID = Identifier<RefundRequest>

  /// A transaction of the purchase, as the store numbers them.
  public enum Transaction {
    /// The store's identifier of the transaction.
    public typealias ID = Identifier<Transaction>
  }

  /// How long the store waits for an answer: 12 hours, in milliseconds.
  static let patience: Int64 = 12 * 3_600_000

  /// The identifier of the store's question.
  public let id: ID
  /// The purchase that the transaction belongs to.
  public let purchase: PurchaseID
  /// The transaction that the customer wants refunded.
  public let transaction: Transaction.ID
  /// Why the customer wants a refund.
  public let reason: RefundReason
  /// When the store asked, as it signed.
  public let askedAt: Instant
  /// The answer, or why there is none; nil if that is not decided.
  public let answer: RefundAnswer?

  public init(
    id: ID, purchase: PurchaseID, transaction: Transaction.ID, reason: RefundReason,
    askedAt: Instant, answer: RefundAnswer? = nil
  ) {
    self.id = id
    self.purchase = purchase
    self.transaction = transaction
    self.reason = reason
    self.askedAt = askedAt
    self.answer = answer
  }

  /// When the store stops waiting for an answer.
  public var deadline: Instant { askedAt.adding(milliseconds: Self.patience) }

  /// The same request with its answer.
  public func answered(_ outcome: RefundAnswer.Outcome, at now: Instant) -> RefundRequest {
    RefundRequest(
      id: id, purchase: purchase, transaction: transaction, reason: reason, askedAt: askedAt,
      answer: RefundAnswer(outcome, at: now))
  }

  /// Whether it wins over another record of the same request: an answered one does, then the earlier answer.
  func outranks(_ other: RefundRequest) -> Bool {
    if (answer == nil) != (other.answer == nil) { return answer != nil }
    if let answer, let other = other.answer, answer.at != other.at { return answer.at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    [
      "\(askedAt.milliseconds)", purchase.description, transaction.rawValue, reason.rawValue,
      answer.map { "\($0.outcome)" } ?? "",
    ]
  }
}

extension RefundRequest: FactValue {
  package static var traits: FactTraits { [.ofStore, .countsOnly] }

  package var stamp: Instant? { answer?.at }
  package var relatedPurchase: PurchaseID? { purchase }
}

/// Why a customer wants a refund, as they told the store.
public enum RefundReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The purchase was not intended.
  case unintendedPurchase
  /// The purchase was not delivered.
  case fulfillmentIssue
  /// The customer was not satisfied with it.
  case unsatisfied
  case legal
  /// Any other reason, or one that this version does not know.
  case other
}
