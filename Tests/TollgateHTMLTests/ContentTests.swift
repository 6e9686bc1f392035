import HTTPTypes
import Hummingbird
import Testing

@testable import TollgateHTML

@Suite("What a browser is sent")
struct ContentTests {
  private static let text = String(repeating: "A page says most things twice. ", count: 100)
  private static let headers: HTTPFields = [.contentType: "text/css; charset=utf-8"]

  private static func response(
    _ request: HTTPFields = [:], text: String = Self.text, tag: String? = "\"1\""
  ) -> Response {
    Content(text: text.utf8, tag: tag).response(to: request, headers: Self.headers)
  }

  @Test(
    "text is compressed for clients that accept gzip",
    arguments: [
      ("gzip", true), ("br, GZIP;q=0.5", true), ("deflate, gzip;q=1.0, *;q=0.5", true),
      ("gzip; q=0", false), ("gzip;q=0.00", false), ("br", false), ("", false),
    ])
  func accepted(encoding: String, isCompressed: Bool) {
    let response = Self.response([.acceptEncoding: encoding])
    #expect(response.status == .ok)
    #expect(response.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
    #expect(response.headers[.vary] == "Accept-Encoding")
    let length = response.body.contentLength ?? 0
    #expect(isCompressed ? (1..<300).contains(length) : length == Self.text.utf8.count)
  }

  @Test("what is short is sent as it is")
  func short() {
    let response = Self.response([.acceptEncoding: "gzip"], text: "short")
    #expect(response.headers[.contentEncoding] == nil && response.headers[.vary] == nil)
    #expect(response.body.contentLength == 5)
  }

  @Test(
    "what the browser has is not sent again; each form has a tag of its own",
    arguments: [
      ("gzip", "\"1-gzip\"", true), ("gzip", "\"0\", W/\"1-gzip\"", true), ("gzip", "\"1\"", false),
      ("", "\"1\"", true), ("", "W/\"1\"", true), ("", "\"1-gzip\"", false), ("", "1", false),
    ])
  func known(encoding: String, tag: String, isKnown: Bool) {
    let response = Self.response([.acceptEncoding: encoding, .ifNoneMatch: tag])
    #expect(response.status == (isKnown ? .notModified : .ok))
    #expect(response.headers[.eTag] == (encoding.isEmpty ? "\"1\"" : "\"1-gzip\""))
    #expect((response.body.contentLength == 0) == isKnown)
    if isKnown { #expect(response.headers[.contentEncoding] == nil) }
  }

  @Test(
    "a file, which is compressed once, is sent as text is that is compressed when it is sent",
    arguments: ["gzip", ""], ["\"1-gzip\"", "\"1\"", ""])
  func file(encoding: String, tag: String) {
    let request: HTTPFields = [.acceptEncoding: encoding, .ifNoneMatch: tag]
    let file = Content(file: Array(Self.text.utf8), tag: "\"1\"")
      .response(to: request, headers: Self.headers)
    let text = Self.response(request)
    #expect(file.status == text.status && file.headers == text.headers)
    #expect(file.body.contentLength == text.body.contentLength)
  }

  @Test("what has no tag is always sent")
  func untagged() {
    let response = Self.response([.ifNoneMatch: "\"1\""], tag: nil)
    #expect(response.status == .ok && response.headers[.eTag] == nil)
  }
}
