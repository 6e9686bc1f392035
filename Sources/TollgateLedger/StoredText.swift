import Foundation

/// A name as stored in a row: equal for names that Swift considers equal, different for all others.
///
/// SQLite compares bytes and ends a text at its first NUL. Names are therefore stored in Unicode's Normalization Form
/// C, with U+0000 and U+0001 as U+0001 followed by a digit.
package enum StoredText {
  /// Encodes a name; an ASCII name without U+0000 and U+0001 is stored as it is.
  package static func encode(_ name: String) -> String {
    if name.utf8.allSatisfy({ (2..<0x80).contains($0) }) { return name }
    let composed = name.precomposedStringWithCanonicalMapping
    guard composed.unicodeScalars.contains(where: { $0.value < 2 }) else { return composed }
    var encoded = String.UnicodeScalarView()
    for scalar in composed.unicodeScalars {
      switch scalar {
      case "\u{0}": encoded.append(contentsOf: ["\u{1}", "0"])
      case "\u{1}": encoded.append(contentsOf: ["\u{1}", "1"])
      default: encoded.append(scalar)
      }
    }
    return String(encoded)
  }

  /// Decodes a stored name, which is equal to the original but may differ from it in its Unicode normalization.
  package static func decode(_ text: String) -> String {
    guard text.utf8.contains(1) else { return text }
    var name = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        name.append(scalar == "0" ? "\u{0}" : "\u{1}")
        isEscaped = false
      } else if scalar == "\u{1}" {
        isEscaped = true
      } else {
        name.append(scalar)
      }
    }
    return String(name)
  }
}
