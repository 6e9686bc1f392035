public import TollgateAppStore

/// How long access continues if a renewal cannot be paid.
///
/// Follows <https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions/>.
public enum GracePeriod: String, Hashable, Sendable, CaseIterable, Codable {
  /// Access ends with the paid period.
  case off

  /// Access continues for 3 days.
  case threeDays

  /// Access continues for 16 days, 6 for weekly subscriptions.
  case sixteenDays

  /// Access continues for 28 days, 6 for weekly subscriptions.
  case twentyEightDays

  /// The number of days for a subscription with this period; nil if there is no grace period.
  public func days(for period: Period) -> Int? {
    let isWeekly = Self.isWeekly(period)
    switch self {
    case .off: return nil
    case .threeDays: return 3
    case .sixteenDays: return isWeekly ? 6 : 16
    case .twentyEightDays: return isWeekly ? 6 : 28
    }
  }

  /// Whether a subscription with this period has the shorter grace period of weekly ones.
  static func isWeekly(_ period: Period) -> Bool {
    period == Period(1, .week) || period.unit == .day
  }
}
