import ArgumentParser
import Logging
import Tollgate
import TollgateLedger
import TollgatePostgreSQL
import TollgateServer

extension ServeCommand {
  /// What the operator observes, before the ledger is open.
  func operations(_ registry: PrometheusRegistry?, _ logger: Logger) throws -> Operations {
    var operations = Operations(
      metrics: ServerMetrics(registry), logger: logger, clock: { .current })
    let start = ContinuousClock.now
    operations.uptime = { start.duration(to: .now) }
    operations.keyAgeWarning = ledgerOptions.keys.keyAgeWarning.duration
    operations.droppedLogLines = { Output.droppedLogLines }
    if environments.environment == .production {
      let replacesApple = try environments.replacesApple()
      operations.replacesApple = replacesApple
      if replacesApple {
        logger.warning("purchases of the App Store are refused: --store-root is not Apple's root")
      }
    }
    operations.version = TollgateCommand.configuration.version
    return operations
  }
}

extension Operations {
  /// The same, with what the system's limit on open files leaves of the connections that the operator asked for.
  func serving(_ limits: ConnectionLimits, of options: ConnectionOptions) -> Operations {
    var operations = self
    operations.hasFewFiles = limits.connections < options.maxConnections
    if limits.connections < options.maxConnections {
      logger.warning(
        "serves fewer connections than --max-connections: the system allows too few open files",
        metadata: [
          "connections": "\(limits.connections)", "max-connections": "\(options.maxConnections)",
        ])
    }
    return operations
  }

  /// The same, with the queue of a ledger, and the disk of its file if it has one.
  func observing(_ ledger: any Ledger, at path: String) -> Operations {
    var operations = self
    switch ledger {
    case let ledger as SQLiteLedger:
      operations.waitingWrites = { ledger.waitingWrites }
      operations.freeSpace = { DiskSpace.free(at: path) }
    case let ledger as PostgreSQLLedger: operations.waitingWrites = { ledger.waitingWrites }
    default: break
    }
    return operations
  }
}
