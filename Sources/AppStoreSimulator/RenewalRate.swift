import TollgateAppStore

/// The speed at which subscriptions renew.
///
/// Rates named after the length of a month are the sandbox's, those with equal periods are Xcode's. Follows
/// <https://developer.apple.com/help/app-store-connect/test-in-app-purchases/manage-sandbox-apple-account-settings/>
/// and <https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum>.
public enum RenewalRate: String, Hashable, Sendable, CaseIterable, Codable {
  /// A month lasts a calendar month.
  case realTime

  /// A month lasts 30 seconds.
  case monthIn30Seconds

  /// A month lasts 5 minutes.
  case monthIn5Minutes

  /// A month lasts 15 minutes.
  case monthIn15Minutes

  /// A month lasts 30 minutes.
  case monthIn30Minutes

  /// A month lasts an hour.
  case monthInAnHour

  /// Every period lasts 2 seconds.
  case everyTwoSeconds

  /// Every period lasts 10 seconds.
  case everyTenSeconds

  /// Every period lasts 30 seconds.
  case everyThirtySeconds

  /// Every period lasts a minute.
  case everyMinute

  /// Every period lasts 5 minutes.
  case everyFiveMinutes

  /// Every period lasts 15 minutes.
  case everyFifteenMinutes

  /// How often an accelerated subscription renews before it ends; nil for no limit.
  ///
  /// Only the sandbox has a limit, and it has no rate of equal periods.
  public var maximumRenewals: Int? {
    switch self {
    case .realTime, .everyTwoSeconds, .everyTenSeconds, .everyThirtySeconds, .everyMinute,
      .everyFiveMinutes, .everyFifteenMinutes:
      nil
    case .monthIn30Seconds, .monthIn5Minutes, .monthIn15Minutes, .monthIn30Minutes,
      .monthInAnHour:
      12
    }
  }

  /// The end of the period with this number, counted from 0 at `anchor`.
  func end(of number: Int, _ period: Period, from anchor: Instant) -> Instant {
    guard let table else { return anchor.adding(period, times: number + 1) }
    return anchor.adding(milliseconds: table.length(of: period) * Int64(number + 1))
  }

  /// The length of the grace period, in milliseconds.
  func grace(_ grace: GracePeriod, period: Period) -> Int64 {
    guard let days = grace.days(for: period) else { return 0 }
    return table?.grace ?? Int64(days) * 86_400_000
  }

  /// How long the store retries a failed payment, in milliseconds: 60 days in real time.
  var billingRetry: Int64 {
    table?.retry ?? 60 * 86_400_000
  }

  /// The lengths at an accelerated rate, in milliseconds.
  private struct Table {
    var week: Int64
    var month: Int64
    var months: [Int: Int64]
    var grace: Int64
    var retry: Int64
    var isFixed = false

    /// Creates lengths in seconds, with those of 1, 2, 3, 6 and 12 months.
    init(week: Int64, months: [Int64], grace: Int64, retry: Int64) {
      self.week = week * 1000
      self.month = months[0] * 1000
      self.months = Dictionary(uniqueKeysWithValues: zip([1, 2, 3, 6, 12], months))
        .mapValues { $0 * 1000 }
      self.grace = grace * 1000
      self.retry = retry * 1000
    }

    /// Creates lengths where every period and grace period has the same number of seconds, and billing retry twice as
    /// many.
    init(every seconds: Int64) {
      week = seconds * 1000
      month = week
      months = [:]
      isFixed = true
      grace = week
      retry = 2 * week
    }

    func length(of period: Period) -> Int64 {
      guard !isFixed else { return month }
      return switch period.unit {
      case .minute: week * Int64(period.count) / (7 * 24 * 60)
      case .hour: week * Int64(period.count) / (7 * 24)
      case .day: week * Int64(period.count) / 7
      case .week: week * Int64(period.count)
      case .month: months[period.count] ?? month * Int64(period.count)
      case .year: (months[12] ?? month) * Int64(period.count)
      }
    }
  }

  private var table: Table? {
    switch self {
    case .realTime: nil
    case .monthIn30Seconds: Table(week: 10, months: [30, 60, 90, 180, 360], grace: 15, retry: 60)
    case .monthIn5Minutes:
      Table(week: 180, months: [300, 600, 900, 1800, 3600], grace: 150, retry: 600)
    case .monthIn15Minutes:
      Table(week: 300, months: [900, 1800, 2700, 5400, 10_800], grace: 450, retry: 1800)
    case .monthIn30Minutes:
      Table(week: 600, months: [1800, 3600, 5400, 10_800, 21_600], grace: 900, retry: 3600)
    case .monthInAnHour:
      Table(week: 900, months: [3600, 7200, 10_800, 21_600, 43_200], grace: 1800, retry: 7200)
    case .everyTwoSeconds: Table(every: 2)
    case .everyTenSeconds: Table(every: 10)
    case .everyThirtySeconds: Table(every: 30)
    case .everyMinute: Table(every: 60)
    case .everyFiveMinutes: Table(every: 300)
    case .everyFifteenMinutes: Table(every: 900)
    }
  }
}
