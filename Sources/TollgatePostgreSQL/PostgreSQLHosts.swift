import TollgateMutex

/// The order in which connections try the hosts of an address, by what all connections of the process have learned.
///
/// A suspended machine accepts connections and never answers, so each attempt takes the whole `connect_timeout`. Once a
/// host has not answered, nobody waits for it: connections try the others, and if none of these can be used, the host is
/// tried in the background, by one attempt at a time. After it has answered, it is tried like the others again.
final class PostgreSQLHosts: Sendable {
  /// An attempt that fails after this long was not refused: the host did not answer.
  static let silence = Duration.seconds(1)

  private let count: Int
  /// The hosts that did not answer when they were used last, and those of them that are being tried in the background.
  private let memory = Mutex((silent: Set<Int>(), asked: Set<Int>()))
  private let uptime: @Sendable () -> Duration
  private let inBackground: @Sendable (@escaping @Sendable () async -> Void) -> Void

  /// Creates the memory of an address, whose copies share it.
  ///
  /// - Parameters:
  ///   - count: The number of hosts, from 1.
  ///   - uptime: The time since any one instant.
  ///   - inBackground: Performs work that nobody waits for.
  init(
    count: Int, uptime: @escaping @Sendable () -> Duration,
    inBackground: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
      Task { await work() }
    }
  ) {
    self.count = count
    self.uptime = uptime
    self.inBackground = inBackground
  }

  /// Opens a connection to the first host that can be used.
  ///
  /// - Parameters:
  ///   - connect: Tries a host, by its position in the address.
  ///   - discard: Closes a connection that was opened to ask whether a host answers again.
  /// - Throws: The first failure that says more than that a host cannot be reached, if there is one.
  func open<Connection: Sendable>(
    _ connect: @escaping @Sendable (Int) async -> Result<Connection, PostgreSQLFailure>,
    discard: @escaping @Sendable (Connection) -> Void
  ) async throws(PostgreSQLFailure) -> Connection {
    var failure = PostgreSQLFailure.cannotConnect
    for host in 0..<count where !isSilent(host) {
      switch await attempt(host, connect) {
      case .success(let connection): return connection
      case .failure(let next): if failure == .cannotConnect { failure = next }
      }
    }
    let unasked = memory.withLock { memory in
      let hosts = memory.silent.subtracting(memory.asked)
      memory.asked.formUnion(hosts)
      return hosts
    }
    for host in unasked.sorted() {
      inBackground {
        if case .success(let connection) = await self.attempt(host, connect) {
          discard(connection)
        }
        self.memory.withLock { _ = $0.asked.remove(host) }
      }
    }
    throw failure
  }

  /// Notes that a host does not answer; the only host is always tried.
  func fellSilent(_ host: Int) {
    if count > 1 { memory.withLock { _ = $0.silent.insert(host) } }
  }

  /// Whether a host did not answer when it was used last.
  func isSilent(_ host: Int) -> Bool { memory.withLock { $0.silent.contains(host) } }

  private func attempt<Connection: Sendable>(
    _ host: Int, _ connect: @Sendable (Int) async -> Result<Connection, PostgreSQLFailure>
  ) async -> Result<Connection, PostgreSQLFailure> {
    let start = uptime()
    let outcome = await connect(host)
    if case .failure(.cannotConnect) = outcome, uptime() - start >= Self.silence {
      fellSilent(host)
    } else {
      memory.withLock { _ = $0.silent.remove(host) }
    }
    return outcome
  }
}
