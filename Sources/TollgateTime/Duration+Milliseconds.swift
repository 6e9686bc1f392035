extension Duration {
  /// Whole milliseconds, without the fraction, clamped to the range of `Int64`.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, carries) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || carries ? (seconds < 0 ? .min : .max) : sum
  }

  /// So many days of 24 hours.
  package static func days(_ count: some BinaryInteger) -> Duration { .seconds(count * 86_400) }

  /// So many hours.
  package static func hours(_ count: some BinaryInteger) -> Duration { .seconds(count * 3600) }

  /// So many minutes.
  package static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(count * 60) }
}

extension Int64 {
  /// The product, clamped to the representable range.
  @inlinable
  package func saturatingMultiplied(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
