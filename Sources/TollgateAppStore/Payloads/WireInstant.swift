import TollgateTime

/// An instant as Apple's payloads write it: milliseconds since 1970, as a JSON number.
///
/// The engine's own form is a whole number alone. Xcode's local testing writes fractions, which are dropped as in Apple's
/// libraries. Apple's dates have years of four digits, and one far from them is refused, because sums with it
/// would overflow. Xcode writes a date just before the year 1.
struct WireInstant: Hashable {
  let instant: Instant

  /// Some 8000 years on each side of 1970.
  private static let range: ClosedRange<Int64> = -253_402_300_800_000...253_402_300_799_999
}

extension WireInstant: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let read: Instant?
    if let whole = try? container.decode(Int64.self) {
      read = Instant(milliseconds: whole)
    } else {
      read = Instant(cutting: try container.decode(Double.self))
    }
    guard let instant = read, Self.range.contains(instant.milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected milliseconds since 1970")
    }
    self.instant = instant
  }
}

extension Instant {
  /// Creates an instant, dropping a fraction of a millisecond; nil outside the range of `Int64`.
  init?(cutting milliseconds: Double) {
    guard let whole = Int64(exactly: milliseconds.rounded(.towardZero)) else { return nil }
    self.init(milliseconds: whole)
  }
}

extension KeyedDecodingContainer {
  // The payloads' synthesized initializers read their instants through these.

  func decode(_ type: Instant.Type, forKey key: Key) throws -> Instant {
    try decode(WireInstant.self, forKey: key).instant
  }

  func decodeIfPresent(_ type: Instant.Type, forKey key: Key) throws -> Instant? {
    try decodeIfPresent(WireInstant.self, forKey: key)?.instant
  }
}
