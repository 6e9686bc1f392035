/// What the header of a picture says: its format, its size, whether it is animated, and whether the file has its end.
///
/// The contents decide, not the file's name:
///
/// | contents | format |
/// |---|---|
/// | `89 50 4E 47`, a chunk `IHDR` | PNG; animated with a chunk `acTL` before its data; ends with `IEND` |
/// | `RIFF`, `WEBP` | WebP, whose three kinds encode the size differently; animated by a flag; states its length |
/// | `FF D8 FF` | JPEG; the first frame header has the size; ends with `FF D9` |
/// | `ftyp` with the brand `avif` | AVIF; animated with the brand `avis`; each of its boxes states its length |
/// | text that begins with `<svg` | a ``Drawing`` |
///
/// No file is trusted: every read beyond its end returns nil.
struct PictureHeader: Hashable {
  let mediaType: String
  /// The width in pixels, or in units of a drawing.
  let width: Int
  /// The height in pixels, or in units of a drawing.
  let height: Int
  var isAnimated = false
  /// Whether the file has its end, which an interrupted download lacks.
  var isComplete = true

  /// Whether it is a raster image.
  var hasPixels: Bool { mediaType != Self.svg }

  private static let svg = "image/svg+xml"

  /// Reads the header of a file, whatever its name says.
  ///
  /// - Returns: The header; nil if the file is not a WebP, PNG, JPEG, AVIF or SVG image, or states no size.
  static func read(_ bytes: [UInt8]) -> PictureHeader? {
    let file = FileBytes(bytes: bytes)
    let header =
      png(file) ?? webP(file) ?? jpeg(file) ?? avif(file)
      ?? Drawing(bytes).map { drawing in
        PictureHeader(
          mediaType: svg, width: drawing.width, height: drawing.height,
          isAnimated: drawing.isAnimated)
      }
    return header.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }

  /// [PNG](https://www.w3.org/TR/png-3/), 5.2 and 11.
  private static func png(_ file: FileBytes) -> PictureHeader? {
    guard file.has("\u{89}PNG\r\n\u{1A}\n", at: 0), file.has("IHDR", at: 12),
      let width = file.big(4, at: 16), let height = file.big(4, at: 20)
    else { return nil }
    var header = PictureHeader(mediaType: "image/png", width: width, height: height)
    var position = 8
    var hasData = false
    while let length = file.big(4, at: position), !file.has("IEND", at: position + 4) {
      if file.has("IDAT", at: position + 4) { hasData = true }
      if file.has("acTL", at: position + 4), !hasData { header.isAnimated = true }
      position += 12 + length
    }
    header.isComplete = hasData && position <= file.bytes.count - 12
    return header
  }

  /// [RFC 9649](https://www.rfc-editor.org/rfc/rfc9649), 2.
  private static func webP(_ file: FileBytes) -> PictureHeader? {
    guard file.has("RIFF", at: 0), file.has("WEBP", at: 8), let length = file.little(4, at: 4)
    else { return nil }
    let type = "image/webp"
    let isComplete = length <= file.bytes.count - 8
    if file.has("VP8X", at: 12), let flags = file.little(1, at: 20),
      let width = file.little(3, at: 24), let height = file.little(3, at: 27)
    {
      return PictureHeader(
        mediaType: type, width: width + 1, height: height + 1, isAnimated: flags & 0x02 != 0,
        isComplete: isComplete)
    }
    if file.has("VP8L", at: 12), let size = file.little(4, at: 21) {
      return PictureHeader(
        mediaType: type, width: size & 0x3FFF + 1, height: size >> 14 & 0x3FFF + 1,
        isComplete: isComplete)
    }
    if file.has("VP8 ", at: 12), let width = file.little(2, at: 26),
      let height = file.little(2, at: 28)
    {
      return PictureHeader(
        mediaType: type, width: width & 0x3FFF, height: height & 0x3FFF, isComplete: isComplete)
    }
    return nil
  }

  /// [ITU-T T.81](https://www.w3.org/Graphics/JPEG/itu-t81.pdf), B.2.
  private static func jpeg(_ file: FileBytes) -> PictureHeader? {
    guard file.big(3, at: 0) == 0xFFD8FF else { return nil }
    var position = 2
    while let marker = file.big(2, at: position), marker >= 0xFF00 {
      // Any number of fill bytes may precede a marker.
      if marker == 0xFFFF {
        position += 1
        continue
      }
      // A frame header; three of these codes are for something else.
      if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
        guard let height = file.big(2, at: position + 5), let width = file.big(2, at: position + 7)
        else { return nil }
        return PictureHeader(
          mediaType: "image/jpeg", width: width, height: height,
          isComplete: file.bytes[position...].indices.contains { file.big(2, at: $0) == 0xFFD9 })
      }
      guard let length = file.big(2, at: position + 2), length >= 2 else { return nil }
      position += 2 + length
    }
    return nil
  }

  /// [AVIF](https://aomediacodec.github.io/av1-avif/), 6; the largest size in it is that of the whole.
  private static func avif(_ file: FileBytes) -> PictureHeader? {
    guard file.has("ftyp", at: 4), let length = file.big(4, at: 0), length <= 256 else {
      return nil
    }
    let brands = stride(from: 8, to: length, by: 4)
    let isAnimated = file.has("avis", at: 8)
    guard brands.contains(where: { file.has("avif", at: $0) }) || isAnimated else { return nil }
    let sizes = file.positions(of: "ispe").compactMap { position -> (width: Int, height: Int)? in
      guard let width = file.big(4, at: position + 8), let height = file.big(4, at: position + 12)
      else { return nil }
      return (width, height)
    }
    // Two sides of 32 bits make an area that an `Int` cannot hold.
    return sizes.max { UInt($0.width) * UInt($0.height) < UInt($1.width) * UInt($1.height) }.map {
      PictureHeader(
        mediaType: "image/avif", width: $0.width, height: $0.height, isAnimated: isAnimated,
        isComplete: hasAllBoxes(file))
    }
  }

  /// Whether the last box of a file ends where the file does
  /// ([ISO 14496-12](https://www.iso.org/standard/83102.html), 4.2).
  private static func hasAllBoxes(_ file: FileBytes) -> Bool {
    var position = 0
    while position < file.bytes.count {
      guard let stated = file.big(4, at: position) else { return false }
      // The box goes on to the end of the file.
      if stated == 0 { return true }
      // Where 1 is stated, the length follows the type.
      guard let length = stated == 1 ? file.big(8, at: position + 8) : stated,
        length >= 8, length <= file.bytes.count - position
      else { return false }
      position += length
    }
    return true
  }
}

/// The bytes of a picture or a font, with reads that stay within bounds.
struct FileBytes {
  let bytes: [UInt8]

  /// Whether the bytes at a position are those of a text, one for each scalar.
  func has(_ text: String, at position: Int) -> Bool {
    let wanted = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    guard position >= 0, position <= bytes.count - wanted.count else { return false }
    return bytes[position..<position + wanted.count].elementsEqual(wanted)
  }

  /// A big-endian number of some bytes; nil beyond the end.
  func big(_ count: Int, at position: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian number of some bytes; nil beyond the end.
  func little(_ count: Int, at position: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Every position of a name of four bytes.
  func positions(of name: String) -> [Int] {
    bytes.indices.filter { bytes[$0] == name.utf8.first && has(name, at: $0) }
  }
}
