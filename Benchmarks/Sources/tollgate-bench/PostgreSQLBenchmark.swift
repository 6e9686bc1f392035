import Foundation
import Tollgate
import TollgateLedger
import TollgatePostgreSQL

/// Compares durable uses in PostgreSQL with PostgreSQL's own rate, and with SQLite.
enum PostgreSQLBenchmark {
  private static let rounds = 3
  private static let seconds = 4
  private static let customers = 10_000
  /// How many callers wait for their use at the same time, for each connection.
  private static let callers = 64

  /// Measures and reports.
  ///
  /// - Parameter address: A PostgreSQL server, on which databases are created.
  /// - Throws: ``BenchmarkError`` or why a ledger could not be used.
  static func run(on address: String) async throws {
    let bench = try LedgerStore.createDatabase("tollgate_bench", beside: address).address
    let durability = try Shell.run([
      "psql", "--no-align", "--tuples-only", bench, "--command",
      "SELECT current_setting('synchronous_commit') || ', fsync ' || current_setting('fsync')",
    ]).trimmingCharacters(in: .whitespacesAndNewlines)
    try Shell.run(["pgbench", "--initialize", "--quiet", "--scale", "10", bench])
    for connections in [4, 8] {
      try await measureLedger(bench, connections, durability)
    }
    try await measureHTTP(address)
  }

  /// Compares uses in the ledger with pgbench's update of one row, on the same number of writing connections.
  private static func measureLedger(
    _ address: String, _ connections: Int, _ durability: String
  ) async throws {
    var limits = PostgreSQLLimits()
    limits.writers = connections
    let ledger = try await PostgreSQLLedger(
      PostgreSQLAddress(address), schema: "uses_\(connections)", limits: limits)
    let appender = UseAppender(ledger, customers: customers, callers: connections * callers)
    var ratios: [(ratio: Double, uses: Double, updates: Double)] = []
    for round in 0...rounds {
      let updates = try update(address, connections)
      let uses = try await appender.run(for: .seconds(seconds))
      // The first round creates the customers.
      if round > 0 { ratios.append((uses / updates, uses, updates)) }
    }
    await ledger.close()
    let median = ratios.sorted { $0.ratio < $1.ratio }[rounds / 2]
    report(
      "a use : pgbench's update, \(connections) connections",
      """
      \(decimal(median.ratio)) (\(grouped(median.uses))/s : \(grouped(median.updates))/s, \
      synchronous_commit \(durability))
      """, goal: "2.00")
  }

  /// The number of rows that pgbench updates per second, each in its own transaction.
  private static func update(_ address: String, _ connections: Int) throws -> Double {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-update-\(ProcessInfo.processInfo.processIdentifier).sql")
    defer { try? FileManager.default.removeItem(at: script) }
    try """
    \\set aid random(1, 1000000)
    \\set delta random(-5000, 5000)
    UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
    """.write(to: script, atomically: true, encoding: .utf8)
    let text = try Shell.run([
      "pgbench", "--no-vacuum", "--protocol", "prepared", "--client", "\(connections)", "--jobs",
      "1", "--time", "\(seconds)", "--file", script.path, address,
    ])
    let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") } ?? ""
    guard let rate = line.split(separator: " ").lazy.compactMap({ Double($0) }).first else {
      throw BenchmarkError(message: "pgbench did not measure:\n\(text)")
    }
    return rate
  }

  /// Measures requests to one server on SQLite, one on PostgreSQL, and two on PostgreSQL, in turn.
  private static func measureHTTP(_ address: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await FilledLedger(
      .file(folder.appendingPathComponent("ledger.sqlite").path), customers: 1000, tokens: 999,
      in: folder.appendingPathComponent("file"))
    let database = try await FilledLedger(
      try .createDatabase("tollgate_http", beside: address), customers: 1000, tokens: 999,
      in: folder.appendingPathComponent("database"))
    let servers = try [file, database, database].map { try ServedLedger($0) }
    defer { for server in servers { server.stop() } }
    for kind in RequestKind.allCases {
      let loads = try zip(servers, [file, database, database]).map { server, ledger in
        try kind.load(of: server, by: ledger, first: 999, in: folder)
      }
      var rates: [[LoadResult]] = [[], [], []]
      var both: [Double] = []
      for round in 0...rounds {
        let results = try loads.prefix(2).map { try $0.run(connections: 128) }
        let pair = try loads.suffix(2).map { try $0.start(connections: 64) }
          .map { try $0() }
        guard round > 0 else { continue }
        for (index, result) in results.enumerated() { rates[index].append(result) }
        both.append(pair.reduce(0) { $0 + $1.rate })
      }
      let (sqlite, postgreSQL) = (rates[0].median.rate, rates[1].median.rate)
      let two = both.sorted()[rounds / 2]
      report(
        "\(kind.name), PostgreSQL : SQLite",
        "\(decimal(postgreSQL / sqlite)) (\(grouped(postgreSQL))/s : \(grouped(sqlite))/s)",
        goal: kind == .use ? "0.60" : "none")
      report(
        "  two servers : one, \(ProcessInfo.processInfo.activeProcessorCount) cores for all",
        "\(decimal(two / postgreSQL)) (\(grouped(two))/s : \(grouped(postgreSQL))/s)",
        goal: kind == .use ? "1.60 with enough cores" : "none")
    }
  }
}
