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
      var results: [[Row]] = []
      var failure: PostgreSQLFailure?
    }

    private let queue = DispatchQueue(label: "tollgate.postgresql")
    private let handle: OpaquePointer
    /// The sources that use the socket, which is closed after the last of them.
    private let sources = DispatchGroup()
    private var reading: (any DispatchSourceRead)?
    /// Set while the socket's buffer is full.
    private var writing: (any DispatchSourceWrite)?
    private var isClosed = false
    private var exchange: Exchange?
    /// When the exchange must have ended.
    private var deadline = DispatchTime.distantFuture
    /// When the next time-out is checked; one check serves all exchanges until then.
    private var nextCheck: DispatchTime?

    /// Connects on a thread of the system's pool, since looking up a host's name blocks.
    ///
    /// - Parameter address: The server.
    /// - Returns: The connection.
    /// - Throws: `cannotConnect`.
    static func open(
      _ address: PostgreSQLAddress
    ) async throws(PostgreSQLFailure) -> PostgreSQLConnection {
      let connection = await withCheckedContinuation { caller in
        DispatchQueue.global().async { caller.resume(returning: connect(address)) }
      }
      guard let connection else { throw .cannotConnect }
      return connection
    }

    private static func connect(_ address: PostgreSQLAddress) -> PostgreSQLConnection? {
      let names = address.parameters.map { strdup($0.name) } + [nil]
      let values = address.parameters.map { strdup($0.value) } + [nil]
      defer { for text in names + values { free(text) } }
      let handle = PQconnectdbParams(
        names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
      guard let handle else { return nil }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0,
        PQenterPipelineMode(handle) == 1
      else {
        PQfinish(handle)
        return nil
      }
      let connection = PostgreSQLConnection(handle)
      connection.queue.sync { connection.listen() }
      return connection
    }

    private init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { finish() }

    /// Runs the statements of a transaction.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - seconds: How long they may take.
    /// - Returns: The rows of each statement.
    /// - Throws: The failure; after `rejected` the transaction was rolled back and the connection can be used again.
    func run(
      _ statements: [Statement], timeout seconds: Double
    ) async throws(PostgreSQLFailure) -> [[Row]] {
      let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
        queue.async { self.start(statements, caller, seconds) }
      }
      return try outcome.get()
    }

    /// Closes the connection; a transaction in progress fails as `lost`.
    func close() { queue.async { self.end() } }

    private func listen() {
      let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(handle), queue: queue)
      sources.enter()
      source.setEventHandler { [weak self] in self?.receive() }
      source.setCancelHandler { [sources] in sources.leave() }
      source.activate()
      reading = source
    }

    private func start(
      _ statements: [Statement], _ caller: CheckedContinuation<Outcome, Never>, _ seconds: Double
    ) {
      guard !isClosed, exchange == nil else { return caller.resume(returning: .failure(.lost)) }
      exchange = Exchange(caller: caller)
      deadline = .now() + seconds
      watch()
      guard statements.allSatisfy(enqueue), PQpipelineSync(handle) == 1 else { return end() }
      send()
    }

    private func enqueue(_ statement: Statement) -> Bool {
      let texts = statement.values.map { $0.text.map { strdup($0) } ?? nil }
      defer { for text in texts { free(text) } }
      return PQsendQueryParams(
        handle, statement.sql, Int32(texts.count), nil, texts.map { UnsafePointer($0) }, nil, nil, 0
      ) == 1
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
        let source = DispatchSource.makeWriteSource(fileDescriptor: PQsocket(handle), queue: queue)
        sources.enter()
        source.setEventHandler { [weak self] in self?.send() }
        source.setCancelHandler { [sources] in sources.leave() }
        source.activate()
        writing = source
      default: end()
      }
    }

    /// Takes the results that have arrived.
    private func receive() {
      guard !isClosed else { return }
      guard PQconsumeInput(handle) == 1 else { return end() }
      if writing != nil { send() }
      while !isClosed, exchange != nil, PQisBusy(handle) == 0 {
        // Each statement's results end in nil.
        guard let result = PQgetResult(handle) else { continue }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK: exchange?.results.append(Self.rows(of: result))
        case PGRES_COMMAND_OK: exchange?.results.append([])
        case PGRES_PIPELINE_SYNC: complete()
        case PGRES_PIPELINE_ABORTED: break
        default:
          let state = PQresultErrorField(result, Self.sqlStateField).map { String(cString: $0) }
          if exchange?.failure == nil { exchange?.failure = state.map { .rejected($0) } ?? .lost }
        }
      }
      if PQstatus(handle) == CONNECTION_BAD { end() }
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

    /// Ends a connection whose transaction takes too long; the server is asked to cancel it.
    private func expire(_ check: DispatchTime) {
      if nextCheck == check { nextCheck = nil }
      guard exchange != nil else { return }
      guard deadline <= .now() else { return watch() }
      if let cancel = PQgetCancel(handle) {
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

    private func end() {
      finish()
      let exchange = exchange
      self.exchange = nil
      exchange?.caller.resume(returning: .failure(exchange?.failure ?? .lost))
    }

    private func finish() {
      guard !isClosed else { return }
      isClosed = true
      reading?.cancel()
      writing?.cancel()
      nonisolated(unsafe) let handle = handle
      sources.notify(queue: queue) { PQfinish(handle) }
    }

    private static func rows(of result: OpaquePointer) -> [Row] {
      (0..<PQntuples(result)).map { row in
        Row(
          columns: (0..<PQnfields(result)).map { column in
            guard PQgetisnull(result, row, column) == 0 else { return nil }
            return String(cString: PQgetvalue(result, row, column))
          })
      }
    }

    /// `PG_DIAG_SQLSTATE`, a character constant that Swift does not import.
    private static let sqlStateField = Int32(UInt8(ascii: "C"))
  }
#else
  /// A connection in a build without libpq, which is never opened.
  struct PostgreSQLConnection: Sendable {
    static func open(
      _ address: PostgreSQLAddress
    ) async throws(PostgreSQLFailure) -> PostgreSQLConnection { throw .notBuilt }

    func run(
      _ statements: [Statement], timeout seconds: Double
    ) async throws(PostgreSQLFailure) -> [[Row]] { throw .notBuilt }

    func close() {}
  }
#endif
