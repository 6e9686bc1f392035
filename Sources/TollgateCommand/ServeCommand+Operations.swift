import ArgumentParser
import Logging
import Tollgate
import TollgateLedger
import TollgateServer

extension ServeCommand {
  /// What the operator observes, before the ledger is open.
  func operations(_ registry: PrometheusRegistry?, _ logger: Logger) -> Operations {
    var operations = Operations(
      metrics: ServerMetrics(registry), logger: logger, clock: { .current })
    let start = ContinuousClock.now
    operations.uptime = { start.duration(to: .now) }
    operations.droppedLogLines = { Output.droppedLogLines }
    operations.version = TollgateCommand.configuration.version
    return operations
  }
}

extension Operations {
  /// The same, with the queue of a ledger and the disk of its file.
  func observing(_ ledger: SQLiteLedger, at path: String) -> Operations {
    var operations = self
    operations.waitingWrites = { ledger.waitingWrites }
    operations.freeSpace = { DiskSpace.free(at: path) }
    return operations
  }
}
