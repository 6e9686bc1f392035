/// A length of time in one calendar unit, as `P1M` or `P3D` say it.
///
/// The store's periods name a single unit. Follows ISO 8601-1 section 5.5.2.
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

  /// How many units, at least 1.
  public let count: Int

  /// The calendar unit.
  public let unit: Unit

  /// Makes a period; a count below 1 counts as 1.
  public init(_ count: Int, _ unit: Unit) {
    self.count = max(1, count)
    self.unit = unit
  }
}

extension ISO8601Period: Codable, CustomStringConvertible {
  /// Reads `P`, a whole number from 1 to 9999 and one of `D`, `W`, `M` and `Y`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let digits = text.dropFirst().dropLast()
    guard text.first == "P", let last = text.last, let unit = Unit(rawValue: String(last)),
      (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(digits), count > 0
    else { return nil }
    self.init(count, unit)
  }

  /// The period as ISO 8601 writes it.
  public var description: String { "P\(count)\(unit.rawValue)" }

  /// Reads the text form.
  ///
  /// - Parameter decoder: A decoder at a string.
  /// - Throws: `DecodingError` when the string is no period.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let period = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a period such as P1M")
    }
    self = period
  }

  /// Writes the text form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
