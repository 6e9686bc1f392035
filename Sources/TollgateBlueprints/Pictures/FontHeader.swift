/// What the header of a font in [WOFF2](https://www.w3.org/TR/WOFF2/) says, whatever the file's name is.
struct FontHeader: Hashable {
  /// Whether it has a table `fvar`, and so every weight.
  let isVariable: Bool
  /// Whether the file has the length that it states, which an interrupted download lacks.
  let isComplete: Bool

  /// Reads the header and the directory of tables, 4.1 and 5.1.
  ///
  /// - Returns: The header; nil if the file is not a WOFF2 font.
  static func read(_ bytes: [UInt8]) -> FontHeader? {
    let file = FileBytes(bytes: bytes)
    guard file.has("wOF2", at: 0), let length = file.big(4, at: 8),
      let tables = file.big(2, at: 12), tables > 0
    else { return nil }
    let isComplete = length == bytes.count
    var position = 48
    var isVariable = false
    for _ in 0..<tables {
      guard let flags = file.big(1, at: position) else { break }
      let (kind, transform) = (flags & 0x3F, flags >> 6)
      position += 1
      if kind == 63 {
        isVariable = isVariable || file.has("fvar", at: position)
        position += 4
      }
      isVariable = isVariable || kind == 47
      // Outlines and their places are the only tables that are transformed unless they say otherwise.
      let isTransformed = kind == 10 || kind == 11 ? transform != 3 : transform != 0
      for _ in 0..<(isTransformed ? 2 : 1) {
        while let byte = file.big(1, at: position), byte & 0x80 != 0 { position += 1 }
        position += 1
      }
    }
    return FontHeader(isVariable: isVariable, isComplete: isComplete)
  }
}
