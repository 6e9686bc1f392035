import Foundation
import Hummingbird
import Logging
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

/// A membership read and a durable use over HTTP against a bare hello, by the same load in the same run.
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
    let root = "http://127.0.0.1:\(tollgate)"
    let membership = Endpoint.membership.path(app: "bench")
    let use = Endpoint.use("scan").path(app: "bench")
    let list = tokens.map { "\"\($0)\"" }.joined(separator: ", ")
    let read = folder.appendingPathComponent("read.lua")
    try """
    local tokens = {\(list)}
    local n = 0
    request = function()
      n = n + 1
      return wrk.format("GET", "\(membership)", {["Authorization"] = "Bearer " .. tokens[n % #tokens + 1]})
    end
    """.write(to: read, atomically: true, encoding: .utf8)
    let write = folder.appendingPathComponent("write.lua")
    try """
    local tokens = {\(list)}
    local n = 0
    local run = tostring(os.time())
    request = function()
      n = n + 1
      return wrk.format("POST", "\(use)", {["Authorization"] = "Bearer " .. tokens[n % #tokens + 1],
        ["Idempotency-Key"] = run .. "-" .. n, ["Content-Type"] = "application/json"}, "{}")
    end
    """.write(to: write, atomically: true, encoding: .utf8)
    var best = (hello: 0.0, read: 0.0, use: 0.0)
    for _ in 0..<3 {
      best.hello = max(best.hello, try load("http://127.0.0.1:\(hello)/hello"))
      best.read = max(best.read, try load(root, script: read))
      best.use = max(best.use, try load(root, script: write))
    }
    report(
      "a membership read over HTTP : a bare hello",
      "\(decimal(best.read / best.hello)) (\(grouped(best.read))/s : \(grouped(best.hello))/s)",
      goal: "0.5")
    report(
      "a durable use over HTTP : a bare hello",
      "\(decimal(best.use / best.hello)) (\(grouped(best.use))/s : \(grouped(best.hello))/s)",
      goal: "0.2")
  }

  /// Requests a second, by wrk with 128 connections for three seconds.
  private static func load(_ address: String, script: URL? = nil) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["wrk", "-t1", "-c128", "-d3s"] + (script.map { ["-s", $0.path] } ?? []) + [address]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, !text.contains("Non-2xx"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec:") }),
      let rate = Double(line.split(separator: " ").last ?? "")
    else { throw BenchmarkError(message: "wrk did not measure \(address):\n\(text)") }
    return rate
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
