import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import TollgateWire

@testable import TollgateServer

@Suite("Reading a request")
struct IncomingRequestTests {
  @Test("a body without a content length is read up to the limit and no further")
  func streamed() async throws {
    func read(_ count: Int) async throws {
      _ = try await IncomingRequest(
        Request(
          head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"),
          body: RequestBody(buffer: ByteBuffer(repeating: 32, count: count))),
        parameters: Parameters(), bodyLimit: 64, budget: BodyBudget(1024),
        logger: quietLogger)
    }
    try await read(64)
    await #expect(throws: Problem(.bodyTooLarge, "A body is limited to 64 bytes.")) {
      try await read(65)
    }
  }

  @Test(
    "levels and elements of JSON are counted outside of texts, in UTF-8",
    arguments: [
      (String(repeating: "[", count: 16), true), (String(repeating: "[", count: 17), false),
      (String(repeating: "{\"a\":", count: 17), false),
      (String(repeating: "[]", count: 17), true),
      ("\"" + String(repeating: "[\\\"{", count: 17), true),
      ("\"\\\\\"" + String(repeating: "[", count: 17), false), ("[\0", false),
      (String(repeating: "1,", count: 10_000), true),
      (String(repeating: "1,", count: 10_001), false),
    ] as [(String, Bool)])
  func levels(text: String, isSimple: Bool) {
    #expect(JSON.isSimple(text.utf8) == isSimple)
  }

  @Test(
    "the token is what follows Bearer",
    arguments: [
      ("Bearer abc", "abc"), ("bearer abc", "abc"), ("Basic abc", nil), ("Bearer", nil),
      ("abc", nil), ("", nil),
    ])
  func token(field: String, token: String?) async throws {
    let incoming = try await IncomingRequest(
      Request(
        head: HTTPRequest(
          method: .get, scheme: "http", authority: "localhost", path: "/",
          headerFields: [.authorization: field]), body: RequestBody(buffer: ByteBuffer())),
      parameters: Parameters(), bodyLimit: 64, budget: BodyBudget(1024),
      logger: quietLogger)
    do {
      #expect(try incoming.token == token)
      #expect(token != nil)
    } catch {
      #expect(error.code == .invalidToken)
      #expect(token == nil)
    }
  }
}
