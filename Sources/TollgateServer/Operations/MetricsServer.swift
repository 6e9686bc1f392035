import CoreMetrics
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import TollgateWire

/// Serves the metrics of a server at `/metrics`, on an address of its own.
///
/// Metrics say nothing about people, but they show how a business is doing, so the address should be reachable by the
/// collector only.
public struct MetricsServer: Service {
  /// How many connections may be open.
  public static let connections = 16

  private let service: TollgateService
  private let registry: PrometheusRegistry
  private let configuration: ServerConfiguration
  private let logger: Logger
  private let onRunning: @Sendable (Int) async -> Void

  /// Creates the server.
  ///
  /// - Parameters:
  ///   - service: The service whose state is sampled for each collection.
  ///   - registry: What the service's metrics are collected in.
  ///   - port: The port to listen at; 0 means any free port.
  ///   - onRunning: Called with the port once the server listens.
  public init(
    _ service: TollgateService, registry: PrometheusRegistry, host: String = "127.0.0.1",
    port: Int, logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    self.service = service
    self.registry = registry
    self.logger = logger
    self.onRunning = onRunning
    configuration = ServerConfiguration(
      host: host, port: port,
      limits: ConnectionLimits(
        connections: Self.connections, connectionsPerAddress: Self.connections))
  }

  /// Serves until the service group shuts down.
  ///
  /// - Throws: ``ServerError`` if it cannot listen.
  public func run() async throws {
    do {
      try await application.run()
    } catch let error as IOError {
      throw ServerError(error, configuration)
    } catch is SocketAddressError {
      throw ServerError(.cannotListen, "There is no address \(configuration.host) to listen at.")
    }
  }

  /// The application, to run in a test.
  public var application: some ApplicationProtocol {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.get("metrics") { [service, registry] _, _ in
      await service.sample(into: registry)
      return Response(
        status: .ok, headers: [.contentType: PrometheusText.contentType],
        body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text)))
    }
    let (limits, onRunning) = (configuration.limits, onRunning)
    let register = ConnectionRegister(limits, logger: logger)
    let port = configuration.port
    return Application(
      router: router,
      server: HTTPServerBuilder { responder in
        GuardedChannel(
          http: HTTP1Channel(responder: responder), limits: limits, register: register)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        serverName: "tollgate", availableConnectionsDelegate: limits.acceptance),
      onServerRunning: { await onRunning($0.localAddress?.port ?? port) },
      logger: logger)
  }
}
