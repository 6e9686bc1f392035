import CoreMetrics
import Logging
import TollgateMutex

/// The connections that are open, counted in total and by address.
final class ConnectionRegister: Sendable {
  private struct Open {
    var total = 0
    var byAddress: [String: Int] = [:]
    /// Connections refused since the register was last empty enough to admit one.
    var refused = 0
  }

  private let limits: ConnectionLimits
  private let metrics: ServerMetrics
  private let logger: Logger
  private let open = Mutex(Open())
  /// What the open connections have not received.
  let responses: UnreadResponses

  init(_ limits: ConnectionLimits, metrics: ServerMetrics = ServerMetrics(), logger: Logger) {
    self.limits = limits
    self.metrics = metrics
    self.logger = logger
    responses = UnreadResponses(limits, logger: logger)
  }

  /// Counts a connection that was opened; returns false, having counted nothing, if there are too many.
  ///
  /// It logs the first refusal, and the number of refusals once a connection is admitted again, so that a flood does
  /// not fill the log.
  func admit(_ address: String) -> Bool {
    let (isAdmitted, refused) = open.withLock { open -> (Bool, Int) in
      let share = open.byAddress[address, default: 0]
      guard open.total < limits.connections,
        share < limits.connectionsPerAddress || limits.proxies.contains(address)
      else {
        open.refused += 1
        let isTotal = open.total >= limits.connections
        (isTotal ? metrics.refusedConnections : metrics.refusedConnectionsOfAddress)
          .increment(by: 1)
        return (false, open.refused)
      }
      open.total += 1
      open.byAddress[address] = share + 1
      defer { open.refused = 0 }
      return (true, open.refused)
    }
    if isAdmitted { metrics.connectionsOpen.increment(by: 1) }
    if !isAdmitted, refused == 1 {
      logger.warning("connections are refused: too many are open")
    } else if isAdmitted, refused > 0 {
      logger.warning("connections are admitted again", metadata: ["refused": "\(refused)"])
    }
    return isAdmitted
  }

  /// Counts an admitted connection that was closed.
  func leave(_ address: String) {
    metrics.connectionsOpen.decrement(by: 1)
    open.withLock { open in
      open.total -= 1
      let share = open.byAddress[address, default: 0] - 1
      open.byAddress[address] = share > 0 ? share : nil
    }
  }
}
