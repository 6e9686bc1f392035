package import Tollgate

/// A day, week or month in UTC: from its start to its end, half-open.
package struct ChartPeriod: Hashable, Sendable {
  package enum Length: String, CaseIterable, Sendable {
    case day
    /// From Monday to Sunday.
    case week
    case month

    /// The length as a period of the calendar.
    var period: Period {
      switch self {
      case .day: Period(1, .day)
      case .week: Period(1, .week)
      case .month: Period(1, .month)
      }
    }
  }

  package let length: Length
  package let start: Instant
  package let end: Instant

  package func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  package init(_ length: Length, containing instant: Instant) {
    self.length = length
    let days = Instant.split(instant.milliseconds).days
    switch length {
    case .day: (start, end) = (.day(days), .day(days + 1))
    case .week:
      // 1970-01-01 was a Thursday.
      let sinceMonday = ((days + 3) % 7 + 7) % 7
      (start, end) = (.day(days - sinceMonday), .day(days - sinceMonday + 7))
    case .month:
      let date = CivilDate(daysSince1970: days)
      let first = CivilDate(year: date.year, month: date.month, day: 1)
      (start, end) = (
        .day(first.daysSince1970), .day(first.adding(months: 1).daysSince1970)
      )
    }
  }

  /// The start of the period that is a number of periods later.
  func start(after periods: Int) -> Instant { start.adding(length.period, times: periods) }

  /// How many periods are counted where nothing says from when.
  private static let defaultCount = 12
  /// The greatest number of periods of a chart.
  package static let limit = 1000

  /// The periods of a chart that is known at an instant.
  ///
  /// - Parameters:
  ///   - from: An instant of the first one; nil for the last twelve.
  ///   - to: An instant of the last one, if that begins before `known`; nil for the one that is known last.
  /// - Returns: The periods, at least one and at most ``limit``.
  /// - Throws: ``ChartError/noPeriods`` or ``ChartError/tooManyPeriods``.
  package static func range(
    _ length: Length, from: Instant?, to: Instant?, knownAt known: Instant
  ) throws(ChartError) -> [ChartPeriod] {
    let end = to.map { min($0.adding(milliseconds: 1), known) } ?? known
    let first = (0..<defaultCount).reduce(end) { instant, _ in
      ChartPeriod(length, containing: instant.adding(milliseconds: -1)).start
    }
    let start = from.map { ChartPeriod(length, containing: $0).start } ?? first
    guard start < end else { throw .noPeriods }
    // Before the periods are made, so that a wrong year costs nothing; no period is longer than 31 days.
    let days = end.since(start) / Instant.millisecondsPerDay
    guard days <= Int64(limit * 31) else { throw .tooManyPeriods }
    let periods = all(length, from: start, to: end)
    guard periods.count <= limit else { throw .tooManyPeriods }
    return periods
  }

  /// The periods that contain an instant of a range, whole and in order.
  package static func all(_ length: Length, from: Instant, to: Instant) -> [ChartPeriod] {
    var periods: [ChartPeriod] = []
    var instant = from
    while instant < to {
      let period = ChartPeriod(length, containing: instant)
      periods.append(period)
      instant = period.end
    }
    return periods
  }
}
