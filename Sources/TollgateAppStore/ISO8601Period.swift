/// A length of time in one calendar unit, such as `P1M` or `P3D`.
///
/// The store's periods have a single unit. Follows ISO 8601-1 section 5.5.2.
public struct ISO8601Period: Hashable, Sendable {
  /// A calendar unit.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A day of 24 hours.
    case day = "D"

    /// Seven days.
    case week = "W"

    /// A calendar month, 28 to 31 days.
    case month = "M"

    /// Twelve calendar months.
    case year = "Y"
  }

  /// The number of units, at least 1.
  public let count: Int

  /// The calendar unit.
  public let unit: Unit

  /// Creates a period; a count below 1 becomes 1.
  public init(_ count: Int, _ unit: Unit) {
    self.count = max(1, count)
    self.unit = unit
  }
}

extension ISO8601Period: Codable, CustomStringConvertible {
  /// Parses `P`, a whole number from 1 to 9999 and one of `D`, `W`, `M` and `Y`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let digits = text.dropFirst().dropLast()
    guard text.first == "P", let last = text.last, let unit = Unit(rawValue: String(last)),
      (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(digits), count > 0
    else { return nil }
    self.init(count, unit)
  }

  /// The period in ISO 8601.
  public var description: String { "P\(count)\(unit.rawValue)" }

  /// Decodes the text form.
  ///
  /// - Parameter decoder: A decoder at a string.
  /// - Throws: `DecodingError` if the string is not a period.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let period = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a period such as P1M")
    }
    self = period
  }

  /// Encodes the text form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
