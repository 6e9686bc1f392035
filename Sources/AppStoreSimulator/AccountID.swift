/// The name of a simulated Apple Account.
public struct AccountID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  public let rawValue: String

  /// Creates the identifier of the account with that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the identifier of the account with that name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  public var description: String { rawValue }

  /// Orders accounts by name.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
