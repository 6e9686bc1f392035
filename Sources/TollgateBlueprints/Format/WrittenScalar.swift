import Yams

/// A scalar of a file and its notation, which determine its form in the house style.
///
/// | in the file | in the house style |
/// |---|---|
/// | `Keep talking` | the same |
/// | `'Keep talking'` | `Keep talking` |
/// | `'9.99'`, `"yes"`, `'{app.name}'` | `"9.99"`, `"yes"`, `"{app.name}"` |
/// | lines after `\|` or `>-` | the same |
struct WrittenScalar {
  let text: String
  /// The notation in the file.
  let style: Node.Scalar.Style

  /// Returns the scalar on one line.
  ///
  /// - Parameter isFlow: Whether it is inside brackets or braces, or is a key.
  /// - Returns: The text as it is if YAML needs no quotes, otherwise in double quotes.
  func line(inFlow isFlow: Bool) -> String {
    switch style {
    case .plain, .any: text.contains("\n") ? quoted : text
    case .singleQuoted, .doubleQuoted, .literal, .folded:
      isPlain(inFlow: isFlow) ? text : quoted
    }
  }

  /// Returns a block scalar's indicator and its lines, without indentation.
  ///
  /// - Parameter width: The greatest number of columns of a line that may be broken.
  /// - Returns: The indicator, such as `>-`, and the lines; nil for a text that was not, or cannot be, a block scalar.
  func block(width: Int) -> (sign: String, lines: [String])? {
    guard style == .literal || style == .folded else { return nil }
    let isEnded = text.hasSuffix("\n")
    let lines = (isEnded ? String(text.dropLast()) : text).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    guard let first = lines.first, let last = lines.last, !first.isEmpty, !last.isEmpty,
      !first.hasPrefix(" "),
      lines.allSatisfy({ line in
        !line.hasSuffix(" ") && line.unicodeScalars.allSatisfy { Self.isPrintable($0) }
      })
    else { return nil }
    if style == .folded, lines.count == 1 {
      return (isEnded ? ">" : ">-", Self.fold(first, width: width))
    }
    return (isEnded ? "|" : "|-", lines)
  }

  /// Breaks a line at single spaces, which are restored when it is read again.
  private static func fold(_ line: String, width: Int) -> [String] {
    var lines: [String] = []
    var last = ""
    var hasGap = false
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if last.isEmpty {
        last = String(word)
      } else if word.isEmpty || hasGap || last.count + 1 + word.count <= width {
        last += " " + word
      } else {
        lines.append(last)
        last = String(word)
      }
      hasGap = word.isEmpty
    }
    return lines + [last]
  }

  /// Returns whether every YAML parser reads the same text without quotes.
  ///
  /// This is stricter than YAML 1.2: the text must begin with a letter, and not be a word that
  /// YAML 1.1 reads as a truth value.
  private func isPlain(inFlow isFlow: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic,
      !text.hasSuffix(" "), !text.hasSuffix(":"), !text.contains(": "), !text.contains(" #"),
      !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      Self.isPrintable(scalar) && !(isFlow && ",[]{}".unicodeScalars.contains(scalar))
    }
  }

  /// The text in double quotes, with escapes only where YAML needs them.
  private var quoted: String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case _ where Self.isPrintable(scalar): line.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        line += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return line + "\""
  }

  /// Whether a scalar can be written as it is, on one line
  /// ([YAML 1.2](https://yaml.org/spec/1.2.2/#51-character-set)).
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x1_0000...0x10_FFFF:
      true
    default: false
    }
  }
}
