import HTTPTypes
import NIOCore
import NIOHTTP1
import TollgateWire

/// A response that was made on the event loop.
struct DirectResponse: Sendable {
  let head: HTTPResponseHead
  let body: ByteBuffer

  /// A signed response about a customer.
  init(
    _ body: [UInt8], signature: String, by keyID: String, isReplay: Bool, date: String
  ) {
    var headers = HTTPHeaders()
    headers.reserveCapacity(8)
    headers.add(name: "Content-Type", value: "application/json")
    headers.add(name: "Cache-Control", value: "no-store")
    if isReplay { headers.add(name: Header.replayed, value: "true") }
    headers.add(name: Header.signature, value: signature)
    headers.add(name: Header.signingKey, value: keyID)
    self.init(.ok, headers, ByteBuffer(bytes: body), date: date)
  }

  /// The response of a problem.
  ///
  /// - Throws: `Problem` with code `internal_error` if the problem cannot be written as JSON.
  init(_ problem: Problem, date: String) throws(Problem) {
    let body = ByteBuffer(bytes: try JSON.bytes(problem))
    var headers = HTTPHeaders()
    for field in problem.headers { headers.add(name: field.name.rawName, value: field.value) }
    self.init(HTTPResponseStatus(statusCode: problem.status), headers, body, date: date)
  }

  private init(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: ByteBuffer, date: String
  ) {
    var headers = headers
    headers.add(name: "Content-Length", value: "\(body.readableBytes)")
    headers.add(name: "Date", value: date)
    headers.add(name: "Server", value: "tollgate")
    head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    self.body = body
  }
}
