import HTTPTypes
import Hummingbird
import NIOCore
import TollgateWire

extension Response {
  /// A response about a customer, which shared caches may not store.
  static func personal(
    _ body: [UInt8], signature: String? = nil, by keyID: String? = nil, isReplay: Bool = false,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if isReplay, let name = HTTPField.Name(TollgateWire.Header.replayed) {
      headers[name] = "true"
    }
    headers.sign(signature, by: keyID)
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// A response about a customer that is not signed.
  static func personal(
    encoding response: some Encodable, status: HTTPResponse.Status = .ok
  ) throws(Problem) -> Response {
    personal(try JSON.bytes(response), status: status)
  }

  static func open(_ body: [UInt8]) -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// A response about an app, with a tag for caches; only the tag if the caller already has it.
  static func tagged(
    _ body: [UInt8], tag: String, signature: String, by keyID: String, isKnown: Bool
  ) -> Response {
    if isKnown { return Response(status: .notModified, headers: [.eTag: tag]) }
    var headers: HTTPFields = [.contentType: "application/json", .eTag: tag]
    headers.sign(signature, by: keyID)
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// Creates the response of a problem, in the form of [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457).
  ///
  /// As [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110) describes, a 401 names its scheme in `WWW-Authenticate`, and a
  /// problem that passes says when to retry in `Retry-After`.
  ///
  /// - Parameter problem: The problem, which is the body.
  /// - Throws: `Problem` with code `internal_error` if the problem cannot be written as JSON.
  init(_ problem: Problem) throws(Problem) {
    self.init(
      status: HTTPResponse.Status(code: problem.status), headers: problem.headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSON.bytes(problem))))
  }
}

extension Problem {
  var headers: HTTPFields {
    var headers: HTTPFields = [.contentType: Problem.mediaType, .cacheControl: "no-store"]
    if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    if let seconds = retryAfter {
      headers[.retryAfter] = "\(seconds)"
    } else if status == 503, isRetryable {
      headers[.retryAfter] = "1"
    }
    return headers
  }
}

extension HTTPFields {
  fileprivate mutating func sign(_ signature: String?, by keyID: String?) {
    guard let signature, let name = HTTPField.Name(TollgateWire.Header.signature) else { return }
    self[name] = signature
    if let keyID, let name = HTTPField.Name(TollgateWire.Header.signingKey) { self[name] = keyID }
  }
}
