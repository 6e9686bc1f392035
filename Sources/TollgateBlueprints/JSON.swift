/// A JSON value whose members keep their order, for the schema's text.
///
/// Foundation's encoder sorts keys or leaves their order open; a schema reads best in the order in which a file is
/// written.
indirect enum JSON: Hashable, Sendable {
  /// A named value of an object.
  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON

    init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// A string, unescaped.
  case string(String)
  /// A number; schemas need whole ones only.
  case integer(Int)
  /// `true` or `false`.
  case flag(Bool)
  /// An array.
  case list([JSON])
  /// An object with its members in order; names are unique.
  case object([Member])

  /// Returns the value as text, with two spaces for each level and lists of scalars on one line.
  ///
  /// - Parameter colon: What separates a name from its value.
  func text(indent: Int = 0, colon: String = ": ") -> String {
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .string(let string): return Self.quoted(string)
    case .integer(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .list(let items) where items.allSatisfy(\.isScalar):
      return "[\(items.map { $0.text() }.joined(separator: ", "))]"
    case .list(let items):
      let lines = items.map { inner + $0.text(indent: indent + 1, colon: colon) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map {
        "\(inner)\(Self.quoted($0.name))\(colon)\($0.value.text(indent: indent + 1, colon: colon))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }

  /// Whether it is neither an array nor an object.
  private var isScalar: Bool {
    switch self {
    case .string, .integer, .flag: true
    case .list, .object: false
    }
  }

  /// Returns a JSON string, escaped as [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7)
  /// requires.
  private static func quoted(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\""
  }
}
