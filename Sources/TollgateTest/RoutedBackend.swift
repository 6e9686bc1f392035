import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdTesting
package import Logging
import NIOCore
import Tollgate
import TollgateClient
import TollgateMutex
import TollgateServer
package import TollgateSimulation
import TollgateWire

/// A simulated backend behind its real router, without a socket.
package final class RoutedBackend: Sendable {
  package let backend: SimulatedBackend
  package let router: any TestClientProtocol
  /// The number of the last notification that was delivered.
  private let delivered = Mutex(0)

  private init(_ backend: SimulatedBackend, _ router: any TestClientProtocol) {
    self.backend = backend
    self.router = router
  }

  /// Routes requests to a backend for the duration of an action.
  package static func run(
    _ backend: SimulatedBackend, logLevel: Logger.Level = .critical,
    _ action: @Sendable (RoutedBackend) async throws -> Void
  ) async throws {
    var logger = Logger(label: "TollgateTest")
    logger.logLevel = logLevel
    let application = Application(router: makeRouter(backend.service), logger: logger)
    try await application.test(.router) { try await action(RoutedBackend(backend, $0)) }
  }

  /// Delivers all of the store's pending notifications to the server, in order.
  ///
  /// - Throws: ``TestServerError`` if the server refused one.
  package func deliverNotifications() async throws {
    let last = delivered.withLock { $0 }
    for notification in backend.store.notifications(after: last) {
      let body = try JSONEncoder().encode(NotificationRequest(signedPayload: notification.jws))
      let response = try await router.execute(
        uri: Endpoint.appStoreNotifications.path(app: backend.app), method: .post,
        body: ByteBuffer(bytes: body))
      guard response.status == .ok else {
        throw TestServerError.notificationRefused(Int(response.status.code))
      }
      delivered.withLock { $0 = notification.sequence }
    }
  }

  /// Sends a device's request to the router.
  package func send(_ request: TransportRequest) async throws -> TransportAnswer {
    var fields = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let response = try await router.execute(
      uri: request.path, method: HTTPRequest.Method(request.method) ?? .get, headers: fields,
      body: request.body.map { ByteBuffer(bytes: $0) })
    return TransportAnswer(
      status: response.status.code,
      headers: Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
      body: Data(response.body.readableBytesView))
  }
}
