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
