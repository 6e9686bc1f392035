package import Tollgate

/// A day, week or month in UTC: from its start to its end, half-open.
package struct ChartPeriod: Hashable, Sendable {
  /// The length of a chart's periods.
  package enum Length: String, CaseIterable, Sendable {
    case day
    /// From Monday to Sunday.
    case week
    case month
  }

  /// When it starts.
  package let start: Instant
  /// When it ends.
  package let end: Instant

  /// Whether an instant is in it.
  package func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  /// The period that contains an instant.
  package init(_ length: Length, containing instant: Instant) {
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
