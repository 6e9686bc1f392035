/// A file that pages refer to as `/assets/{name}`.
package struct Asset: Sendable, Equatable {
  /// The file's bytes.
  package let bytes: [UInt8]
  /// The value of the header `Content-Type`.
  package let contentType: String

  /// The files that every page refers to: the base styles and the icon.
  package static let shared: [String: Asset] = [
    "base.css": .css(PackageResources.base_css),
    "tollgate.svg": .svg(PackageResources.tollgate_svg),
  ]

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
}
