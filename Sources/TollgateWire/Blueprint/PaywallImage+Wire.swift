import Foundation
import Tollgate

/// The art on top of a paywall; `description` is the name of a text, and left out if the art is decorative.
extension Paywall.Image: WireForm {
  enum WireKey: String {
    case file, dark, description
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      file: try wire.decode(File.self, forKey: .file),
      dark: try wire.decodeIfPresent(File.self, forKey: .dark),
      description: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .description))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(file, forKey: .file)
    try wire.encodeIfPresent(dark, forKey: .dark)
    try wire.encodeIfPresent(description, forKey: .description)
  }
}

/// A picture; `bytes` are in Base64, and `width` and `height` above zero.
extension Paywall.Image.File: WireForm {
  enum WireKey: String {
    case path, mediaType, width, height, bytes
  }

  init(wire: WireReader<WireKey>) throws {
    let width = try wire.decode(Int.self, forKey: .width)
    let height = try wire.decode(Int.self, forKey: .height)
    guard width > 0, height > 0 else { throw wire.invalid(.width, "the picture has no size") }
    self.init(
      path: try wire.decode(String.self, forKey: .path),
      mediaType: try wire.decode(String.self, forKey: .mediaType), width: width, height: height,
      bytes: try Self.bytes(wire))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(path, forKey: .path)
    try wire.encode(mediaType, forKey: .mediaType)
    try wire.encode(width, forKey: .width)
    try wire.encode(height, forKey: .height)
    try wire.encode(Data(bytes).base64EncodedString(), forKey: .bytes)
  }

  private static func bytes(_ wire: WireReader<WireKey>) throws -> [UInt8] {
    guard let data = Data(base64Encoded: try wire.decode(String.self, forKey: .bytes)) else {
      throw wire.invalid(.bytes, "the picture is not in Base64")
    }
    return [UInt8](data)
  }
}
