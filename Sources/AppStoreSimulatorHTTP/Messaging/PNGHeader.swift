import Foundation

/// The properties of a PNG image, read from the chunks before its pixels.
///
/// The pixels are not decompressed, and checksums are not verified. Follows <https://www.w3.org/TR/png-3/>.
struct PNGHeader: Hashable {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The color types; those of 4 and above have an alpha channel.
  private static let colorTypes: Set<UInt8> = [0, 2, 3, 4, 6]

  /// The size in pixels.
  let width: Int
  let height: Int

  /// Whether pixels can be transparent, by an alpha channel or a `tRNS` chunk.
  let hasTransparency: Bool

  /// Reads the chunks up to the first with pixels; nil if the bytes are not a PNG image.
  init?(_ data: Data) {
    guard data.starts(with: Self.signature) else { return nil }
    var rest = data.dropFirst(Self.signature.count)
    guard let first = Self.takeChunk(from: &rest), first.type == "IHDR", first.content.count == 13,
      let colorType = first.content.dropFirst(9).first, Self.colorTypes.contains(colorType)
    else { return nil }
    width = Self.number(first.content.prefix(4))
    height = Self.number(first.content.dropFirst(4).prefix(4))
    var hasTransparency = colorType >= 4
    while let chunk = Self.takeChunk(from: &rest) {
      switch chunk.type {
      case "tRNS": hasTransparency = true
      case "IDAT":
        self.hasTransparency = hasTransparency
        return
      default: break
      }
    }
    return nil
  }

  /// Removes the next chunk; nil if it is not complete.
  private static func takeChunk(from rest: inout Data) -> (type: String, content: Data)? {
    let length = number(rest.prefix(4))
    // Length, type and checksum have four bytes each.
    guard rest.count >= 12, rest.count - 12 >= length else { return nil }
    let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
    let content = rest.dropFirst(8).prefix(length)
    rest = rest.dropFirst(12 + length)
    return (type, content)
  }

  /// A number whose most significant byte comes first.
  private static func number(_ bytes: Data) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
