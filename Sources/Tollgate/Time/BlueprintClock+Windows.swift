/// Windows of allowances and quiet hours.
extension BlueprintClock {
  /// The start of the window that contains an instant, and its end if it has one.
  func window(_ window: Feature.Window, at instant: Instant) -> (start: Instant, end: Instant?) {
    let days = dayNumber(at: instant)
    let date = CivilDate(daysSince1970: days)
    switch window {
    case .trial, .ever, .use: return (Instant(milliseconds: .min), nil)
    case .day: return (midnight(days), midnight(days + 1))
    case .week:
      // 1970-01-01 was a Thursday; weeks begin on Monday (ISO 8601).
      let monday = days - ((days + 3) % 7 + 7) % 7
      return (midnight(monday), midnight(monday + 7))
    case .month, .period, .planMonth:
      let first = CivilDate(year: date.year, month: date.month, day: 1)
      return (midnight(first.daysSince1970), midnight(first.adding(months: 1).daysSince1970))
    case .year:
      let first = CivilDate(year: date.year, month: 1, day: 1)
      return (midnight(first.daysSince1970), midnight(first.adding(months: 12).daysSince1970))
    }
  }

  /// The end of the quiet hours that contain an instant; the instant itself if they do not.
  func end(of quiet: QuietHours, containing instant: Instant) -> Instant {
    let local = instant.adding(milliseconds: offset(at: instant))
    let (day, millisecond) = Instant.split(local.milliseconds)
    let minute = Int(millisecond / 60_000)
    guard quiet.contains(minute) else { return instant }
    let end = quiet.to.minutes
    return first(
      .day(minute < end ? day : day + 1, millisecondOfDay: Int64(end) * 60_000),
      notBefore: instant)
  }
}
