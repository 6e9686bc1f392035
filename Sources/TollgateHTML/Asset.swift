package import HTTPTypes
package import Hummingbird

/// A file that pages refer to as `/assets/{name}`.
package struct Asset: Sendable, Equatable {
  /// The file's bytes.
  package let bytes: [UInt8]
  /// The value of the header `Content-Type`.
  package let contentType: String
  /// Whether the name changes with the bytes, so that browsers never need to ask again.
  private let isVersioned: Bool
  /// A hash of the bytes, in hexadecimal digits.
  fileprivate let fingerprint: String
  private let content: Content

  fileprivate init(bytes: [UInt8], contentType: String, isVersioned: Bool = false) {
    self.bytes = bytes
    self.contentType = contentType
    self.isVersioned = isVersioned
    // FNV-1a, 64 bits.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    fingerprint = String(hash, radix: 16)
    let tag = "\"\(fingerprint)\""
    content =
      contentType == Self.fontType
      ? Content(dense: bytes, tag: tag) : Content(file: bytes, tag: tag)
  }

  private static let fontType = "font/woff2"

  /// The files that the pages of the playground, the operators and the store refer to: the font and the icon.
  package static let shared: [String: Asset] = [fontName: font, icon.name: icon.asset]

  private static let icon = versioned(
    "tollgate.svg", Asset(bytes: PackageResources.tollgate_svg, contentType: "image/svg+xml"))

  /// Where pages find the icon.
  package static let iconPath = "/assets/\(icon.name)"

  /// The name of the font's file, which the base styles refer to; it changes with the font.
  static let fontName = "inter-3.19.woff2"

  /// Inter, in the Latin letters and the weights that pages use.
  static let font = woff2(PackageResources.inter_woff2)

  /// The symbols that pages draw as `#icon-{name}`: elements of a sprite, and a template of their own.
  package static let symbols: [UInt8] = PackageResources.symbols_svg

  /// A page's stylesheet: the one that all pages share, followed by the page's own.
  package static func css(_ sheets: [UInt8]...) -> Asset {
    let own = sheets.map { Minified.css($0) }.joined()
    return Asset(
      bytes: Minified.css(PackageResources.base_css) + own, contentType: "text/css; charset=utf-8")
  }

  package static func javaScript(_ module: [UInt8]) -> Asset {
    Asset(
      bytes: Minified.javaScript(module), contentType: "text/javascript; charset=utf-8")
  }

  /// A font, under a name that changes with it.
  package static func woff2(_ bytes: [UInt8]) -> Asset {
    Asset(bytes: bytes, contentType: fontType, isVersioned: true)
  }

  /// A file whose name begins with its fingerprint, so that browsers never need to ask again.
  static func versioned(_ name: String, _ file: Asset) -> (name: String, asset: Asset) {
    (
      "\(file.fingerprint)-\(name)",
      Asset(bytes: file.bytes, contentType: file.contentType, isVersioned: true)
    )
  }

  /// Whether the file is text, which refers to others.
  package var isText: Bool { contentType.hasPrefix("text/") || contentType == "image/svg+xml" }

  /// Answers a request for the file; unless its name changes with it, browsers ask each time whether it has changed.
  ///
  /// - Returns: The response: 304 if the client has the file.
  package func response(to request: HTTPFields) -> Response {
    content.response(
      to: request,
      headers: [
        .contentType: contentType,
        .cacheControl: isVersioned ? "public, max-age=31536000, immutable" : "no-cache",
      ])
  }
}

extension [String: Asset] {
  /// Returns the file that a page refers to.
  ///
  /// While servers are replaced one by one, a page can come from one version and ask another version's server for its
  /// files. Under a fingerprint that is not its own, a file is therefore served as it is here, and browsers ask again.
  package func asset(named name: String) -> Asset? {
    if let asset = self[name] { return asset }
    guard let end = name.firstIndex(of: "-"), end > name.startIndex,
      name[..<end].allSatisfy(\.isHexDigit)
    else { return nil }
    return first { $0.key == $0.value.fingerprint + name[end...] }
      .map { Asset(bytes: $0.value.bytes, contentType: $0.value.contentType) }
  }
}
