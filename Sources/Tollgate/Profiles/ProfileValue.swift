/// An initial value in a row of a profile: a string, a whole number or a Boolean.
public enum ProfileValue: Hashable, Sendable {
  /// Text, which may be empty.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// True or false.
  case boolean(Bool)

  /// The text; nil for any other kind of value.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The whole number; nil for any other kind of value.
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The Boolean; nil for any other kind of value.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
}

extension ProfileValue: Codable {
  /// Decodes a JSON string, whole number or Boolean.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a string, true, false or a whole number")
    }
  }

  /// Encodes a JSON string, whole number or Boolean.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    }
  }
}

extension ProfileValue: Comparable {
  /// Orders Booleans before numbers before strings, so that two reports of one row always resolve the same way.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.boolean, .integer), (.boolean, .string), (.integer, .string): true
    case (.integer, .boolean), (.string, .boolean), (.string, .integer): false
    }
  }
}

extension ProfileValue: CustomStringConvertible {
  /// The value as text, without quotes.
  public var description: String {
    switch self {
    case .string(let value): value
    case .integer(let value): "\(value)"
    case .boolean(let value): "\(value)"
    }
  }
}

extension ProfileValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }

  public init(integerLiteral value: Int) { self = .integer(value) }

  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
