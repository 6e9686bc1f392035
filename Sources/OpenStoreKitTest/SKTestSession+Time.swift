import AppStoreSimulator
public import Foundation
public import OpenStoreKit
import TollgateAppStore

extension SKTestSession {
  /// The clock of the store.
  public var now: Date { store.now.date }

  /// The next scheduled event, such as a renewal or the end of a period, or nil if there isn't one.
  public var nextEvent: Date? { store.simulator.nextEvent?.date }

  /// Advances time: renewals, failed payments and ends happen in order, each at its instant.
  ///
  /// - Parameter duration: How far; a negative duration changes nothing.
  public func advance(by duration: Duration) {
    store.advance(by: duration)
  }

  /// Advances time by the store's calendar, whose months begin and end in UTC.
  ///
  /// - Parameter period: The days, weeks, months or years, such as `.monthly`.
  public func advance(by period: Product.SubscriptionPeriod, times count: Int = 1) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var components = DateComponents()
    switch period.unit {
    case .day: components.day = period.value * count
    case .week: components.day = period.value * count * 7
    case .month: components.month = period.value * count
    case .year: components.year = period.value * count
    }
    advance(to: calendar.date(byAdding: components, to: now) ?? now)
  }

  /// Advances time to an instant; one in the past changes nothing.
  public func advance(to date: Date) {
    store.advance(to: Instant(date))
  }

  /// Advances time to the next scheduled event.
  ///
  /// - Returns: The instant of the event, or nil if there isn't one, and then no time passes.
  @discardableResult
  public func advanceToNextEvent() -> Date? {
    guard let next = store.simulator.nextEvent else { return nil }
    store.advance(to: next)
    return now
  }

  /// Relaunches the app: its listeners end, and unfinished transactions are delivered again.
  public func relaunch() {
    store.relaunch()
  }

  /// Waits until the app has processed everything it was notified of.
  ///
  /// A listener has processed an update when it waits for the next one.
  ///
  /// - Parameter count: How many listeners must be waiting; pass it if they have only just been started.
  /// - Returns: Whether that happened; false if a listener never asks for the next update.
  @discardableResult
  public func settled(listeners count: Int = 0) async -> Bool {
    await store.settled(listeners: count)
  }
}

extension SKTestSession {
  /// The speed at which subscriptions renew.
  ///
  /// Follows <https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum>.
  public enum TimeRate: Int, Hashable, Sendable, CaseIterable {
    /// A month lasts a month.
    case realTime = 0

    /// A month lasts an hour.
    case monthlyRenewalEveryHour = 10

    /// A month lasts 30 minutes.
    case monthlyRenewalEveryThirtyMinutes = 11

    /// A month lasts 15 minutes.
    case monthlyRenewalEveryFifteenMinutes = 12

    /// A month lasts 5 minutes.
    case monthlyRenewalEveryFiveMinutes = 13

    /// A month lasts 30 seconds.
    case monthlyRenewalEveryThirtySeconds = 15

    /// Every period lasts 15 minutes.
    case oneRenewalEveryFifteenMinutes = 1000

    /// Every period lasts 5 minutes.
    case oneRenewalEveryFiveMinutes = 1001

    /// Every period lasts a minute.
    case oneRenewalEveryMinute = 1002

    /// Every period lasts 30 seconds.
    case oneRenewalEveryThirtySeconds = 1003

    /// Every period lasts 10 seconds.
    case oneRenewalEveryTenSeconds = 1004

    /// Every period lasts 2 seconds.
    case oneRenewalEveryTwoSeconds = 1005
  }

  /// The speed at which subscriptions renew; the current period keeps its end.
  public var timeRate: TimeRate {
    get { TimeRate(rawValue: store.settings.renewalRate.fileNumber) ?? .realTime }
    set { store.change { $0.renewalRate = RenewalRate(fileNumber: newValue.rawValue) } }
  }
}

extension SKTestSession.TimeRate {
  /// A month lasts 30 minutes.
  @available(*, deprecated, renamed: "monthlyRenewalEveryThirtyMinutes")
  public static var oneMinuteIsOneDay: Self { .monthlyRenewalEveryThirtyMinutes }

  /// A month lasts 15 minutes.
  @available(*, deprecated, renamed: "monthlyRenewalEveryFifteenMinutes")
  public static var thirtySecondsIsOneDay: Self { .monthlyRenewalEveryFifteenMinutes }

  /// A month lasts 30 seconds.
  @available(*, deprecated, renamed: "monthlyRenewalEveryThirtySeconds")
  public static var oneSecondIsOneDay: Self { .monthlyRenewalEveryThirtySeconds }
}
