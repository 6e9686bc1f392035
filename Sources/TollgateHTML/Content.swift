package import HTTPTypes
package import Hummingbird
import NIOCore

/// A page or a file, as it is and compressed.
package struct Content: Sendable, Equatable {
  /// Below this, a page is one packet either way, and not worth compressing for one response.
  private static let leastCompressed = 1_000

  /// The form for clients that accept gzip.
  private enum Compressed: Equatable {
    /// None, as that gains nothing.
    case never
    /// Made for each response that carries it.
    case whenSent
    /// Kept for every response.
    case kept(ByteBuffer)
  }

  private let bytes: ByteBuffer
  private let compressed: Compressed
  /// The tag of the bytes as they are, in quotation marks; nil for what is never sent twice.
  private let tag: String?

  /// Keeps text and compresses it for the responses that carry it: most clients that have a page only get its tag
  /// again.
  ///
  /// A secret must never be in the same response as text that another site can make a visitor send: the lengths of
  /// compressed responses would reveal it ([BREACH](https://www.breachattack.com)).
  ///
  /// - Parameters:
  ///   - text: The bytes, in UTF-8.
  ///   - tag: The value of the header `ETag`, in quotation marks; nil for what is never sent twice.
  package init(text: some Collection<UInt8>, tag: String? = nil) {
    bytes = ByteBuffer(bytes: text)
    compressed = bytes.readableBytes < Self.leastCompressed ? .never : .whenSent
    self.tag = tag
  }

  /// Compresses text once, for many responses.
  init(file text: [UInt8], tag: String) {
    bytes = ByteBuffer(bytes: text)
    compressed = Gzip.compress(bytes).map { .kept($0) } ?? .never
    self.tag = tag
  }

  /// Keeps bytes that are compressed already, such as a font's.
  init(dense bytes: [UInt8], tag: String) {
    self.bytes = ByteBuffer(bytes: bytes)
    compressed = .never
    self.tag = tag
  }

  /// Answers a request: with 304 if the client has the content, otherwise compressed if the client accepts that.
  ///
  /// The compressed form has a tag of its own, as [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 8.8.3.3,
  /// requires.
  ///
  /// - Parameters:
  ///   - headers: The response's headers, with the content's type.
  ///   - status: The response's status, if the client lacks the content.
  package func response(
    to request: HTTPFields, headers: HTTPFields, status: HTTPResponse.Status = .ok
  ) -> Response {
    var headers = headers
    let isCompressed = compressed != .never && request.acceptsGzip
    if compressed != .never {
      headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
    }
    let tag = tag.map { isCompressed ? "\($0.dropLast())-gzip\"" : $0 }
    headers[.eTag] = tag
    if let tag, request.names(tag) { return Response(status: .notModified, headers: headers) }
    var body = bytes
    if isCompressed, let small = compressedBytes {
      body = small
      headers[.contentEncoding] = "gzip"
    }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  private var compressedBytes: ByteBuffer? {
    switch compressed {
    case .never: nil
    case .whenSent: Gzip.compress(bytes)
    case .kept(let small): small
    }
  }
}

extension HTTPFields {
  /// Whether `Accept-Encoding` names gzip with a weight above zero (RFC 9110, 12.5.3).
  fileprivate var acceptsGzip: Bool {
    self[.acceptEncoding]?.lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      guard parts.first == "gzip" else { return false }
      return parts.dropFirst().allSatisfy { $0.wholeMatch(of: /q=0(\.0*)?/) == nil }
    } ?? false
  }

  /// Whether `If-None-Match` names a tag, strong or weak (RFC 9110, 13.1.2).
  fileprivate func names(_ tag: String) -> Bool {
    self[.ifNoneMatch]?.split(separator: ",").contains { given in
      let given = given.drop { $0 == " " }
      return (given.hasPrefix("W/") ? given.dropFirst(2) : given) == tag
    } ?? false
  }
}
