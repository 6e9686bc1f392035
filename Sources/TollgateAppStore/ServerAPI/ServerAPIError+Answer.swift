import Foundation

extension ServerAPIError {
  /// Creates the error for a response with a status other than 200 to 299.
  init(_ answer: ServerAPIAnswer, at now: Instant) {
    switch answer.status {
    case 401: self.init(.unauthorized, "Apple does not take the token.")
    case 429: self.init(.rateLimited, "Too many requests were sent.")
    case 500...: self.init(.failed, "Apple failed to answer.")
    default: self.init(.refused, "Apple refused the request.")
    }
    status = answer.status
    errorCode = Self.errorCode(in: answer.body)
    retryAfter = answer.retryAfter.flatMap { Self.instant($0, at: now) }
  }

  /// A body that is not Apple's error is common if a proxy responds.
  private static func errorCode(in body: Data) -> ServerAPIErrorCode? {
    do {
      return try JSONDecoder().decode(ServerAPIErrorResponse.self, from: body).errorCode
    } catch {
      return nil
    }
  }

  /// Apple writes milliseconds since 1970; proxies write seconds from now (RFC 9110 section 10.2.3).
  private static func instant(_ text: String, at now: Instant) -> Instant? {
    guard let number = Int64(text), number >= 0 else { return nil }
    return number < 1_000_000_000
      ? now.advanced(by: .seconds(number)) : Instant(milliseconds: number)
  }
}
