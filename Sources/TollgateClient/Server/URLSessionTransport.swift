public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over URL sessions.
public struct URLSessionTransport: HTTPTransport {
  /// The request timeout: 15 seconds.
  public static let patience: Double = 15
  /// The largest response that is read: 4 MiB.
  public static let longestAnswer = 4 << 20

  private let server: URL

  /// Creates a transport for a server's root address.
  public init(server: URL) { self.server = server }

  /// The server's root address.
  public var pageServer: URL? { server }

  /// Sends a request.
  ///
  /// - Returns: The complete response, whatever its status.
  /// - Throws: `URLError` if no complete response arrived.
  public func send(_ request: TransportRequest) async throws -> TransportAnswer {
    var root = server.absoluteString
    while root.hasSuffix("/") { root.removeLast() }
    guard let url = URL(string: root + request.path) else { throw URLError(.badURL) }
    var call = URLRequest(url: url, timeoutInterval: Self.patience)
    call.cachePolicy = .reloadIgnoringLocalCacheData
    call.httpMethod = request.method
    call.httpBody = request.body
    for (name, value) in request.headers { call.setValue(value, forHTTPHeaderField: name) }
    let (body, answer) = try await URLSession.shared.data(for: call)
    guard let answer = answer as? HTTPURLResponse, body.count <= Self.longestAnswer else {
      throw URLError(.badServerResponse)
    }
    var headers: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      headers["\(name)".lowercased()] = "\(value)"
    }
    return TransportAnswer(status: answer.statusCode, headers: headers, body: body)
  }
}
