import HTTPTypes
import Hummingbird
import TollgateAppStore

/// The simulated App Store Server API's rejection of a request, with Apple's response.
struct ServerAPIRefusal: Error, Hashable {
  /// Apple's number: the status, then four digits that tell the reasons apart.
  var code: ServerAPIErrorCode

  /// What is wrong, if the number stands for several reasons; nil for the number's own message.
  var message: String?

  /// When to retry, for ``ServerAPIErrorCode/rateLimitExceeded``.
  var retryAfter: Instant?

  init(_ code: ServerAPIErrorCode, _ message: String? = nil, retryAfter: Instant? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  /// Apple's numbers begin with the status.
  var status: HTTPResponse.Status { .init(code: Int(code.rawValue / 10_000)) }
}

extension Response {
  /// Apple's error response; `Retry-After` is an instant in milliseconds since 1970, as in Apple's own.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>.
  init(_ refusal: ServerAPIRefusal) throws {
    try self.init(
      json: ServerAPIErrorResponse(
        errorCode: refusal.code, errorMessage: refusal.message ?? refusal.code.message),
      status: refusal.status)
    if let retryAfter = refusal.retryAfter {
      headers[.retryAfter] = String(retryAfter.milliseconds)
    }
  }

  /// Apple's response to an unauthorized request, which is not JSON.
  static var unauthorized: Response {
    Response(
      status: .unauthorized, headers: [.contentType: "text/plain"],
      body: ResponseBody(byteBuffer: .init(string: "Unauthenticated\n")))
  }
}
