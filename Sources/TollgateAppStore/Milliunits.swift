/// An amount of money in thousandths of a currency unit, as in Apple's prices: 9.99 is 9990.
public struct Milliunits: Hashable, Comparable, Sendable {
  /// Thousandths of the currency unit.
  public var rawValue: Int64

  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The greatest amount that is read, ten billion of a currency's unit, so that sums of prices do not overflow.
  private static let limit: Int64 = 10_000_000_000_000

  /// The zero amount.
  public static let zero = Self(0)

  /// Orders amounts of one currency.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Milliunits: Codable {
  /// Decodes a whole JSON number.
  ///
  /// - Throws: `DecodingError` if there is no whole number, or one that is not a price.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(try container.decode(Int64.self))
    guard rawValue.magnitude <= Self.limit else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a price in thousandths")
    }
  }

  /// Encodes a JSON number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Milliunits: CustomStringConvertible {
  /// Parses a decimal such as `9.99` exactly; nil for anything else, for more than three decimals,
  /// or for an amount that is not a price.
  public init?(decimal text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, Self.isDigits(whole) else { return nil }
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard Self.isDigits(fraction), fraction.dropFirst(3).allSatisfy({ $0 == "0" }) else {
      return nil
    }
    let thousandths = (fraction + "000").prefix(3)
    guard let amount = Int64(whole + thousandths), amount <= Self.limit else { return nil }
    self.init(amount)
  }

  /// The amount as a decimal with two places, or three if needed.
  public var description: String {
    let (units, thousandths) = rawValue.magnitude.quotientAndRemainder(dividingBy: 1000)
    let digits = String(thousandths + 1000).dropFirst()
    let fraction = digits.hasSuffix("0") ? digits.dropLast() : digits
    return (rawValue < 0 ? "-" : "") + "\(units).\(fraction)"
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
