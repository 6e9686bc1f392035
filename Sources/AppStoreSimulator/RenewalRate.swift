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
  ///
  /// In real time a month is a calendar month; accelerated periods have fixed lengths.
  func end(of number: Int, _ period: Period, from anchor: Instant) -> Instant {
    guard let lengths else { return anchor.adding(period, times: number + 1) }
    return anchor.advanced(by: lengths.length(of: period) * (number + 1))
  }

  /// The length of the grace period of a subscription with this period; zero if there isn't one.
  ///
  /// Accelerated, a grace period has the same length whatever its number of days, but for weekly subscriptions where a
  /// month lasts 30 seconds.
  func grace(_ grace: GracePeriod, period: Period) -> Duration {
    guard let days = grace.days(for: period) else { return .zero }
    guard let lengths else { return .days(days) }
    return GracePeriod.isWeekly(period) ? lengths.weeklyGrace : lengths.grace
  }

  /// How long the store retries a failed payment, counted from the end of the paid period: 60 days in real time.
  var billingRetry: Duration {
    lengths?.retry ?? .days(60)
  }

  /// The lengths at an accelerated rate.
  private struct Lengths {
    /// The length of a week, to which days, hours and minutes are proportional.
    var week: Duration

    /// The length of a month, for a number of months that ``months`` does not list.
    var month: Duration

    /// The lengths of 1, 2, 3, 6 and 12 months, which are not proportional.
    var months: [Int: Duration]

    var grace: Duration
    var weeklyGrace: Duration
    var retry: Duration

    /// Whether every period has the length of a month.
    var isFixed = false

    /// Creates lengths in seconds, with those of 1, 2, 3, 6 and 12 months.
    init(week: Int, months: [Int], grace: Int, weeklyGrace: Int? = nil, retry: Int) {
      self.week = .seconds(week)
      self.month = .seconds(months[0])
      self.months = Dictionary(uniqueKeysWithValues: zip([1, 2, 3, 6, 12], months))
        .mapValues { .seconds($0) }
      self.grace = .seconds(grace)
      self.weeklyGrace = .seconds(weeklyGrace ?? grace)
      self.retry = .seconds(retry)
    }

    /// Creates lengths where every period and grace period has the same number of seconds, and billing retry twice as
    /// many.
    init(every seconds: Int) {
      week = .seconds(seconds)
      month = week
      months = [:]
      isFixed = true
      grace = week
      weeklyGrace = week
      retry = week * 2
    }

    func length(of period: Period) -> Duration {
      guard !isFixed else { return month }
      return switch period.unit {
      case .minute: whole(week * period.count / (7 * 24 * 60))
      case .hour: whole(week * period.count / (7 * 24))
      case .day: whole(week * period.count / 7)
      case .week: week * period.count
      case .month: months[period.count] ?? month * period.count
      case .year: (months[12] ?? month) * period.count
      }
    }

    /// Whole milliseconds, so that the ends of many periods do not drift from the sum of their lengths.
    private func whole(_ length: Duration) -> Duration { .milliseconds(length.milliseconds) }
  }

  private var lengths: Lengths? {
    switch self {
    case .realTime: nil
    case .monthIn30Seconds:
      Lengths(week: 10, months: [30, 60, 90, 180, 360], grace: 15, weeklyGrace: 9, retry: 60)
    case .monthIn5Minutes:
      Lengths(week: 180, months: [300, 600, 900, 1800, 3600], grace: 150, retry: 600)
    case .monthIn15Minutes:
      Lengths(week: 300, months: [900, 1800, 2700, 5400, 10_800], grace: 450, retry: 1800)
    case .monthIn30Minutes:
      Lengths(week: 600, months: [1800, 3600, 5400, 10_800, 21_600], grace: 900, retry: 3600)
    case .monthInAnHour:
      Lengths(week: 900, months: [3600, 7200, 10_800, 21_600, 43_200], grace: 1800, retry: 7200)
    case .everyTwoSeconds: Lengths(every: 2)
    case .everyTenSeconds: Lengths(every: 10)
    case .everyThirtySeconds: Lengths(every: 30)
    case .everyMinute: Lengths(every: 60)
    case .everyFiveMinutes: Lengths(every: 300)
    case .everyFifteenMinutes: Lengths(every: 900)
    }
  }
}
