import Yams

/// A text in which private characters stand in for `*` and `?`, so that the parser finds no alias and no key behind `?`.
///
/// The parser hashes each key with everything in it, aliases written out: a text of a few lines can take it days. The
/// private characters have the same width, so that positions stay as they are.
///
/// | in the text | as the parser reads it |
/// |---|---|
/// | `? *keys` | the text `? *keys`, which is refused |
/// | `title: Ready? *Now*` | the text `Ready? *Now*` |
struct YAMLStandIns {
  /// The text for the parser.
  let text: String
  private let asterisk: Unicode.Scalar
  private let questionMark: Unicode.Scalar

  init(_ text: String) {
    let used = Set(text.unicodeScalars.filter { (0xF000...0xF8FE).contains($0.value) })
    let free = (UInt32(0xF000)...0xF8FE).compactMap { Unicode.Scalar($0) }
      .filter { !used.contains($0) }
    let asterisk = free.first ?? "\u{F000}"
    let questionMark = free.dropFirst().first ?? "\u{F001}"
    self.asterisk = asterisk
    self.questionMark = questionMark
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "*": scalars.append(asterisk)
      case "?": scalars.append(questionMark)
      default: scalars.append(scalar)
      }
    }
    self.text = String(scalars)
  }

  /// Returns a text of the parser as it was written.
  func original(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == asterisk || $0 == questionMark }) else {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar == asterisk ? "*" : scalar == questionMark ? "?" : scalar)
    }
    return String(scalars)
  }

  /// Returns what a value is that was written without quotes, if that is not supported: an alias, or a key behind `?`.
  func unsupported(_ scalar: Node.Scalar) -> String? {
    guard scalar.style == .plain, let first = scalar.string.unicodeScalars.first else { return nil }
    if first == asterisk {
      return
        "an alias of YAML is not supported; expected the value itself, or quotes around a text that begins with `*`"
    }
    let second = scalar.string.unicodeScalars.dropFirst().first
    guard first == questionMark, second.map({ $0 == " " || $0 == "\t" }) ?? true else { return nil }
    return
      "a key behind `?` is not supported; expected the key itself, or quotes around a text that begins with `?`"
  }
}
