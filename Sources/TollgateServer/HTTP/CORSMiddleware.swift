import HTTPTypes
import Hummingbird
import TollgateWire

/// Lets the scripts of some web pages call the server, by the
/// [Fetch standard's CORS protocol](https://fetch.spec.whatwg.org/#http-cors-protocol).
///
/// Requests carry tokens in a header that scripts set themselves, never cookies. So credentials in the sense of CORS
/// are not allowed, and an origin is always named in full.
struct CORSMiddleware: RouterMiddleware {
  private let origins: Set<String>

  init(_ origins: Set<WebOrigin>) {
    self.origins = Set(origins.map(\.description))
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let origin = request.headers[.origin].flatMap { origins.contains($0) ? $0 : nil }
    if let origin, request.method == .options,
      request.headers[.accessControlRequestMethod] != nil
    {
      return Self.preflight(origin)
    }
    var response = try await next(request, context)
    // Also without an origin: a cache must not give that response to a page.
    response.headers.append(HTTPField(name: .vary, value: "Origin"))
    if let origin {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] = Self.exposed
    }
    return response
  }

  /// What a browser asks for before it sends a script's request.
  private static func preflight(_ origin: String) -> Response {
    Response(
      status: .noContent,
      headers: [
        .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
        .accessControlAllowOrigin: origin, .accessControlAllowMethods: methods,
        .accessControlAllowHeaders: allowed, .accessControlMaxAge: "\(maxAge)",
      ])
  }

  /// For how many seconds a browser may remember a preflight.
  static let maxAge = 600

  private static let methods = Set(Endpoint.templates.map(\.method.rawValue)).sorted()
    .joined(separator: ", ")

  /// The headers that a script may send.
  private static let allowed = [
    TollgateWire.Header.authorization, "Content-Type", TollgateWire.Header.idempotencyKey,
    "If-None-Match",
  ].joined(separator: ", ")

  /// The headers that a script may read, in addition to those that it always may.
  private static let exposed = [
    "ETag", TollgateWire.Header.replayed, "Retry-After", TollgateWire.Header.signature,
    TollgateWire.Header.signingKey,
  ].joined(separator: ", ")
}
