import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The server as a process")
struct ServerTests {
  @Test("a port in use is reported with its address")
  func portInUse() async throws {
    let server = try await TestServer("techniq")
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let first = Task {
      try await runServer(
        server.service, configuration: ServerConfiguration(port: 0), logger: quietLogger
      ) { continuation.yield($0) }
    }
    let port = try #require(await ports.first { _ in true })
    let error = await #expect(throws: ServerError.self) {
      try await runServer(
        server.service, configuration: ServerConfiguration(port: port), logger: quietLogger)
    }
    #expect(error?.code == .portInUse)
    #expect(
      error?.message == "Another process listens at 127.0.0.1:\(port): choose another port.")
    first.cancel()
    _ = await first.result
  }

  @Test("requests are logged by route, status and code, and never with names, tokens or bodies")
  func log() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let lines = LogLines()
    let logged = buildServer(
      server.service, logger: Logger(label: "tests") { _ in lines.handler })
    try await logged.test(.router) { client in
      _ = try await client.execute(
        uri: Endpoint.customer("someone-else").path(app: server.app), method: .get,
        headers: [.authorization: "Bearer \(phone.token)"])
    }
    #expect(
      lines.all == [
        "debug request code=another_customer method=GET "
          + "route=/v1/apps/{app}/customers/{customer} status=403"
      ])
  }

  @Test(
    "an unusable configuration is refused",
    arguments: [
      (["techniq", "techniq"], "com.example.techniq", [.sandbox], .duplicateApp),
      ([], "com.example.techniq", [.sandbox], .noApps),
      (["techniq"], "com.example.other", [.sandbox], .bundleMismatch),
      (["techniq"], "com.example.techniq", [.sandbox, .production], .missingAppleID),
      (["techniq"], "com.example.techniq", [], .noEnvironment),
    ] as [([String], String, [TollgateAppStore.Environment], ConfigurationError.Code)])
  func configuration(
    names: [String], bundleID: String, environments: [TollgateAppStore.Environment],
    code: ConfigurationError.Code
  ) async throws {
    let blueprint = try await TestServer("techniq").blueprint
    let apps = names.map { _ in
      AppConfiguration(
        blueprint: blueprint, revision: "r1",
        verifier: SignedDataVerifier(
          roots: [], bundleID: bundleID, environments: Set(environments)))
    }
    let error = await #expect(throws: ConfigurationError.self) {
      _ = try await TollgateService(
        apps: apps, ledger: SQLiteLedger.inMemory(),
        keys: try ServerKeys(at: Instant(milliseconds: 0)),
        clock: { Instant(milliseconds: 0) })
    }
    #expect(error?.code == code)
  }
}

final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  var handler: any LogHandler { Handler(lines: self) }

  private func append(_ line: String) { lines.withLock { $0.append(line) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      lines.append("\(event.level) \(event.message) \(pairs.joined(separator: " "))")
    }
  }
}
