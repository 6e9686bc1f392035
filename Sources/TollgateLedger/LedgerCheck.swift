public import Tollgate

/// A scheduled check of a subscription with the store, for when its period has ended without an update.
///
/// Notifications can be lost, so that the end of a period is when the server must ask. A ledger keeps one check for
/// each subscription with a known period: it is due at the end of the latest period, until
/// ``Ledger/settle(_:in:next:)`` postpones or ends it. A later period starts it again.
///
/// For example, a subscription that expires at noon without an update is due at noon. The server asks the store, and
/// settles the check with the instant of its next try; the ledger counts the tries, so that they can become rarer.
///
/// The store's question about a refund, and a change of product, schedule checks of their own, which are due at once;
/// see ``subject-swift.property``.
public struct LedgerCheck: Hashable, Sendable {
  /// The subscription.
  public let purchase: PurchaseID
  /// When the latest known period began, of any product.
  public let periodStart: Instant
  /// When that period ends.
  public let periodEnd: Instant
  /// When to ask.
  public let dueAt: Instant
  /// How often it was postponed since the period ended.
  public let tries: Int

  public init(
    purchase: PurchaseID, periodStart: Instant, periodEnd: Instant,
    dueAt: Instant, tries: Int = 0
  ) {
    self.purchase = purchase
    self.periodStart = periodStart
    self.periodEnd = periodEnd
    self.dueAt = dueAt
    self.tries = tries
  }

  /// What a check is about.
  public enum Subject: Hashable, Sendable {
    /// The end of a subscription's period.
    case period(PurchaseID)
    /// The store's question about a refund of a purchase.
    case refund(PurchaseID)
    /// What the store returned of a subscription's period when another product replaced it.
    case replacement(PurchaseID)
  }

  /// What the names of purchases begin with whose refund the store asks about; no store's identifier has a slash.
  private static let refundPrefix = "refund/"

  /// The names of purchases whose refund the store asks about, for each environment: the first possible one, and the
  /// first text after all of them.
  static var refundNames: [Range<String>] {
    StoreEnvironment.allCases.map { environment in
      let first = PurchaseID(PurchaseID.OriginalID(refundPrefix), in: environment).description
      return first..<first.afterPrefixed
    }
  }

  /// What the names of subscriptions begin with whose product changed within a period.
  private static let replacementPrefix = "replacement/"

  /// How long the server asks what the store returned of a replaced period.
  static let longestReplacement = Duration.hours(24)

  /// The check that answers the store's question about a refund, from when it asked to when it stops waiting.
  init(answering request: RefundRequest) {
    self.init(
      purchase: request.purchase.prefixed(with: Self.refundPrefix),
      periodStart: request.askedAt, periodEnd: request.deadline, dueAt: request.askedAt)
  }

  /// The check that asks what the store returned of a subscription's replaced period, from an instant on.
  init(ofReplacedPeriodOf purchase: PurchaseID, at instant: Instant) {
    self.init(
      purchase: purchase.prefixed(with: Self.replacementPrefix), periodStart: instant,
      periodEnd: instant.advanced(by: Self.longestReplacement), dueAt: instant)
  }

  public var subject: Subject {
    if let refunded = purchase.removing(prefix: Self.refundPrefix) { return .refund(refunded) }
    if let replaced = purchase.removing(prefix: Self.replacementPrefix) {
      return .replacement(replaced)
    }
    return .period(purchase)
  }

  /// Whether this check's period is later, or the same with a later end.
  ///
  /// Transactions arrive in any order; only the latest period schedules the check.
  func isLater(than other: LedgerCheck) -> Bool {
    (other.periodStart, other.periodEnd) < (periodStart, periodEnd)
  }
}

/// A named instant that a ledger stores for an app and that never moves back.
///
/// Names are free, so that a component can keep its progress without a migration; unknown names read as nil.
public struct LedgerMark: Hashable, Sendable {
  /// The instant up to which all of production's notifications are known to be recorded.
  public static let notifications = notifications(of: .production)

  /// The instant up to which all notifications of an environment are known to be recorded.
  public static func notifications(of environment: StoreEnvironment) -> LedgerMark {
    switch environment {
    case .production: LedgerMark("notifications")
    case .sandbox, .xcode: LedgerMark("notifications of \(environment.rawValue)")
    }
  }

  public let name: String

  public init(_ name: String) { self.name = name }
}

extension LedgerWrite {
  /// The checks that the write schedules: one for each subscription, at the end of its latest known period, one for each
  /// purchase whose refund the store asks about, and one for each subscription whose product changed.
  ///
  /// Transactions without an expiry, such as one-time purchases, schedule none. The result has no order.
  package var checks: [LedgerCheck] {
    var checks: [PurchaseID: LedgerCheck] = [:]
    for check in facts.compactMap(LedgerCheck.init(following:))
      + replacements.map({ LedgerCheck(ofReplacedPeriodOf: $0, at: at) })
    where checks[check.purchase].map(check.isLater) ?? true {
      checks[check.purchase] = check
    }
    return Array(checks.values)
  }
}

extension LedgerCheck {
  /// The check that a fact schedules; nil if it schedules none.
  fileprivate init?(following fact: Fact) {
    if case .transaction(let transaction) = fact, let end = transaction.expiresAt {
      self.init(
        purchase: transaction.purchase, periodStart: transaction.purchasedAt, periodEnd: end,
        dueAt: end)
    } else if case .refundRequest(let request) = fact, request.answer == nil {
      self.init(answering: request)
    } else {
      return nil
    }
  }
}

extension PurchaseID {
  /// The name of another check of the purchase.
  fileprivate func prefixed(with prefix: String) -> PurchaseID {
    PurchaseID(OriginalID(prefix + originalID.rawValue), in: environment)
  }

  /// The purchase that a name with a prefix stands for; nil without the prefix.
  fileprivate func removing(prefix: String) -> PurchaseID? {
    let name = originalID.rawValue
    guard name.hasPrefix(prefix) else { return nil }
    return PurchaseID(OriginalID(String(name.dropFirst(prefix.count))), in: environment)
  }
}
