import Tollgate

extension PaywallPage {
  /// How much longer the selected plan is offered; the engine computes the end, so no countdown starts over.
  public struct Countdown: Hashable, Sendable {
    /// The time left in days, and on the last day to the second: "Ends in 2 days", "Ends in 03:12:09".
    public let line: String
    /// How long ``line`` stays true.
    public let lasts: Duration
    /// The time left in one unit, for screen readers and where motion is reduced: "Ends in 3 hours".
    public let calmLine: String
    /// How long ``calmLine`` stays true.
    public let calmLasts: Duration
  }
}

extension PaywallPage.Countdown {
  /// The countdown of some milliseconds.
  ///
  /// - Parameters:
  ///   - left: The milliseconds that are left.
  ///   - line: The line that says a time.
  init(of left: Int64, _ periods: PeriodWords, line: (String) -> String) {
    let calm = Self.calm(left)
    calmLine = line(periods.length(calm.period))
    calmLasts = .milliseconds(calm.lasts)
    guard left < Instant.millisecondsPerDay else {
      self.line = calmLine
      lasts = calmLasts
      return
    }
    self.line = line(Self.digits(left))
    lasts = .milliseconds((left - 1) % 1000 + 1)
  }

  /// A time in days, hours or minutes, rounded down but to at least a minute, and how long that stays true.
  private static func calm(_ left: Int64) -> (period: Period, lasts: Int64) {
    let day = Instant.millisecondsPerDay
    let (unit, length): (Period.Unit, Int64) =
      left >= day ? (.day, day) : left >= day / 24 ? (.hour, day / 24) : (.minute, day / 1440)
    return (Period(max(1, Int(left / length)), unit), min(left, left % length + 1))
  }

  /// A time of at most a day as hours, minutes and seconds, rounded up to whole seconds.
  private static func digits(_ left: Int64) -> String {
    let seconds = (left + 999) / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
