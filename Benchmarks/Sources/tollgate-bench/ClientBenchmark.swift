import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateLedger
import TollgateServer

/// The client on a device that remembers a customer with 1,000 facts: a decision, and a launch without a network.
@MainActor
enum ClientBenchmark {
  private static let facts = 1000
  private static let launches = 15
  private static let processes = 41

  static func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-device-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = try await fill(folder)
    try measureDecision(folder, key)
    try measureLaunch(folder, key)
  }

  private static func measureDecision(_ folder: URL, _ key: String) throws {
    let client = client(folder, key, Nowhere())
    let names = EngineBenchmark.definition.features.map(\.id)
    let rounds = 2_000_000
    let decision = Measurement(rounds: rounds) {
      var allowed = 0
      for round in 0..<rounds where client.access(to: names[round & 7]).isAllowed { allowed += 1 }
      use(allowed)
    }
    EngineBenchmark.reportDecision("a decision of the client", decision, rounds: rounds)
  }

  /// The best of several launches in this process; and the median of more, each the first in a process that holds the
  /// client alone, as an app does.
  private static func measureLaunch(_ folder: URL, _ key: String) throws {
    let warm = try (0..<launches).map { _ in try launch(folder, key) }.sorted()
    report(
      "a launch to the first answer, \(grouped(Double(facts))) facts",
      "\(milliseconds(warm[0])) ms", goal: "under 5 ms")
    let first = try (0..<processes).map { _ in try launchElsewhere(folder, key) }.sorted()
    report(
      "the first launch in a process with the client alone",
      "\(decimal(first[processes / 2])) ms, the median of \(processes)", goal: "under 5 ms")
  }

  /// The time from nothing to an answer, out of the device's memory alone.
  private static func launch(_ folder: URL, _ key: String) throws -> Duration {
    var answer = Access.unknown
    let time = ContinuousClock().measure {
      answer = client(folder, key, Nowhere()).access(to: "scan")
    }
    guard answer.isAllowed else { throw BenchmarkError(message: "the launch answered \(answer)") }
    return time
  }

  private static func launchElsewhere(_ folder: URL, _ key: String) throws -> Double {
    let process = Process()
    // `make bench` builds it.
    process.executableURL = URL(
      fileURLWithPath: "Benchmarks/Launch/.build/release/tollgate-launch")
    process.arguments = [folder.path, key, "scan"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw BenchmarkError(message: "no launch was measured:\n\(text)") }
    return time
  }

  /// Lets a device learn of a customer with 1,000 facts from a server; answers the key that the server signs with.
  private static func fill(_ folder: URL) async throws -> String {
    let ledger = SQLiteLedger.inMemory()
    try await serve(ledger) { router, key in
      await client(folder, key, Wire(router: router)).launch()
    }
    let start = Instant(milliseconds: 1_772_000_000_000)
    guard let customer = try await ledger.entries(after: 0, in: "bench", limit: 1).first?.customer,
      let record = try await ledger.record(of: customer, in: "bench")
    else { throw BenchmarkError(message: "the server recorded no customer") }
    let missing = facts - record.customer.facts.count
    let more = Customer(EngineBenchmark.facts(from: start, count: 2 * missing)).facts
    _ = try await ledger.append(
      LedgerWrite(
        app: "bench", customer: customer, expectedVersion: record.version,
        facts: Array(more.prefix(missing)), at: start))
    return try await serve(ledger) { router, key in
      try await client(folder, key, Wire(router: router)).refresh()
      return key
    }
  }

  private static func serve<Result: Sendable>(
    _ ledger: SQLiteLedger,
    _ life: @MainActor @Sendable (any TestClientProtocol, String) async throws -> Result
  ) async throws -> Result {
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: try Blueprint(EngineBenchmark.definition), revision: "bench",
          verifier: SignedDataVerifier(
            bundleID: "com.example.bench", appAppleID: 1, environments: [.production]))
      ], ledger: ledger,
      keys: try ServerKeys(at: Instant(milliseconds: 0), identifiers: .counting()),
      clock: { Instant(milliseconds: 1_772_100_000_000) })
    let application = Application(
      router: makeRouter(service), logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
    return try await application.test(.router) { try await life($0, service.answerKey.base64) }
  }

  private static func client(
    _ folder: URL, _ key: String, _ transport: any HTTPTransport
  ) -> TollgateClient {
    TollgateClient(
      TollgateClient.Configuration(
        app: "bench", serverKey: key, transport: transport, store: EmptyStore(),
        storage: FileDeviceStorage(
          files: folder.appendingPathComponent("files"),
          keychain: folder.appendingPathComponent("keychain")),
        uptime: { .seconds(1000) }, makeID: { "device" }))
  }

  private static func milliseconds(_ time: Duration) -> String {
    decimal(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
  }
}

/// A phone without a network.
private struct Nowhere: HTTPTransport {
  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    throw BenchmarkError(message: "there is no network")
  }
}

/// The way to a server in the same process.
private struct Wire: HTTPTransport {
  let router: any TestClientProtocol

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    var headers = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    let answer = try await router.execute(
      uri: request.path, method: request.method == "POST" ? .post : .get, headers: headers,
      body: request.body.map { ByteBuffer(bytes: $0) })
    return TransportAnswer(
      status: answer.status.code,
      headers: Dictionary(answer.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
      body: Data(answer.body.readableBytesView))
  }
}

/// A store that sells nothing.
private struct EmptyStore: PurchaseStore {
  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] { [] }
  func purchase(_ product: CatalogProduct.ID, appAccountToken: String?) async
    -> StorePurchaseResult
  {
    .failed(.productUnavailable)
  }
  func unfinished() async throws -> [SignedPurchase] { [] }
  func finish(_ transaction: StoreTransaction.ID) async {}
  func currentEntitlements() async throws -> [SignedPurchase] { [] }
  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool { false }
  func listen(_ hear: @Sendable (SignedPurchase) async -> Void) async {}
}
