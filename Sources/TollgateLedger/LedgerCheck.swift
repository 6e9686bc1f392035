public import Tollgate

/// When a subscription is to be asked about at the store, because its period has ended and no news has come.
///
/// A ledger keeps one for each subscription whose period it was told of: it is due at the end of the period that began
/// last, until it is put off or ended by ``Ledger/settle(_:in:next:)``. A later period begins it anew.
public struct LedgerCheck: Hashable, Sendable {
  /// The subscription.
  public let purchase: PurchaseID
  /// When the latest period known began, of whichever product.
  public let periodStart: Instant
  /// When it ends.
  public let periodEnd: Instant
  /// When to ask.
  public let dueAt: Instant
  /// How often it was put off since the period ended.
  public let tries: Int

  /// Describes a check.
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

  /// Whether its period is a later one, or the same with a later end.
  func isLater(than other: LedgerCheck) -> Bool {
    (other.periodStart, other.periodEnd) < (periodStart, periodEnd)
  }

  /// The same check, put off once more.
  func putOff(to instant: Instant) -> LedgerCheck {
    LedgerCheck(
      purchase: purchase, periodStart: periodStart, periodEnd: periodEnd, dueAt: instant,
      tries: tries + 1)
  }
}

/// An instant that a ledger remembers of an app under a name, and that never moves back.
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

  /// The name.
  public let name: String

  /// Describes a mark.
  public init(_ name: String) { self.name = name }
}

extension LedgerWrite {
  /// The checks that the write's facts begin: one for each subscription, at the end of the latest period told of.
  var checks: [LedgerCheck] {
    var checks: [PurchaseID: LedgerCheck] = [:]
    for case .transaction(let transaction) in facts {
      guard let end = transaction.expiresAt else { continue }
      let check = LedgerCheck(
        purchase: transaction.purchase, periodStart: transaction.purchasedAt, periodEnd: end,
        dueAt: end)
      if checks[check.purchase].map(check.isLater) ?? true { checks[check.purchase] = check }
    }
    return Array(checks.values)
  }
}
