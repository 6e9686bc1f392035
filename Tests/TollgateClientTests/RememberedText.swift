import Foundation
import Testing
import TollgateClient

extension DeviceStorage {
  /// The data stored under a name, with the responses in it decoded from Base64.
  func text(of name: String, in area: StorageArea) throws -> String {
    var text = String(decoding: try read(name, from: area) ?? Data(), as: UTF8.self)
    for match in text.matches(of: /"body":"([^"]*)"/) {
      text = text.replacing(match.1, with: try Self.answer(match.1))
    }
    return text
  }

  /// Alters the contents of cached responses, and leaves their signatures.
  func forge(
    _ name: String, in area: StorageArea, replacing text: String, with other: String
  ) throws {
    let kept = String(decoding: try #require(try read(name, from: area)), as: UTF8.self)
    var forged = kept
    for match in kept.matches(of: /"body":"([^"]*)"/) {
      let said = try Self.answer(match.1).replacing(text, with: other)
      forged = forged.replacing(match.1, with: Data(said.utf8).base64EncodedString())
    }
    try #require(forged != kept)
    try write(Data(forged.utf8), as: name, to: area)
  }

  /// Decodes a response from Base64, whose slashes JSON escapes.
  private static func answer(_ base64: Substring) throws -> String {
    let written = String(base64).replacing(#"\/"#, with: "/")
    return String(decoding: try #require(Data(base64Encoded: written)), as: UTF8.self)
  }
}
