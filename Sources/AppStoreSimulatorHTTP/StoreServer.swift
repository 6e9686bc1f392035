import AppStoreSimulator
public import Hummingbird
public import Logging
import NIOCore
import ServiceLifecycle
import TollgateAppStore

/// How a store's clock moves.
public enum StoreClock: String, Hashable, Sendable, CaseIterable {
  /// Only on request.
  case manual

  /// With real time; it can also be moved ahead.
  case real
}

/// Composes the server of a simulated store, by default reachable from this machine only.
///
/// With ``StoreClock/real`` the clock is moved once a second, and the store may then be ahead of real time but not
/// behind it by more than that.
///
/// - Parameters:
///   - host: The address to listen at; anyone who can reach it controls the store.
///   - port: The port to listen at; 0 means any free port.
///   - onRunning: Called with the port once the server listens.
/// - Returns: An application to run in a service group, or to test.
public func buildStoreServer(
  _ service: StoreService, host: String = "127.0.0.1", port: Int, clock: StoreClock = .manual,
  logger: Logger,
  onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
  Application(
    router: makeStoreRouter(service),
    configuration: ApplicationConfiguration(
      address: .hostname(host, port: port), serverName: "tollgate-store"),
    services: clock == .real ? [TickingClock(service: service, logger: logger)] : [],
    onServerRunning: { await onRunning($0.localAddress?.port ?? port) },
    logger: logger)
}

/// Moves a store's clock with real time.
private struct TickingClock: Service {
  /// How often the clock is moved, so that an event is at most this late.
  private static let period = Duration.seconds(1)

  let service: StoreService
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await tick() }
  }

  private func tick() async {
    let clock = ContinuousClock()
    var last = clock.now
    while (try? await clock.sleep(for: Self.period)) != nil {
      let passed = Duration.milliseconds((clock.now - last).milliseconds)
      last += passed
      do {
        try await service.advance(to: service.simulator.now.advanced(by: passed))
      } catch {
        logger.error("the clock stands: too much waits")
      }
    }
  }
}
