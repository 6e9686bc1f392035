import TollgateMutex

/// One of several hosts in an address.
struct PostgreSQLHost: Hashable, Sendable {
  /// Its name, or a socket's folder; nil if the address names hosts by `hostaddr` alone.
  var name: String?
  /// Its IP address, if the address names it.
  var address: String?
  var port: String

  /// What replaces libpq's parameters for all hosts.
  var parameters: [(name: String, value: String)] {
    [("host", name), ("hostaddr", address), ("port", port)].compactMap { name, value in
      value.map { (name: name, value: $0) }
    }
  }
}

/// The order in which connections try the hosts of an address, by what all connections of the process have learned.
///
/// A suspended machine accepts connections and never answers, so it costs whoever asks it the whole `connect_timeout`.
/// Once a host has not answered, nobody waits for it: connections try the others, and if none of these can be used, the
/// host is asked in the background, by one attempt at a time. It is tried like the others again after it has answered.
final class PostgreSQLHosts: Sendable {
  /// What is known about the hosts.
  struct Memory: Hashable, Sendable {
    private let count: Int
    /// The hosts that did not answer when they were used last.
    private var silent: Set<Int> = []
    /// Those of them that are being asked whether they answer again.
    private var asked: Set<Int> = []

    init(count: Int) { self.count = count }

    /// The hosts to try one after another: those that answered last, or were never tried.
    var order: [Int] { (0..<count).filter { !silent.contains($0) } }

    func isSilent(_ host: Int) -> Bool { silent.contains(host) }

    /// Notes that a host did not answer; the only host is always tried.
    mutating func fellSilent(_ host: Int) {
      if count > 1 { silent.insert(host) }
    }

    /// Notes that a host answered, even if only to refuse.
    mutating func answered(_ host: Int) { silent.remove(host) }

    /// The silent hosts that nobody is asking, which the caller asks from now on.
    mutating func startAsking() -> [Int] {
      let hosts = silent.subtracting(asked).sorted()
      asked.formUnion(hosts)
      return hosts
    }

    mutating func endAsking(_ host: Int) { asked.remove(host) }
  }

  /// An attempt that fails after this long was not refused: the host did not answer.
  static let silence = Duration.seconds(1)

  private let memory: Mutex<Memory>
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
    memory = Mutex(Memory(count: count))
    self.uptime = uptime
    self.inBackground = inBackground
  }

  /// Opens a connection to the first host that can be used.
  ///
  /// - Parameters:
  ///   - connect: Tries a host, by its position in the address.
  ///   - discard: Closes a connection that was opened to ask whether a host answers again.
  /// - Throws: The failure that says most about why no host can be used.
  func open<Connection: Sendable>(
    _ connect: @escaping @Sendable (Int) async -> Result<Connection, PostgreSQLFailure>,
    discard: @escaping @Sendable (Connection) -> Void
  ) async throws(PostgreSQLFailure) -> Connection {
    var failure = PostgreSQLFailure.cannotConnect
    for host in memory.withLock({ $0.order }) {
      switch await attempt(host, connect) {
      case .success(let connection): return connection
      case .failure(let next): if failure == .cannotConnect { failure = next }
      }
    }
    for host in memory.withLock({ $0.startAsking() }) {
      inBackground {
        if case .success(let connection) = await self.attempt(host, connect) {
          discard(connection)
        }
        self.memory.withLock { $0.endAsking(host) }
      }
    }
    throw failure
  }

  /// Notes that a host stopped answering on a connection.
  func fellSilent(_ host: Int) { memory.withLock { $0.fellSilent(host) } }

  /// Whether a host did not answer when it was used last.
  func isSilent(_ host: Int) -> Bool { memory.withLock { $0.isSilent(host) } }

  private func attempt<Connection: Sendable>(
    _ host: Int, _ connect: @Sendable (Int) async -> Result<Connection, PostgreSQLFailure>
  ) async -> Result<Connection, PostgreSQLFailure> {
    let start = uptime()
    let outcome = await connect(host)
    let isSilent = outcome.isUnreached && uptime() - start >= Self.silence
    memory.withLock { memory in
      if isSilent { memory.fellSilent(host) } else { memory.answered(host) }
    }
    return outcome
  }
}

extension Result where Failure == PostgreSQLFailure {
  /// Whether no connection could be opened, for none of the reasons that a server gives.
  fileprivate var isUnreached: Bool {
    if case .failure(.cannotConnect) = self { true } else { false }
  }
}
