import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A JSON response with sorted keys, which shared caches may not store.
  ///
  /// - Throws: The error of encoding.
  init(
    json value: some Encodable, status: HTTPResponse.Status = .ok,
    type: String = "application/json"
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
}
