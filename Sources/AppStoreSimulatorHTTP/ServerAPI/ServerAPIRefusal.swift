import AppStore
import HTTPTypes
import Hummingbird

/// Why the simulated App Store Server API refuses a request, answered as Apple does.
struct ServerAPIRefusal: Error, Hashable {
  var code: ServerAPIErrorCode

  /// When to ask again, for ``ServerAPIErrorCode/rateLimitExceeded``.
  var retryAfter: Milliseconds?

  init(_ code: ServerAPIErrorCode, retryAfter: Milliseconds? = nil) {
    self.code = code
    self.retryAfter = retryAfter
  }

  /// Apple's numbers begin with the status.
  var status: HTTPResponse.Status { .init(code: Int(code.rawValue / 10_000)) }
}

extension Response {
  init(_ refusal: ServerAPIRefusal) throws {
    try self.init(
      json: ServerAPIErrorResponse(errorCode: refusal.code, errorMessage: refusal.code.message),
      status: refusal.status)
    if let retryAfter = refusal.retryAfter {
      headers[.retryAfter] = String(retryAfter.rawValue)
    }
  }

  /// Apple's answer to a request that is not authorized, which is no JSON.
  static var unauthorized: Response {
    Response(
      status: .unauthorized, headers: [.contentType: "text/plain"],
      body: ResponseBody(byteBuffer: .init(string: "Unauthenticated\n")))
  }
}
