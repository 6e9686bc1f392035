import Dispatch

#if PostgreSQL
  import CPostgreSQL
  import Foundation

  /// A connection that runs one transaction at a time: all its statements are sent at once and answered in order.
  ///
  /// It uses libpq's [pipeline mode](https://www.postgresql.org/docs/current/libpq-pipeline-mode.html) without blocking;
  /// its socket wakes a serial queue, so that no thread waits for the database.
  ///
  /// `@unchecked Sendable`: everything that changes is used on `queue` only.
  final class PostgreSQLConnection: @unchecked Sendable {
    private typealias Outcome = Result<[[Row]], PostgreSQLFailure>

    /// The transaction in progress.
    private struct Exchange {
      let caller: CheckedContinuation<Outcome, Never>
      let isCommit: Bool
      /// How long it may take, in seconds.
      let limit: Double
      /// What is prepared in it, by the position of its result.
      var preparations: [Int: (sql: String, name: String)] = [:]
      /// How many requests were sent, and how many of them have their result.
      var requests = (sent: 0, answered: 0)
      var results: [[Row]] = []
      var failure: PostgreSQLFailure?
    }

    private let queue = DispatchQueue(label: "tollgate.postgresql")
    /// The hosts of the address, and the position of the one that it is connected to.
    private let hosts: PostgreSQLHosts
    private let host: Int
    private let handle: OpaquePointer
    /// A descriptor of the socket for the sources alone, closed after the last of them.
    ///
    /// libpq closes its own as soon as the connection is lost, and the next connection may get its number while a source
    /// still uses it.
    private let socket: CInt
    /// The sources that use the socket.
    private let sources = DispatchGroup()
    private var reading: (any DispatchSourceRead)?
    /// Set while the socket's buffer is full.
    private var writing: (any DispatchSourceWrite)?
    private var isClosed = false
    /// The number of the server process that opened the connection.
    private let process: CInt
    /// Whether statements may be prepared.
    private var keepsSession = false
    /// The names of the statements that the session has prepared, by their text.
    private var prepared: [String: String] = [:]
    /// What the names of its statements begin with, so that another session never runs one of its own instead.
    private let prefix = UUID().uuidString
    /// The number in the last name; no name is used twice.
    private var lastName = 0
    private var exchange: Exchange?
    /// When the exchange must have ended.
    private var deadline = DispatchTime.distantFuture
    /// When the next time-out is checked; one check serves all exchanges until then.
    private var nextCheck: DispatchTime?

    /// Connects on a thread of the system's pool, since looking up a host's name blocks.
    ///
    /// - Throws: `cannotConnect`, `refused`, or `notIdentified` if the server did not prove its name.
    static func open(
      _ address: PostgreSQLAddress
    ) async throws(PostgreSQLFailure) -> PostgreSQLConnection {
      try await address.hosts.open(
        { host in
          await withCheckedContinuation { caller in
            DispatchQueue.global().async { caller.resume(returning: connect(address, host)) }
          }
        }, discard: { $0.close() })
    }

    private static func connect(
      _ address: PostgreSQLAddress, _ host: Int
    ) -> Result<PostgreSQLConnection, PostgreSQLFailure> {
      let parameters = address.parameters(for: host)
      let names = parameters.map { strdup($0.name) } + [nil]
      let values = parameters.map { strdup($0.value) } + [nil]
      defer { for text in names + values { free(text) } }
      let handle = PQconnectdbParams(
        names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
      guard let handle else { return .failure(.cannotConnect) }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      if PQstatus(handle) != CONNECTION_OK, reason(of: handle) == .refused {
        // PostgreSQL words its reason in any language, and sends its code only if that is requested before connecting.
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        PQreset(handle)
      }
      guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0,
        PQenterPipelineMode(handle) == 1
      else {
        let failure = reason(of: handle)
        PQfinish(handle)
        return .failure(failure)
      }
      let socket = dup(PQsocket(handle))
      guard socket >= 0 else {
        PQfinish(handle)
        return .failure(.cannotConnect)
      }
      let connection = PostgreSQLConnection(handle, socket, address.hosts, host)
      connection.queue.sync { connection.listen() }
      return .success(connection)
    }

    private static func reason(of handle: OpaquePointer) -> PostgreSQLFailure {
      PostgreSQLFailure(opening: String(cString: PQerrorMessage(handle)))
    }

    private init(
      _ handle: OpaquePointer, _ socket: CInt, _ hosts: PostgreSQLHosts, _ host: Int
    ) {
      self.handle = handle
      self.socket = socket
      self.hosts = hosts
      self.host = host
      process = PQbackendPID(handle)
    }

    deinit { finish() }

    /// Whether its host has stopped answering, as this or another connection found out.
    var isSilent: Bool { hosts.isSilent(host) }

    /// Runs the statements of a transaction.
    ///
    /// - Parameter isCommit: Whether they are the commit of a transaction that wrote, which is never cancelled.
    /// - Throws: The failure; after `rejected` the transaction was rolled back and the connection can be used again.
    func run(
      _ statements: [Statement], timeout seconds: Double, isCommit: Bool = false
    ) async throws(PostgreSQLFailure) -> [[Row]] {
      let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
        queue.async {
          self.start(statements, Exchange(caller: caller, isCommit: isCommit, limit: seconds))
        }
      }
      return try outcome.get()
    }

    /// Applies settings to the session if it is the connection's own; statements are prepared in it from then on.
    ///
    /// A pooler that gives each transaction another session tells its clients a process number of its own.
    ///
    /// - Returns: Whether the connection keeps its session.
    /// - Throws: The failure.
    func keepSession(
      _ settings: Statement, timeout seconds: Double
    ) async throws(PostgreSQLFailure) -> Bool {
      let rows = try await run([Statement("SELECT pg_backend_pid()")], timeout: seconds)
      guard rows.first?.first?.columns == ["\(process)"] else { return false }
      _ = try await run([settings], timeout: seconds)
      queue.async { self.keepsSession = true }
      return true
    }

    /// Closes the connection; a transaction in progress fails as `lost`.
    func close() { queue.async { self.end() } }

    /// Waits for what arrives, until the connection ends.
    private func listen() {
      let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
      sources.enter()
      source.setEventHandler { [weak self] in self?.receive() }
      source.setCancelHandler { [sources] in sources.leave() }
      source.activate()
      reading = source
    }

    /// Sends a transaction whose results the exchange takes; a connection that is closed or busy fails it.
    private func start(_ statements: [Statement], _ next: Exchange) {
      guard !isClosed, exchange == nil else {
        return next.caller.resume(returning: .failure(.lost))
      }
      exchange = next
      deadline = .now() + next.limit
      watch()
      guard statements.allSatisfy(enqueue), PQpipelineSync(handle) == 1 else { return end() }
      send()
    }

    /// Adds a statement to what libpq will send, with values in text format; false if the connection is lost.
    private func enqueue(_ statement: Statement) -> Bool {
      let texts = statement.values.map { $0.text.map { strdup($0) } ?? nil }
      defer { for text in texts { free(text) } }
      let values = texts.map { UnsafePointer($0) }
      if keepsSession, statement.isPrepared {
        guard let name = prepare(statement.sql) else { return false }
        exchange?.requests.sent += 1
        return PQsendQueryPrepared(handle, name, Int32(texts.count), values, nil, nil, 0) == 1
      }
      exchange?.requests.sent += 1
      return PQsendQueryParams(
        handle, statement.sql, Int32(texts.count), nil, values, nil, nil, 0) == 1
    }

    /// The name of a prepared statement, which this exchange prepares if none before it did; nil if the connection is
    /// lost.
    private func prepare(_ sql: String) -> String? {
      if let name = prepared[sql] { return name }
      if let name = exchange?.preparations.values.first(where: { $0.sql == sql })?.name {
        return name
      }
      lastName += 1
      let name = "\(prefix)_\(lastName)"
      let position = exchange?.requests.sent ?? 0
      exchange?.preparations[position] = (sql, name)
      exchange?.requests.sent += 1
      return PQsendPrepare(handle, name, sql, 0, nil) == 1 ? name : nil
    }

    /// Sends what libpq has buffered, and waits for the socket if its buffer is full.
    private func send() {
      guard !isClosed else { return }
      switch PQflush(handle) {
      case 0:
        writing?.cancel()
        writing = nil
      case 1:
        guard writing == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue)
        sources.enter()
        source.setEventHandler { [weak self] in self?.send() }
        source.setCancelHandler { [sources] in sources.leave() }
        source.activate()
        writing = source
      default: end()
      }
    }

    /// Reads everything that has arrived.
    ///
    /// On Linux, a source reports a hang-up that arrives together with data only once, so the end of the connection is
    /// detected by reading on, not by waiting for another event.
    private func receive() {
      while !isClosed {
        guard PQconsumeInput(handle) == 1 else { return end() }
        if writing != nil { send() }
        takeResults()
        if PQstatus(handle) == CONNECTION_BAD { return end() }
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return }
      }
    }

    /// Takes the results that are complete.
    private func takeResults() {
      while !isClosed, exchange != nil, PQisBusy(handle) == 0 {
        // Each statement's results end in nil.
        guard let result = PQgetResult(handle) else { continue }
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        if status == PGRES_PIPELINE_SYNC {
          complete()
          continue
        }
        let position = exchange?.requests.answered ?? 0
        exchange?.requests.answered += 1
        switch status {
        case PGRES_TUPLES_OK: exchange?.results.append(Self.rows(of: result))
        case PGRES_COMMAND_OK:
          if let preparation = exchange?.preparations[position] {
            prepared[preparation.sql] = preparation.name
          } else {
            exchange?.results.append([])
          }
        case PGRES_PIPELINE_ABORTED: break
        default:
          let state = PQresultErrorField(result, Self.sqlStateField).map { String(cString: $0) }
          if exchange?.failure == nil { exchange?.failure = state.map { .rejected($0) } ?? .lost }
        }
      }
    }

    /// Answers the caller, after a rollback if the transaction failed.
    private func complete() {
      guard let exchange else { return }
      if PQtransactionStatus(handle) != PQTRANS_IDLE, exchange.failure != nil {
        guard enqueue(Statement("ROLLBACK")), PQpipelineSync(handle) == 1 else { return end() }
        return send()
      }
      self.exchange = nil
      exchange.caller.resume(
        returning: exchange.failure.map { .failure($0) } ?? .success(exchange.results))
    }

    /// Checks the time-out at the deadline, unless an earlier check will do so again.
    private func watch() {
      if let nextCheck, nextCheck <= deadline { return }
      let check = deadline
      nextCheck = check
      queue.asyncAfter(deadline: check) { [weak self] in self?.expire(check) }
    }

    /// Ends a connection whose transaction takes too long; the server is asked to cancel it, except in its commit.
    ///
    /// A commit that waits for a synchronous standby is already stored on the primary. Cancelling it would end the wait and
    /// make the transaction visible, so a repeated request could be acknowledged although the standby lacks the write.
    private func expire(_ check: DispatchTime) {
      if nextCheck == check { nextCheck = nil }
      guard let exchange else { return }
      guard deadline <= .now() else { return watch() }
      // A commit may wait for a synchronous standby, and PostgreSQL ends everything else earlier by itself.
      if !exchange.isCommit, exchange.limit > Self.silence { hosts.fellSilent(host) }
      if !exchange.isCommit, let cancel = PQgetCancel(handle) {
        nonisolated(unsafe) let cancel = cancel
        // It opens a connection of its own and blocks until the server has answered.
        DispatchQueue.global().async {
          var message = [CChar](repeating: 0, count: 256)
          PQcancel(cancel, &message, Int32(message.count))
          PQfreeCancel(cancel)
        }
      }
      end()
    }

    /// Closes the connection and fails the transaction that waits, with the reason why PostgreSQL ended it if it gave one.
    private func end() {
      finish()
      let exchange = exchange
      self.exchange = nil
      // The connection is gone, regardless of the reason for which a statement was rejected.
      let reason = exchange?.failure.flatMap { $0.endsConnection ? $0 : nil } ?? .lost
      exchange?.caller.resume(returning: .failure(reason))
    }

    /// Stops waiting, and frees the connection once no source uses its socket.
    private func finish() {
      guard !isClosed else { return }
      isClosed = true
      reading?.cancel()
      writing?.cancel()
      nonisolated(unsafe) let handle = handle
      sources.notify(queue: queue) { [socket] in
        PQfinish(handle)
        closeDescriptor(socket)
      }
    }

    /// Copies the rows of a result, which is freed afterwards.
    private static func rows(of result: OpaquePointer) -> [Row] {
      (0..<PQntuples(result)).map { row in
        Row(
          columns: (0..<PQnfields(result)).map { column in
            guard PQgetisnull(result, row, column) == 0 else { return nil }
            return String(cString: PQgetvalue(result, row, column))
          })
      }
    }

    /// How long a host may leave a transaction without an answer before others are preferred, in seconds; more than
    /// ``PostgreSQLLimits/statement``.
    private static let silence = 8.0

    /// `PG_DIAG_SQLSTATE`, a character constant that Swift does not import.
    private static let sqlStateField = Int32(UInt8(ascii: "C"))
  }

  /// Closes a descriptor; the connection's own `close` hides the system's.
  private func closeDescriptor(_ descriptor: CInt) { close(descriptor) }
#else
  /// A connection in a build without libpq, which is never opened.
  struct PostgreSQLConnection: Sendable {
    static func open(
      _ address: PostgreSQLAddress
    ) async throws(PostgreSQLFailure) -> PostgreSQLConnection { throw .notBuilt }

    var isSilent: Bool { false }

    func run(
      _ statements: [Statement], timeout seconds: Double, isCommit: Bool = false
    ) async throws(PostgreSQLFailure) -> [[Row]] { throw .notBuilt }

    func keepSession(
      _ settings: Statement, timeout seconds: Double
    ) async throws(PostgreSQLFailure) -> Bool { throw .notBuilt }

    func close() {}
  }
#endif
