import TollgateClient

/// A phone's network: the server in the same process.
struct TestTransport: HTTPTransport {
  /// There is no network.
  struct Offline: Error {}

  let server: TestServer

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    guard server.isOnline else { throw Offline() }
    return try await server.routed.send(request)
  }
}
