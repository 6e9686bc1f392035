import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TollgateClient

/// A phone's network: the server in the same process.
struct TestTransport: HTTPTransport {
  /// There is no network.
  struct Offline: Error {}

  let server: TestServer

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    guard server.isOnline else { throw Offline() }
    var fields = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let answer = try await server.router.execute(
      uri: request.path, method: request.method == "POST" ? .post : .get, headers: fields,
      body: request.body.map { ByteBuffer(bytes: $0) })
    return TransportAnswer(
      status: answer.status.code,
      headers: Dictionary(answer.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
      body: Data(answer.body.readableBytesView))
  }
}
