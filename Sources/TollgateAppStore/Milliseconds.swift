/// An instant in Apple's form: whole milliseconds since 1970-01-01T00:00:00Z.
public struct Milliseconds: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, negative before it.
  public var rawValue: Int64

  /// Creates the instant a number of milliseconds after 1970.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates an instant, dropping a fraction of a millisecond; nil outside the range of `Int64`.
  init?(cutting milliseconds: Double) {
    guard let whole = Int64(exactly: milliseconds.rounded(.towardZero)) else { return nil }
    self.init(whole)
  }

  /// Orders instants by time.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The instant so many milliseconds later, clamped to the representable range.
  public func adding(_ milliseconds: Int64) -> Self {
    let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
    guard overflow else { return Self(sum) }
    return Self(milliseconds < 0 ? .min : .max)
  }
}

extension Milliseconds: Codable {
  /// Decodes a JSON number; a fraction, as Xcode's local testing writes, is dropped as in Apple's libraries.
  ///
  /// - Parameter decoder: A decoder at a number.
  /// - Throws: `DecodingError` if there is no number, or one outside the range of `Int64`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      self.init(whole)
      return
    }
    guard let instant = Self(cutting: try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected milliseconds since 1970")
    }
    self = instant
  }

  /// Encodes a JSON number.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
