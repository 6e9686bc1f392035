import AppStoreSimulatorLauncher
import ArgumentParser
import Logging
import ServiceLifecycle
import TollgateServer

/// Where a server's metrics are served.
struct MetricsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The port to serve metrics on, for Prometheus; 0 takes any free port; without it, no metrics are collected.",
      valueName: "port"))
  var metricsPort: Int?

  @Option(help: ArgumentHelp("The address to serve metrics on.", valueName: "address"))
  var metricsHost = "127.0.0.1"

  func validate() throws {
    if let metricsPort { try validatePort(metricsPort) }
  }

  /// What the metrics are collected in; nil if nobody asks for them.
  var registry: PrometheusRegistry? { metricsPort == nil ? nil : PrometheusRegistry() }

  /// The service that serves the metrics, if it is wanted.
  func services(
    _ service: TollgateService, _ registry: PrometheusRegistry?, logger: Logger
  ) -> [any Service] {
    guard let registry, let metricsPort else { return [] }
    let host = metricsHost
    return [
      MetricsServer(service, registry: registry, host: host, port: metricsPort, logger: logger) {
        Output.print("Metrics: http://\(host):\($0)/metrics")
      }
    ]
  }
}
