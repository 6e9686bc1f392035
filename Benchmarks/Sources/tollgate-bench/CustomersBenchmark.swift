import Foundation
import TollgateWire

/// A ledger with many customers against one with a thousand, both served by `tollgate serve`.
///
/// The same thousand customers send requests to each server, as a working set that fits the cache; then customers who
/// are not cached do.
enum CustomersBenchmark {
  private static let workingSet = 1000
  /// How many customers of the larger ledger have tokens and send one request each: more than the cache holds.
  private static let strangers = 100_000
  private static let rounds = 5

  /// Measures and reports.
  ///
  /// - Parameters:
  ///   - customers: How many customers the larger ledger has.
  ///   - address: A PostgreSQL server, on which two databases are created; nil measures SQLite.
  ///   - path: A folder in which the ledgers in files stay, and are used again if they are there; nil for a temporary
  ///     one.
  /// - Throws: ``BenchmarkError`` or why a ledger could not be filled.
  static func run(customers: Int, on address: String?, keptIn path: String?) async throws {
    // Filling takes long, so what is missing should be noticed before.
    try Shell.run(["which", "wrk"])
    let folder =
      path.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if path == nil { try? FileManager.default.removeItem(at: folder) } }
    func store(_ name: String) throws -> LedgerStore {
      try address.map { try .createDatabase("tollgate_\(name)", beside: $0) }
        ?? .file(folder.appendingPathComponent("\(name).sqlite").path)
    }
    let small = try await FilledLedger(
      try store("small"), customers: workingSet, tokens: workingSet - 1,
      in: folder.appendingPathComponent("small"))
    let clock = ContinuousClock()
    let start = clock.now
    let large = try await FilledLedger(
      try store("large"), customers: customers, tokens: min(strangers, customers - 1),
      in: folder.appendingPathComponent("large"))
    let name = "\(grouped(Double(customers))) customers with ten facts each"
    let size = try large.store.size()
    report(
      name,
      """
      \(decimal(size / 1e9)) GB, \(grouped(size / Double(customers))) bytes each, filled in \
      \(start.duration(to: clock.now).components.seconds) s
      """, goal: "none")
    try measureWorkingSet(small, large, in: folder)
    try measureStrangers(large, in: folder)
  }

  /// Measures reads and uses by the working set, on each server in turn.
  private static func measureWorkingSet(
    _ small: FilledLedger, _ large: FilledLedger, in folder: URL
  ) throws {
    let servers = try [ServedLedger(small), ServedLedger(large)]
    defer { for server in servers { server.stop() } }
    for kind in RequestKind.allCases {
      let loads = try zip(servers, [small, large]).map { server, ledger in
        try kind.load(of: server, by: ledger, first: workingSet - 1, in: folder)
      }
      var results: [[LoadResult]] = [[], []]
      for round in 0...rounds {
        for (index, load) in loads.enumerated() {
          let result = try load.run(connections: 128)
          // The first round fills the caches.
          if round > 0 { results[index].append(result) }
        }
      }
      report(
        "\(kind.name) of a thousand, in the large ledger : alone",
        compare(results[1].median, results[0].median), goal: "0.80")
    }
  }

  /// Measures the cost of a customer who is not cached, and the memory of a server whose cache is full.
  private static func measureStrangers(_ ledger: FilledLedger, in folder: URL) throws {
    var starts: [Double] = []
    var memory: [Double] = []
    for kind in RequestKind.allCases {
      var known: [LoadResult] = []
      var strange: [LoadResult] = []
      for _ in 0..<3 {
        let server = try ServedLedger(ledger)
        defer { server.stop() }
        starts.append(server.startTime)
        let stranger = try kind.load(of: server, by: ledger, first: strangers, in: folder)
        strange.append(try stranger.run(connections: 128))
        let load = try kind.load(of: server, by: ledger, first: workingSet, in: folder)
        _ = try load.run(connections: 128)
        known.append(try load.run(connections: 128))
        // The other customers with tokens fill the cache.
        for _ in 0..<3 { _ = try stranger.run(connections: 128) }
        memory.append(server.residentMemory)
      }
      report(
        "\(kind.name) of a customer who is not cached : cached",
        compare(strange.median, known.median), goal: "none")
    }
    report(
      "  a start to the first answer", "\(decimal(starts.sorted()[starts.count / 2])) ms",
      goal: "under 1000 ms")
    report(
      "  resident memory after the load", "\(grouped(memory.max() ?? .nan)) MB",
      goal: "under 512 MB")
  }

  private static func compare(_ one: LoadResult, _ other: LoadResult) -> String {
    """
    \(decimal(one.rate / other.rate)) (\(grouped(one.rate))/s : \(grouped(other.rate))/s, \
    \(decimal(one.microseconds)) µs : \(decimal(other.microseconds)) µs)
    """
  }
}

/// A request whose rate is measured.
enum RequestKind: String, CaseIterable {
  case read, use

  var name: String {
    switch self {
    case .read: "a signed read"
    case .use: "a durable use"
    }
  }

  /// Returns the load of such requests on a server.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - ledger: Its ledger.
  ///   - count: How many of the customers with tokens send requests in turn.
  ///   - folder: The folder for the script.
  /// - Returns: The load.
  /// - Throws: If the script cannot be written.
  func load(
    of server: ServedLedger, by ledger: FilledLedger, first count: Int, in folder: URL
  ) throws -> Load {
    let script = folder.appendingPathComponent("\(rawValue)-\(server.port)-\(count).lua")
    let (method, path) =
      switch self {
      case .read: ("GET", Endpoint.me.path(app: "bench"))
      case .use: ("POST", Endpoint.use("scan").path(app: "bench"))
      }
    try Load.write(method, path, by: ledger.tokens, first: count, to: script)
    return Load(name: name, port: server.port, script: script) { server.processorTime }
  }
}
