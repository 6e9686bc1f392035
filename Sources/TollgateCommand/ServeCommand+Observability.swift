import ArgumentParser
import Logging
import Tollgate
import TollgateLedger
import TollgatePostgreSQL
import TollgateServer

extension ServeCommand {
  /// How long to wait for a database that starts at the same time; the log says while the server waits.
  func databaseWait(at location: LedgerLocation, _ logger: Logger) -> PostgreSQLWait {
    let start = ContinuousClock.now
    let limit = startupTimeout
    return PostgreSQLWait(
      atMost: .seconds(limit),
      report: { reason, waited in
        logger.warning(
          "waits for the database",
          metadata: [
            "database": "\(location.description)", "reason": "\(reason.message)",
            "seconds": "\(waited.components.seconds)", "startup-timeout": "\(limit)",
          ])
      }, uptime: { start.duration(to: .now) })
  }

  /// What the operator observes, before the ledger is open.
  func observability(_ registry: PrometheusRegistry?, _ logger: Logger) throws -> Observability {
    var observability = Observability(
      metrics: ServerMetrics(registry), logger: logger, clock: { .current })
    let start = ContinuousClock.now
    observability.uptime = { start.duration(to: .now) }
    observability.keyAgeWarning = ledgerOptions.keys.keyAgeWarning.duration
    observability.droppedLogLines = { Output.droppedLogLines }
    if environments.environment == .production {
      let replacesApple = try environments.replacesApple()
      observability.replacesApple = replacesApple
      if replacesApple {
        logger.warning("purchases of the App Store are refused: --store-root is not Apple's root")
      }
    }
    observability.version = TollgateCommand.configuration.version
    return observability
  }
}

extension Observability {
  /// The same, with what the system's limit on open files leaves of the connections that the operator asked for.
  func serving(_ limits: ConnectionLimits, of options: ConnectionOptions) -> Observability {
    var observability = self
    observability.hasFewFiles = limits.connections < options.maxConnections
    if limits.connections < options.maxConnections {
      logger.warning(
        "serves fewer connections than --max-connections: the system allows too few open files",
        metadata: [
          "connections": "\(limits.connections)", "max-connections": "\(options.maxConnections)",
        ])
    }
    return observability
  }

  /// The same, with the queue of a ledger, and the disk of its file if it has one.
  func observing(_ ledger: any Ledger, at location: LedgerLocation) -> Observability {
    var observability = self
    if case .file(let path) = location { observability.freeSpace = { DiskSpace.free(at: path) } }
    switch ledger {
    case let ledger as SQLiteLedger: observability.waitingWrites = { ledger.waitingWrites }
    case let ledger as PostgreSQLLedger: observability.waitingWrites = { ledger.waitingWrites }
    default: break
    }
    return observability
  }
}
