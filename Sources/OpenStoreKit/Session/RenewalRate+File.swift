package import AppStoreSimulator

extension RenewalRate {
  /// The rate for a number of `_timeRate` in configuration files, the same numbers as `SKTestSession.TimeRate`; unknown
  /// numbers mean real time.
  package init(fileNumber: Int) {
    switch fileNumber {
    case 4, 11: self = .monthIn30Minutes
    case 5, 12: self = .monthIn15Minutes
    case 6, 15: self = .monthIn30Seconds
    case 10: self = .monthInAnHour
    case 13: self = .monthIn5Minutes
    case 1000: self = .everyFifteenMinutes
    case 1001: self = .everyFiveMinutes
    case 1002: self = .everyMinute
    case 1003: self = .everyThirtySeconds
    case 1004: self = .everyTenSeconds
    case 1005: self = .everyTwoSeconds
    default: self = .realTime
    }
  }

  /// The number of the rate in configuration files.
  package var fileNumber: Int {
    switch self {
    case .realTime: 0
    case .monthInAnHour: 10
    case .monthIn30Minutes: 11
    case .monthIn15Minutes: 12
    case .monthIn5Minutes: 13
    case .monthIn30Seconds: 15
    case .everyFifteenMinutes: 1000
    case .everyFiveMinutes: 1001
    case .everyMinute: 1002
    case .everyThirtySeconds: 1003
    case .everyTenSeconds: 1004
    case .everyTwoSeconds: 1005
    }
  }
}
