import Foundation
public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import TollgateLedger
import TollgateWire
import UnixSignals

/// Composes a server: the router over the service, listening at the configured address.
///
/// - Parameters:
///   - configuration: The address to listen at, and the limits of requests.
///   - services: Services that run as long as the server does, such as ``StoreJobs``.
///   - logger: Where requests are logged, without personal values.
///   - onRunning: Called with the port once the server listens.
/// - Returns: An application to run in a service group, or to test.
public func buildServer(
  _ service: TollgateService, configuration: ServerConfiguration = ServerConfiguration(),
  services: [any Service] = [], logger: Logger,
  onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
  let register = ConnectionRegister(
    configuration.limits, metrics: service.observability.metrics, logger: logger)
  // The router logs each request at this level, and makes the spans of traces.
  let isObserved = logger.logLevel <= .debug || service.observability.tracer != nil
  let limiter = RequestLimiter(configuration.rates)
  let direct =
    isObserved
    ? nil
    : DirectResponder(
      service, limiter: limiter, proxies: TrustedProxies(configuration.limits.proxies))
  return Application(
    router: makeRouter(service, configuration: configuration, limiter: limiter),
    server: HTTPServerBuilder { responder in
      GuardedChannel(
        http: HTTP1Channel(responder: responder), limits: configuration.limits, register: register,
        direct: direct, certificate: configuration.certificate)
    },
    configuration: ApplicationConfiguration(
      address: .hostname(configuration.host, port: configuration.port), serverName: "tollgate",
      availableConnectionsDelegate: configuration.limits.acceptance),
    services: services,
    onServerRunning: { channel in
      await onRunning(channel.localAddress?.port ?? configuration.port)
    },
    logger: logger)
}

/// Runs a server until SIGTERM or SIGINT, and then completes the requests in progress, within the time that the
/// configuration allows.
///
/// ``StoreJobs``, ``RetentionJob``, ``NudgeJob`` and ``ChartJob`` run alongside it, and a ``SchemaWatch`` if other servers share the ledger. At
/// SIGHUP the server reads its certificate again.
///
/// - Parameters:
///   - configuration: The address to listen at, and the limits of requests.
///   - retention: How long the ledger keeps what it does not need forever.
///   - services: Further services that run as long as the server does, such as ``MetricsServer``.
///   - logger: Where requests are logged, without personal values.
///   - onRunning: Called with the port once the server listens.
/// - Throws: ``ServerError`` if it cannot listen, or a `LedgerError` once a newer version has migrated the ledger.
public func runServer(
  _ service: TollgateService, configuration: ServerConfiguration = ServerConfiguration(),
  retention: Retention = Retention(), services: [any Service] = [], logger: Logger,
  onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) async throws {
  let jobs: [any Service] = [
    StoreJobs(service, logger: logger),
    await CertificateReload(configuration.certificate, logger: logger),
    RetentionJob(service, retention: retention, logger: logger),
    NudgeJob(service, logger: logger),
    ChartJob(service, logger: logger),
  ]
  try await runListening(
    buildServer(
      service, configuration: configuration, services: jobs + services, logger: logger,
      onRunning: onRunning),
    configuration, watch: service.records.ledger.isShared ? SchemaWatch(service) : nil)
}

/// Runs an application until SIGTERM or SIGINT.
///
/// - Parameters:
///   - configuration: The address it listens at, for the error.
///   - watch: A service that ends the application when it throws, after the requests in progress.
/// - Throws: ``ServerError`` if it cannot listen, or what the watch throws.
public func runListening(
  _ application: some ApplicationProtocol, _ configuration: ServerConfiguration,
  watch: (any Service)? = nil
) async throws {
  do {
    var services = [ServiceGroupConfiguration.ServiceConfiguration(service: application)]
    if let watch {
      services.append(
        .init(service: watch, failureTerminationBehavior: .gracefullyShutdownGroup))
    }
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint],
      logger: application.logger)
    group.maximumGracefulShutdownDuration = configuration.shutdown
    try await ServiceGroup(configuration: group).run()
  } catch let error as IOError {
    throw ServerError(error, configuration)
  } catch is SocketAddressError, is SocketAddressError.UnknownHost {
    throw ServerError(.cannotListen, "There is no address \(configuration.host) to listen at.")
  }
}

extension ServerError {
  init(_ error: IOError, _ configuration: ServerConfiguration) {
    let place = "\(configuration.host):\(configuration.port)"
    switch error.errnoCode {
    case EADDRINUSE:
      self.init(.portInUse, "Another process listens at \(place): choose another port.")
    default:
      self.init(
        .cannotListen, "Cannot listen at \(place): \(String(cString: strerror(error.errnoCode))).")
    }
  }
}
