package import HTTPTypes
package import Hummingbird

/// A file that pages refer to as `/assets/{name}`.
package struct Asset: Sendable, Equatable {
  /// The file's bytes.
  package let bytes: [UInt8]
  /// The value of the header `Content-Type`.
  package let contentType: String
  private let content: Content

  private init(bytes: [UInt8], contentType: String) {
    self.bytes = bytes
    self.contentType = contentType
    // FNV-1a, 64 bits.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    content = Content(text: bytes, tag: "\"\(String(hash, radix: 16))\"")
  }

  /// The files that every page refers to: the base styles and the icon.
  package static let shared: [String: Asset] = [
    "base.css": .css(PackageResources.base_css),
    "tollgate.svg": .svg(PackageResources.tollgate_svg),
  ]

  /// The symbols that pages draw as `#icon-{name}`: elements of a sprite, and a template of their own.
  package static let symbols: [UInt8] = PackageResources.symbols_svg

  /// A style sheet.
  package static func css(_ bytes: [UInt8]) -> Asset {
    Asset(bytes: bytes, contentType: "text/css; charset=utf-8")
  }

  /// A script.
  package static func javaScript(_ bytes: [UInt8]) -> Asset {
    Asset(bytes: bytes, contentType: "text/javascript; charset=utf-8")
  }

  /// A drawing.
  package static func svg(_ bytes: [UInt8]) -> Asset {
    Asset(bytes: bytes, contentType: "image/svg+xml")
  }

  /// Answers a request for the file; browsers ask each time whether it has changed.
  ///
  /// - Parameter request: The request's headers.
  /// - Returns: The response: 304 if the client has the file.
  package func response(to request: HTTPFields) -> Response {
    content.response(
      to: request, headers: [.contentType: contentType, .cacheControl: "no-cache"])
  }
}
