extension Duration {
  /// Whole milliseconds, without the fraction, clamped to the range of `Int64`.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, carries) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || carries ? (seconds < 0 ? .min : .max) : sum
  }

  /// A number of days of exactly 24 hours; the days of a calendar are ``Period``'s.
  package static func days(_ count: some BinaryInteger) -> Duration { .seconds(count * 86_400) }

  /// A number of hours, of 3600 seconds each.
  package static func hours(_ count: some BinaryInteger) -> Duration { .seconds(count * 3600) }

  /// A number of minutes, of 60 seconds each.
  package static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(count * 60) }
}

extension Int64 {
  /// The product, clamped to the representable range with the sign that it would have had.
  @inlinable
  package func saturatingMultiplied(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
