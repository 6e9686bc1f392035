import Logging
import TollgateMutex

/// The bytes of responses that were written and that their peers have not received yet, over all connections.
///
/// Beyond a limit, the connection whose peer has received nothing for longest is closed: of the address that has too
/// many of these bytes, or of all.
final class UnreadResponses: Sendable {
  /// A connection's name, which is unique.
  typealias ID = UInt64

  private struct Connection {
    let address: String
    let close: @Sendable () -> Void
    var bytes = 0
    /// The step at which the peer last received something, or had nothing left to receive.
    var progress: UInt64 = 0
  }

  private struct State {
    var connections: [ID: Connection] = [:]
    var byAddress: [String: Int] = [:]
    var total = 0
    var step: UInt64 = 0
    var nextID: ID = 0
    /// Connections that were closed since there was little to receive.
    var closed = 0

    mutating func change(_ id: ID, by bytes: Int) {
      guard let connection = connections[id] else { return }
      let bytes = max(bytes, -connection.bytes)
      step += 1
      connections[id]?.bytes += bytes
      if bytes < 0 || connection.bytes == 0 { connections[id]?.progress = step }
      total += bytes
      let share = byAddress[connection.address, default: 0] + bytes
      byAddress[connection.address] = share > 0 ? share : nil
    }

    /// Stops counting the connection that has received nothing for longest, and returns how to close it.
    mutating func removeSlowest(of address: String?) -> (@Sendable () -> Void)? {
      let waiting = connections.filter {
        $0.value.bytes > 0 && (address == nil || $0.value.address == address)
      }
      guard let slowest = waiting.min(by: { $0.value.progress < $1.value.progress }) else {
        return nil
      }
      change(slowest.key, by: -slowest.value.bytes)
      connections[slowest.key] = nil
      return slowest.value.close
    }
  }

  private let limits: ConnectionLimits
  private let logger: Logger
  private let state = Mutex(State())

  init(_ limits: ConnectionLimits, logger: Logger) {
    self.limits = limits
    self.logger = logger
  }

  /// How many bytes wait for their peers.
  var bytes: Int { state.withLock { $0.total } }

  /// Counts the responses of a connection from now on.
  ///
  /// - Parameter close: Closes the connection; called on any thread.
  /// - Returns: The connection's name.
  func begin(from address: String, close: @escaping @Sendable () -> Void) -> ID {
    state.withLock { state in
      state.nextID += 1
      state.connections[state.nextID] = Connection(address: address, close: close)
      return state.nextID
    }
  }

  /// Counts bytes that were written to a connection, and closes the slowest ones if there are too many.
  func wrote(_ bytes: Int, to id: ID) {
    var closing: [@Sendable () -> Void] = []
    let isFirst = state.withLock { state in
      guard let address = state.connections[id]?.address else { return false }
      state.change(id, by: bytes)
      let closedBefore = state.closed
      if !limits.proxies.contains(address) {
        while state.byAddress[address, default: 0] > limits.unreadResponsesPerAddress,
          let close = state.removeSlowest(of: address)
        {
          closing.append(close)
        }
      }
      while state.total > limits.unreadResponses, let close = state.removeSlowest(of: nil) {
        closing.append(close)
      }
      state.closed += closing.count
      return closedBefore == 0 && !closing.isEmpty
    }
    if isFirst { logger.warning("connections are closed: their peers do not receive responses") }
    for close in closing { close() }
  }

  /// Stops counting bytes that a peer received, or never will.
  func sent(_ bytes: Int, to id: ID) {
    let closed = state.withLock { state in
      state.change(id, by: -bytes)
      guard state.closed > 0, state.total <= limits.unreadResponses / 2 else { return 0 }
      defer { state.closed = 0 }
      return state.closed
    }
    if closed > 0 {
      logger.warning("responses are received again", metadata: ["closed": "\(closed)"])
    }
  }

  /// Stops counting a connection that was closed.
  func end(_ id: ID) {
    state.withLock { state in
      state.change(id, by: -(state.connections[id]?.bytes ?? 0))
      state.connections[id] = nil
    }
  }
}
