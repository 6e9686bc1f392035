/// A JSON value whose members keep their order, for the schema's text.
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

  case string(String)
  case integer(Int)
  case flag(Bool)
  case list([JSON])
  case object([Member])

  /// The value with two spaces for each level, lists of scalars on one line.
  func text(indent: Int = 0) -> String {
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .string(let string): return Self.quoted(string)
    case .integer(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .list(let items) where items.allSatisfy(\.isScalar):
      return "[\(items.map { $0.text() }.joined(separator: ", "))]"
    case .list(let items):
      let lines = items.map { inner + $0.text(indent: indent + 1) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map {
        "\(inner)\(Self.quoted($0.name)): \($0.value.text(indent: indent + 1))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .string, .integer, .flag: true
    case .list, .object: false
    }
  }

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
