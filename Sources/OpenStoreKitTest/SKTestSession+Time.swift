import AppStore
import AppStoreSimulator
public import Foundation
public import OpenStoreKit

extension SKTestSession {
  /// The clock of the store.
  public var now: Date { store.now.date }

  /// When something happens next by itself: a renewal, or the end of a period; nil when nothing will.
  public var nextEvent: Date? { store.simulator.nextEvent?.date }

  /// Lets time pass: renewals, failed payments and ends happen in order, each at its instant.
  ///
  /// - Parameter duration: How long; a negative one changes nothing.
  public func advance(by duration: Duration) {
    store.advance(by: duration)
  }

  /// Lets time pass by the calendar of the store, whose months begin and end in UTC.
  ///
  /// - Parameters:
  ///   - period: The days, weeks, months or years, as in `.monthly`.
  ///   - count: How many of them.
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

  /// Lets time pass until an instant; one that has passed changes nothing.
  public func advance(to date: Date) {
    store.advance(to: Milliseconds(date))
  }

  /// Lets time pass until something happens by itself.
  ///
  /// - Returns: When that is; nil when nothing will, and then no time passes.
  @discardableResult
  public func advanceToNextEvent() -> Date? {
    guard let next = store.simulator.nextEvent else { return nil }
    store.advance(to: next)
    return now
  }

  /// Starts the app anew: its listeners end, and unfinished transactions come again.
  public func relaunch() {
    store.relaunch()
  }

  /// Waits until the app has dealt with everything that it was told.
  ///
  /// A listener has dealt with an update when it waits for the next one.
  ///
  /// - Parameter count: How many listeners must be waiting; name it where they have only just been started.
  /// - Returns: Whether it came to that; false when a listener never asks for the next update.
  @discardableResult
  public func settled(listeners count: Int = 0) async -> Bool {
    await store.settled(listeners: count)
  }
}

extension SKTestSession {
  /// How fast subscriptions renew.
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

  /// How fast subscriptions renew; a period that runs keeps its end.
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
