public import Tollgate

/// When a subscription is to be asked about at the store, because its period has ended and no news has come.
///
/// A ledger keeps one for each subscription whose period it was told of: it is due at the end of the latest period,
/// until it is put off or ended by ``Ledger/settle(_:in:next:)``. A later period begins it anew.
public struct LedgerCheck: Hashable, Sendable {
  /// The subscription.
  public let purchase: StoreTransaction.OriginalID
  /// The end of the latest period known.
  public let periodEnd: Instant
  /// When to ask.
  public let dueAt: Instant
  /// How often it was put off since the period ended.
  public let tries: Int

  /// Describes a check.
  public init(
    purchase: StoreTransaction.OriginalID, periodEnd: Instant, dueAt: Instant, tries: Int = 0
  ) {
    self.purchase = purchase
    self.periodEnd = periodEnd
    self.dueAt = dueAt
    self.tries = tries
  }

  /// The same check, put off once more.
  func putOff(to instant: Instant) -> LedgerCheck {
    LedgerCheck(purchase: purchase, periodEnd: periodEnd, dueAt: instant, tries: tries + 1)
  }
}

/// An instant that a ledger remembers of an app under a name, and that never moves back.
public struct LedgerMark: Hashable, Sendable {
  /// Up to when the store's notifications are known to be recorded, all of them.
  public static let notifications = LedgerMark("notifications")

  /// The name.
  public let name: String

  /// Describes a mark.
  public init(_ name: String) { self.name = name }
}

extension LedgerWrite {
  /// The checks that the write's facts begin: one for each subscription, at the end of the latest period told of.
  var checks: [LedgerCheck] {
    var ends: [StoreTransaction.OriginalID: Instant] = [:]
    for case .transaction(let transaction) in facts {
      guard let end = transaction.expiresAt else { continue }
      ends[transaction.originalID] = max(end, ends[transaction.originalID] ?? end)
    }
    return ends.map { LedgerCheck(purchase: $0, periodEnd: $1, dueAt: $1) }
  }
}
