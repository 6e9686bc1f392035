import Foundation
import Hummingbird
import Logging
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

/// The signed read that a client makes and a durable use, over HTTP, against a bare Hummingbird hello asked with the
/// same headers, by the same load in the same run.
enum HTTPBenchmark {
  private static let customers = 2048

  static func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ledger = try SQLiteLedger(path: folder.appendingPathComponent("ledger.sqlite").path)
    let start = ContinuousClock.now
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: try Blueprint(definition), revision: "bench",
          verifier: SignedDataVerifier(
            bundleID: "com.example.bench", appAppleID: 1, environments: [.production]))
      ], ledger: ledger, keys: try ServerKeys(at: Instant(milliseconds: 0)),
      clock: {
        Instant(milliseconds: 1_772_000_000_000 + (ContinuousClock.now - start).milliseconds)
      })
    var tokens: [String] = []
    for _ in 0..<customers {
      tokens.append(try await service.sessions.createCustomer(in: try service.app("bench")).token)
    }
    var logger = Logger(label: "bench")
    logger.logLevel = .error
    let router = Router()
    router.get("/hello") { _, _ in "Hello" }
    router.post("/hello") { _, _ in "Hello" }
    let hello = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname(port: 0)),
      onServerRunning: { await ports.set(hello: $0.localAddress?.port) }, logger: logger)
    let server = buildServer(
      service, configuration: ServerConfiguration(port: 0), logger: logger,
      onRunning: { await ports.set(tollgate: $0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await hello.run() }
      group.addTask { try await server.run() }
      let (helloPort, port) = await ports.both()
      try measure(helloPort, port, tokens, in: folder)
      group.cancelAll()
    }
  }

  private static let ports = Ports()

  private static func measure(
    _ hello: Int, _ tollgate: Int, _ tokens: [String], in folder: URL
  ) throws {
    let list = tokens.map { "\"\($0)\"" }.joined(separator: ", ")
    let run = "\(ProcessInfo.processInfo.processIdentifier)"
    func script(_ name: String, _ method: String, _ path: String, _ more: String) throws -> URL {
      let file = folder.appendingPathComponent("\(name).lua")
      try """
      local tokens = {\(list)}
      local n = 0
      local run = "\(run)-" .. tostring(os.time())
      request = function()
        n = n + 1
        return wrk.format("\(method)", "\(path)", {["Authorization"] = "Bearer " .. tokens[n % #tokens + 1]\(more))
      end
      """.write(to: file, atomically: true, encoding: .utf8)
      return file
    }
    // A hello is asked with the same headers and the same body, so that only the server's work differs.
    let post =
      #", ["Idempotency-Key"] = run .. "-" .. n, ["Content-Type"] = "application/json"}, "{}""#
    let loads = [
      Load(
        name: "a hello by GET", port: hello, script: try script("get", "GET", "/hello", "}")),
      Load(
        name: "a signed read of /me", port: tollgate,
        script: try script("me", "GET", Endpoint.me.path(app: "bench"), "}")),
      Load(
        name: "a hello by POST", port: hello, script: try script("post", "POST", "/hello", post)),
      Load(
        name: "a durable use", port: tollgate,
        script: try script("use", "POST", Endpoint.use("scan").path(app: "bench"), post)),
    ]
    var best: [LoadResult] = []
    for round in 0..<3 {
      for (position, load) in loads.enumerated() {
        let result = try load.run(connections: 128)
        if round == 0 {
          best.append(result)
        } else if result.rate > best[position].rate {
          best[position] = result
        }
      }
    }
    for (answer, hello, goal) in [(1, 0, "0.80"), (3, 2, "0.50")] {
      report(
        "\(loads[answer].name) : \(loads[hello].name)",
        """
        \(decimal(best[answer].rate / best[hello].rate)) (\(grouped(best[answer].rate))/s : \
        \(grouped(best[hello].rate))/s)
        """, goal: goal)
      report(
        "  processor time of a request",
        """
        \(decimal(best[answer].microseconds / best[hello].microseconds)) \
        (\(decimal(best[answer].microseconds)) µs : \(decimal(best[hello].microseconds)) µs)
        """, goal: "none")
    }
    for load in [loads[1], loads[3]] {
      let result = try load.run(connections: 50)
      report(
        "  \(load.name), 50 connections, p99 : p50",
        "\(decimal(result.p99 / result.p50)) (\(decimal(result.p99)) ms : \(decimal(result.p50)) ms)",
        goal: "below 10")
    }
  }

  private static let definition: Blueprint.Definition = {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "bench", name: "Bench", bundleID: "com.example.bench"))
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(id: "pro", kind: .nonConsumable, name: "Pro", entitlements: ["pro"])
    ]
    definition.features = [
      Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(1_000_000, per: .ever))]),
      Feature(
        id: "plan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ]),
    ]
    return definition
  }()
}

/// The ports of two servers, once both listen.
private actor Ports {
  private var hello: Int?
  private var tollgate: Int?
  private var waiting: CheckedContinuation<(Int, Int), Never>?

  func set(hello port: Int?) {
    hello = port
    settle()
  }

  func set(tollgate port: Int) {
    tollgate = port
    settle()
  }

  func both() async -> (Int, Int) {
    if let hello, let tollgate { return (hello, tollgate) }
    return await withCheckedContinuation { waiting = $0 }
  }

  private func settle() {
    guard let hello, let tollgate else { return }
    waiting?.resume(returning: (hello, tollgate))
    waiting = nil
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
