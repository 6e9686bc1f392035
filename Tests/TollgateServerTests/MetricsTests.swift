import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("A server's metrics")
struct MetricsTests {
  private static func server(
    _ registry: PrometheusRegistry, ledger: any Ledger = SQLiteLedger.inMemory()
  ) async throws -> TestServer {
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.observability = Observability(
      metrics: ServerMetrics(registry), logger: quietLogger)
    configuration.observability.freeSpace = { 1 << 40 }
    configuration.observability.version = "1.2.3"
    return try await TestServer("techniq", ledger: ledger, configuration: configuration)
  }

  private static func collect(
    _ server: TestServer, _ registry: PrometheusRegistry
  ) async throws -> PrometheusExposition {
    let metrics = MetricsServer(server.service, registry: registry, port: 0, logger: quietLogger)
    return try await metrics.application.test(.router) { client in
      try await client.execute(uri: "/metrics", method: .get) { response in
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        return try PrometheusExposition(String(buffer: response.body))
      }
    }
  }

  @Test("requests are counted by endpoint, method and class of status, problems by code")
  func requests() async throws {
    let registry = PrometheusRegistry()
    let server = try await Self.server(registry)
    let phone = try await server.phone()
    for _ in 0..<3 { _ = try await phone.membership() }
    _ = try await server.exchange(.membership)
    _ = try await server.exchange(.get, "/v1/apps/techniq/nothing")
    let metrics = try await Self.collect(server, registry)
    let endpoint = "/v1/apps/{app}/customers/me/membership"
    func requests(_ endpoint: String, _ method: String, _ status: String) -> Double? {
      metrics.value(
        "tollgate_http_requests_total",
        ["endpoint": endpoint, "method": method, "status": status])
    }
    #expect(requests(endpoint, "GET", "2xx") == 3)
    #expect(requests(endpoint, "GET", "4xx") == 1)
    #expect(requests(endpoint, "GET", "5xx") == 0)
    #expect(requests("/v1/apps/{app}/customers", "POST", "2xx") == 1)
    #expect(requests("none", "none", "4xx") == 1)
    #expect(
      metrics.value(
        "tollgate_http_request_duration_seconds_count",
        ["endpoint": endpoint, "method": "GET"]) == 4)
    #expect(metrics.value("tollgate_problems_total", ["code": "missing_token"]) == 1)
    #expect(metrics.value("tollgate_problems_total", ["code": "not_found"]) == 1)
    #expect(metrics.value("tollgate_http_requests_in_flight") == 0)
    #expect(metrics.value("tollgate_ledger_append_duration_seconds_count") == 1)
    #expect(metrics.value("tollgate_record_cache_customers") == 1)
    #expect(metrics.value("tollgate_ready") == 1)
    #expect(metrics.value("tollgate_check_status", ["check": "ledger"]) == 0)
    #expect(metrics.value("tollgate_build_info", ["version": "1.2.3"]) == 1)
  }

  @Test("the age of each key that signs is exposed, from when it began to")
  func keyAges() async throws {
    let registry = PrometheusRegistry()
    let server = try await Self.server(registry)
    server.set(server.now.advanced(by: .days(3)))
    var keys = server.backend.keys
    try keys.promote(
      try keys.add(.answers, at: server.now, identifiers: .random).id,
      at: server.now.advanced(by: .days(-1)))
    let rotated = keys
    let metrics = try await Self.collect(
      try await server.restarted { $0.keys = rotated }, registry)
    #expect(metrics.value("tollgate_key_age_seconds", ["use": "tokens"]) == 259_200)
    #expect(metrics.value("tollgate_key_age_seconds", ["use": "answers"]) == 86_400)
  }

  @Test("commits are measured with the number of writes they share, and failures by code")
  func ledger() async throws {
    let registry = PrometheusRegistry()
    let observability = Observability(metrics: ServerMetrics(registry))
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("ledger.sqlite").path
    let ledger = try SQLiteLedger(path: path, observer: observability.ledgerObserver)
    let server = try await TestServer("techniq", ledger: ledger)
    for _ in 0..<3 { _ = try await server.phone() }
    try FileManager.default.removeItem(atPath: path)
    _ = try await server.exchange(.createCustomer)
    let metrics = try PrometheusExposition(registry.text)
    #expect(metrics.value("tollgate_ledger_commit_writes_sum") == 3)
    #expect(metrics.value("tollgate_ledger_commit_duration_seconds_count") == 3)
    #expect(metrics.value("tollgate_ledger_errors_total", ["code": "replaced"]) == 1)
  }

  @Test("notifications are counted by outcome")
  func notifications() async throws {
    let registry = PrometheusRegistry()
    let server = try await Self.server(registry)
    for _ in 0..<2 {
      _ = try await server.exchange(
        .appStoreNotifications, body: #"{"signedPayload":"not.signed.data"}"#)
    }
    let metrics = try PrometheusExposition(registry.text)
    #expect(metrics.value("tollgate_notifications_total", ["outcome": "refused"]) == 2)
    #expect(metrics.value("tollgate_notifications_total", ["outcome": "recorded"]) == 0)
  }

  @Test("connections are counted, and those refused by their limit")
  func connections() throws {
    let registry = PrometheusRegistry()
    let register = ConnectionRegister(
      ConnectionLimits(connections: 3, connectionsPerAddress: 2),
      metrics: ServerMetrics(registry), logger: quietLogger)
    for address in ["a", "a", "a", "b", "c"] { _ = register.admit(address) }
    register.leave("a")
    let metrics = try PrometheusExposition(registry.text)
    #expect(metrics.value("tollgate_connections_open") == 2)
    #expect(metrics.value("tollgate_connections_refused_total", ["limit": "address"]) == 1)
    #expect(metrics.value("tollgate_connections_refused_total", ["limit": "total"]) == 1)
  }

  @Test("no label contains a name that a request brought")
  func personal() async throws {
    let registry = PrometheusRegistry()
    let server = try await Self.server(registry)
    let phone = try await server.phone()
    _ = try await server.exchange(.customer("ada-lovelace"), token: phone.token)
    _ = try await server.exchange(.get, "/ada-lovelace")
    #expect(!registry.text.contains("ada-lovelace"))
    #expect(!registry.text.contains(phone.id.rawValue))
  }

  @Test(
    "every metric that a server exposes is in the table, and the reverse, with the same meaning")
  func table() async throws {
    let registry = PrometheusRegistry()
    let server = try await Self.server(registry)
    _ = try await server.exchange(.membership)
    server.service.observability.ledgerObserver.failed(LedgerError(.full, "The disk is full."))
    let metrics = try await Self.collect(server, registry)
    let rows = try Self.document("Metrics.md").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\| `([a-z_]+)` \| (\w+) \| ([^|]*) \| ([^|]+) \|/) }
    #expect(rows.map { "\($0.1) \($0.2)" } == metrics.types.map { "\($0) \($1)" }.sorted())
    #expect(Dictionary(rows.map { (String($0.1), String($0.4)) }) { $1 } == ServerMetrics.help)
    for row in rows {
      let names = [String(row.1), "\(row.1)_count"]
      let sample = try #require(metrics.samples.first { names.contains($0.name) })
      let labels = row.3.split(separator: ", ").map { String($0).replacing("`", with: "") }
      #expect(sample.labels.keys.sorted() == labels, "\(row.1)")
    }
  }

  @Test("every metric that the Grafana board queries is exposed")
  func board() throws {
    let board = try JSONDecoder().decode(
      Board.self, from: Data(try Self.document("operations/grafana.json").utf8))
    #expect(board.panels.count > 10)
    for panel in board.panels {
      #expect(!panel.title.isEmpty)
      for target in panel.targets ?? [] {
        let names = target.expr.matches(of: /\b(tollgate|process)_[a-z_]+/).map { match in
          String(match.0).replacing(/_(bucket|sum|count)$/, with: "")
        }
        #expect(!names.isEmpty)
        for name in names { #expect(ServerMetrics.help[name] != nil, "\(name)") }
      }
    }
  }

  private struct Board: Decodable {
    struct Panel: Decodable {
      struct Target: Decodable {
        let expr: String
      }

      let title: String
      let targets: [Target]?
    }

    let panels: [Panel]
  }

  private static func document(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/\(name)"), encoding: .utf8)
  }
}
