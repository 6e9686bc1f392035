import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
public import TollgateAppStore

/// Sends requests of an `AppStoreServerAPI` to a simulated store in the same process, without a socket.
///
/// Requests pass through the same router as from a socket, so tokens are checked and errors have Apple's form.
public struct InProcessTransport: ServerAPITransport {
  /// The base URL for the client; only the path after it matters.
  public static let baseURL = "http://store.localhost"

  private let responder: RouterResponder<StoreRequestContext>
  private let logger: Logger

  /// Connects a client to a store.
  public init(_ service: StoreService) {
    responder = makeStoreRouter(service).buildResponder()
    var logger = Logger(label: "tollgate.store.in-process")
    logger.logLevel = .critical
    self.logger = logger
  }

  /// Sends one request, without retries.
  ///
  /// - Throws: The router's error if a response cannot be written.
  public func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    var headers = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    let response = try await responder.respond(
      to: Request(
        head: HTTPRequest(
          method: HTTPRequest.Method(request.method.rawValue) ?? .get, scheme: "http",
          authority: "store.localhost", path: Self.path(of: request.url), headerFields: headers),
        body: RequestBody(buffer: ByteBuffer(bytes: request.body ?? Data()))),
      context: StoreRequestContext(logger: logger))
    let body = Body()
    try await response.body.write(Writer(body: body))
    return ServerAPIAnswer(
      status: response.status.code, retryAfter: response.headers[.retryAfter],
      body: Data(await body.buffer.readableBytesView))
  }

  /// The path and query of an address.
  private static func path(of url: String) -> String {
    guard let scheme = url.range(of: "://"),
      let slash = url[scheme.upperBound...].firstIndex(of: "/")
    else { return url }
    return String(url[slash...])
  }

  /// The body of a response, which the router writes in parts.
  private actor Body {
    var buffer = ByteBuffer()

    func append(_ part: ByteBuffer) { buffer.writeImmutableBuffer(part) }
  }

  private struct Writer: ResponseBodyWriter {
    let body: Body

    func write(_ buffer: ByteBuffer) async throws { await body.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
