import Crypto
import Foundation
import Tollgate

/// The format of a typeface: one that every system has, or a font of the app's own.
///
/// A font's file is read with the blueprint and becomes part of it, so a published or stored blueprint does not need it.
enum FontForms {
  struct Typeface {
    /// The typeface that every system has; with a font, the one that shows until the font is loaded.
    let face: Skin.Face
    /// The font of the app's own.
    var font: Skin.Font?
  }

  /// The name of a typeface, or a map with more keys.
  ///
  /// ```yaml
  /// font: rounded
  /// font: { name: Sora, file: fonts/sora.woff2, fallback: rounded }
  /// ```
  static let typeface = Form<Typeface>.either(
    "a typeface, or a map with `name` and `file`",
    scalar: Form<Skin.Face>.choice().map { Typeface(face: $0) },
    map: .object(
      "a font of the app's own",
      .required(
        "name", name,
        "The family or PostScript name by which SwiftUI finds the font that the app contains."),
      .required(
        "file", file, "The font for web pages, as a path relative to the blueprint's folder."),
      .defaulted(
        "fallback", Form<Skin.Face>.choice(), to: .system,
        "The typeface that shows until the font is loaded, and in an app without it.")
    ) { name, file, fallback in
      Typeface(
        face: fallback,
        font: Skin.Font(
          name: name, digest: file.digest,
          isVariable: FontHeader.read(file.bytes)?.isVariable ?? false))
    })

  /// The name of a font, in one line.
  static let name = Form<String>.pattern("the font's name, such as `Sora`", "^[^ ].*$") {
    !$0.isEmpty && !$0.hasPrefix(" ") && !$0.contains(where: \.isNewline)
  }

  /// The path of a font, whose file is read with the blueprint.
  static let file = Form<String>.pattern(
    FilePath.fonts.expected, FilePath.fonts.pattern, FilePath.fonts.isValid
  ).map { (path: String, node: YAMLNode, reader: Reader) -> Skin.FontFile? in
    reader.font(path, at: node)
  }
}

extension Reader {
  /// Returns a font; records an error and returns nil if it cannot be used.
  ///
  /// A file that is named twice is read once.
  fileprivate func font(_ path: String, at node: YAMLNode) -> Skin.FontFile? {
    if let known = blueprint.fonts[path] { return known }
    let limit = Skin.FontFile.byteLimit
    guard let bytes = self.bytes(of: path, "font", atMost: limit, at: node) else { return nil }
    guard let header = FontHeader.read(bytes) else {
      error(
        at: node,
        "the file `\(path)` is not a WOFF2 font; `woff2_compress` makes one from a TTF or OTF file")
      return nil
    }
    guard header.isComplete else {
      error(at: node, "the font `\(path)` is incomplete; export or download it again")
      return nil
    }
    let font = Skin.FontFile(digest: SHA256.hash(data: bytes).hexadecimal, bytes: bytes)
    blueprint.fonts[path] = font
    return font
  }
}
