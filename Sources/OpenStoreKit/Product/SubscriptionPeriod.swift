public import Foundation
import TollgateAppStore

extension Product {
  /// How long one payment of a subscription, or an offer, lasts.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptionperiod>.
  public struct SubscriptionPeriod: Hashable, Sendable {
    /// A unit of time.
    public enum Unit: Hashable, Sendable, Comparable {
      case day

      case week

      case month

      case year
    }

    /// The unit of time.
    public let unit: Unit

    /// How many units.
    public let value: Int

    init(_ value: Int, _ unit: Unit) {
      self.value = value
      self.unit = unit
    }

    /// Converts the store's period; StoreKit has no unit shorter than a day.
    init(_ period: Period) {
      switch period.unit {
      case .minute, .hour: self.init(1, .day)
      case .day: self.init(period.count, .day)
      case .week: self.init(period.count, .week)
      case .month: self.init(period.count, .month)
      case .year: self.init(period.count, .year)
      }
    }
  }
}

extension Product.SubscriptionPeriod {
  public static var weekly: Self { Self(1, .week) }

  public static var monthly: Self { Self(1, .month) }

  public static var yearly: Self { Self(1, .year) }

  public static var everyThreeDays: Self { Self(3, .day) }

  public static var everyTwoWeeks: Self { Self(2, .week) }

  public static var everyTwoMonths: Self { Self(2, .month) }

  public static var everyThreeMonths: Self { Self(3, .month) }

  public static var everySixMonths: Self { Self(6, .month) }
}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
  /// The number and the unit, such as `1 month`.
  public var debugDescription: String {
    "\(value) \(unit.debugDescription)\(value == 1 ? "" : "s")"
  }

  /// The range of time that a period covers, in the Gregorian calendar and the current time zone.
  public func dateRange(referenceDate: Date = .now) -> Range<Date> {
    let calendar = Calendar(identifier: .gregorian)
    let end = calendar.date(byAdding: DateComponents(subscriptionPeriod: self), to: referenceDate)
    return referenceDate..<max(referenceDate, end ?? referenceDate)
  }

  /// Formats the period as a range of time.
  ///
  /// - Parameter format: The format; a product has one for its language.
  /// - Returns: The text, or the format's output.
  public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
  where S: FormatStyle, S.FormatInput == Range<Date> {
    format.format(dateRange(referenceDate: referenceDate))
  }

  /// Formats the period as a length of time.
  ///
  /// - Parameter referenceDate: The start of the period, on which its length depends.
  /// - Returns: The text, or the format's output.
  public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
  where S: FormatStyle, S.FormatInput == Duration {
    let range = dateRange(referenceDate: referenceDate)
    return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
  }
}

extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
  /// The unit, such as `month`.
  public var debugDescription: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }

  /// The unit in the device's language.
  public var localizedDescription: String {
    formatted(FormatStyle(locale: .current))
  }

  /// Formats the unit.
  ///
  /// - Parameter format: The format; a product has one for its language.
  /// - Returns: The text, or the format's output.
  public func formatted<S>(_ format: S) -> S.FormatOutput
  where S: Foundation.FormatStyle, S.FormatInput == Product.SubscriptionPeriod.Unit {
    format.format(self)
  }
}

extension DateComponents {
  public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
    self.init()
    switch period.unit {
    case .day: day = period.value
    case .week: day = period.value * 7
    case .month: month = period.value
    case .year: year = period.value
    }
  }
}
