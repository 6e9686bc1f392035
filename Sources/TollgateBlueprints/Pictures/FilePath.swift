import Foundation

/// The path of a picture or a font, relative to the folder of its blueprint: `art/hero.webp`.
///
/// | path | |
/// |---|---|
/// | `hero.svg`, `art/hero@2x.png`, `fonts/sora.woff2` | allowed |
/// | `../hero.png`, `/tmp/hero.png`, `./hero.png` | refused: it may lead out of the folder |
/// | `hero.gif`, `sora.ttf`, `hero` | refused: pages do not load it |
enum FilePath {
  /// The rule for the paths of pictures, which cannot leave the folder.
  static let pictures = rule(
    extensions: pictureExtensions,
    "the path of a WebP, PNG, JPEG, AVIF or SVG file in or below this folder, such as `art/hero.webp`"
  )

  /// The rule for the paths of fonts.
  static let fonts = rule(
    extensions: fontExtensions,
    "the path of a WOFF2 file in or below this folder, such as `fonts/sora.woff2`")

  static let pictureExtensions = ["avif", "jpeg", "jpg", "png", "svg", "webp"]
  static let fontExtensions = ["woff2"]

  private static func rule(extensions: [String], _ expected: String) -> NameRule {
    NameRule(
      pattern: "^([A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/){0,7}[A-Za-z0-9_-][A-Za-z0-9._@-]{0,94}"
        + "\\.(\(extensions.joined(separator: "|")))$",
      expected: expected
    ) { text in
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      guard let last = names.last, names.count <= 8, let dot = last.lastIndex(of: "."),
        extensions.contains(String(last[last.index(after: dot)...])),
        isName(last[..<dot], allowing: "._@-", limit: 95)
      else { return false }
      return names.dropLast().allSatisfy { isName($0, allowing: "._-", limit: 100) }
    }
  }

  /// Whether a name starts with a letter, digit, `-` or `_` and has only those and some marks.
  private static func isName(
    _ name: Substring, allowing marks: String, limit: Int
  ) -> Bool {
    guard let first = name.first, !".@".contains(first), name.utf8.count <= limit else {
      return false
    }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
  }
}

extension BlueprintFile {
  /// The possible paths of pictures and fonts in a blueprint and its parts, even if it has mistakes, for a command that
  /// watches their folders.
  ///
  /// - Returns: The paths as they are written, relative to the blueprint's folder.
  package static func files(of path: String) -> [String] {
    let parts = parts(of: path).compactMap { try? file(of: $0, in: path).path }
    return ([path] + parts).flatMap { path -> [String] in
      guard let data = FileManager.default.contents(atPath: path), data.count <= byteLimit,
        let text = String(validUTF8: data), text.contains("image:") || text.contains("file:")
      else { return [] }
      return text.matches(of: /[A-Za-z0-9._@\/-]+/).map { String($0.output) }
        .filter { FilePath.pictures.isValid($0) || FilePath.fonts.isValid($0) }
    }
  }

  /// The extensions of the files that a blueprint may name as pictures or fonts.
  package static let fileExtensions = FilePath.pictureExtensions + FilePath.fontExtensions
}
