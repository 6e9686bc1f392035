import AppStoreSimulator
import Foundation
import HTTPTypes
import Synchronization
import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("Performance tests of the server for retention messages")
struct PerformanceTestTests {
  private static let url = "https://backend.localhost/retention"
  private static let good = RetentionServer.answer(
    200, #"{"message":{"messageIdentifier":"\#(Market.text)"}}"#, after: 20)

  @Test("a test sends signed requests, a few at a time, and passes with their response times")
  func pass() async throws {
    let (market, id) = try await Self.market()
    market.retentionServer.answer(then: Self.good)
    let started = try await Self.start(market, id)
    let config = try #require(started["config"])
    #expect(config["totalRequests"] == .integer(50))
    #expect(config["maxConcurrentRequests"] == .integer(5))
    #expect(config["responseTimeThreshold"] == .integer(700))
    #expect(config["successRateThreshold"] == .integer(95))
    #expect(config["totalDuration"] == .integer(7_000))

    let result = try await Self.result(market, started)
    #expect(result["result"]?.text == "PASS")
    #expect(result["config"] == config)
    #expect(result["target"]?.text == Self.url)
    #expect(result["successRate"] == .integer(100))
    #expect(result["numPending"] == .integer(0))
    #expect(result["failures"] == .object([:]))
    for name in ["average", "p50", "p90", "p95", "p99"] {
      #expect(result["responseTimes"]?[name] == .integer(20))
    }

    let requests = market.retentionServer.received
    #expect(requests.count == 50 && market.retentionServer.mostOpen <= 5)
    #expect(requests.allSatisfy { $0.address == Self.url && $0.timeLimit == .milliseconds(700) })
    var identifiers: Set<String> = []
    for request in requests {
      let payload = try await market.verifier.retentionRequest(
        request.signedPayload, at: Market.start
      ).payload
      #expect(payload.originalTransactionId == id && payload.productId == "gold")
      identifiers.insert(payload.requestIdentifier)
    }
    #expect(identifiers.count == 50)
  }

  /// An answer to every request, and the reason under which its failure is counted.
  static let failures: [(RetentionRequester.Exchange, String)] = [
    (RetentionServer.answer(404, "{}"), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
    (RetentionServer.answer(201, "{}"), "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
    (RetentionServer.answer(200, "{}"), "INVALID_RESPONSE"),
    (RetentionServer.answer(200, "yes"), "INVALID_RESPONSE"),
    (
      RetentionServer.answer(
        200, #"{"message":{"messageIdentifier":"\#(Market.text)"}}"#, after: 701), "TIMED_OUT"
    ),
    (.init(.failed(.timedOut), after: .milliseconds(700)), "TIMED_OUT"),
    (.init(.failed(.socketIssue), after: .zero), "SOCKET_ISSUE"),
  ]

  @Test("a test fails with the reasons counted", arguments: failures.indices)
  func fail(_ index: Int) async throws {
    let (answer, reason) = Self.failures[index]
    let (market, id) = try await Self.market()
    market.retentionServer.answer(then: answer)
    let result = try await Self.result(market, try await Self.start(market, id))
    #expect(result["result"]?.text == "FAIL")
    #expect(result["successRate"] == .integer(0))
    #expect(result["failures"] == .object([reason: .integer(50)]))
  }

  @Test("95 percent of the requests must succeed", arguments: [(2, 96, "PASS"), (3, 94, "FAIL")])
  func threshold(_ failures: Int, _ rate: Int64, _ status: String) async throws {
    let (market, id) = try await Self.market()
    market.retentionServer.answer(
      Array(repeating: RetentionServer.answer(500, ""), count: failures), then: Self.good)
    let result = try await Self.result(market, try await Self.start(market, id))
    #expect(result["successRate"] == .integer(rate))
    #expect(result["result"]?.text == status)
  }

  @Test("a test is pending until all requests have ended, and until then no other can start")
  func pending() async throws {
    let (market, id) = try await Self.market()
    let gate = Gate()
    market.retentionServer.answer(then: Self.good)
    market.retentionServer.onRequest { await gate.pass() }
    let started = try await Self.start(market, id)
    let path = "performanceTest/result/\(started["requestId"]?.text ?? "")"
    let pending = try await market.messaging(.get, path)
    #expect(pending["result"]?.text == "PENDING")
    #expect(pending["numPending"] == .integer(50))
    #expect(pending["responseTimes"]?["p99"] == .integer(0))
    #expect(try await Self.start(market, id).errorCode == 4_000_213)
    gate.open()
    #expect(try await Self.result(market, started)["result"]?.text == "PASS")
    let second = try await Self.result(market, try await Self.start(market, id))
    #expect(second["result"]?.text == "PASS")
  }

  /// The body of a request to start a test, and the number of the refusal.
  static let refusals: [(String, Int64)] = [
    ("", 4_000_000),
    ("{}", 4_000_211),
    (#"{"originalTransactionId":"x"}"#, 4_000_006),
    (#"{"originalTransactionId":"1"}"#, 4_040_010),
    (#"{"originalTransactionId":"{coins}"}"#, 4_000_211),
    (#"{"originalTransactionId":"{shared}"}"#, 4_000_185),
    (#"{"originalTransactionId":"{renewed}"}"#, 4_000_187),
  ]

  @Test("a test needs the original transaction of a subscription", arguments: refusals)
  func refusal(_ body: String, _ code: Int64) async throws {
    let (market, _) = try await Self.market()
    let coins = market.buy("coins")
    market.simulator.share("anna", with: "ben")
    market.simulator.renewNow("anna", group: nil)
    let shared = market.simulator.transactions(of: "ben").first?.payload.transactionId ?? ""
    let renewed =
      market.simulator.transactions(of: "anna").last { $0.payload.productId == "gold" }?.payload
      .transactionId ?? ""
    let body = body.replacing("{coins}", with: coins).replacing("{shared}", with: shared)
      .replacing("{renewed}", with: renewed)
    let answer = try await market.messaging(.post, "performanceTest", body)
    #expect(answer.errorCode == code, "\(answer)")
  }

  @Test("a test needs a URL and the sandbox, and its result needs its identifier")
  func missing() async throws {
    let market = try Market()
    let id = market.buy("gold")
    #expect(try await Self.start(market, id).errorCode == 4_040_021)
    let unknown = "performanceTest/result/\(Market.unused)"
    #expect(try await market.messaging(.get, unknown).errorCode == 4_040_018)
    #expect(try await market.messaging(.get, "performanceTest/result/x").errorCode == 4_000_212)
    let production = try Market(environment: .production)
    #expect(try await Self.start(production, production.buy("gold")).errorCode == 4_000_211)
  }

  @Test("a percentile is the shortest time that was enough for that percentage")
  func percentiles() {
    let times = PerformanceTestResult.Times(Array((1...100).reversed()))
    #expect((times.p50, times.p90) == (50, 90))
    #expect((times.p95, times.p99) == (95, 99))
    #expect(times.average == 50)
    let one = PerformanceTestResult.Times([7])
    #expect((one.average, one.p50) == (7, 7))
    #expect((one.p90, one.p99) == (7, 7))
  }
}

extension PerformanceTestTests {
  /// A store with messages and a URL, and the original transaction of anna's gold.
  fileprivate static func market() async throws -> (Market, String) {
    let market = try Market()
    try await market.uploadMessages()
    _ = try await market.messaging(.put, "realtime/url", #"{"realtimeURL":"\#(url)"}"#)
    return (market, market.buy("gold"))
  }

  fileprivate static func start(_ market: Market, _ id: String) async throws -> MarketAnswer {
    try await market.messaging(.post, "performanceTest", #"{"originalTransactionId":"\#(id)"}"#)
  }

  /// The result of a test after its end.
  fileprivate static func result(
    _ market: Market, _ started: MarketAnswer
  ) async throws -> MarketAnswer {
    let id = try #require(started["requestId"]?.text)
    await market.service.messaging.runningTest?.value
    return try await market.messaging(.get, "performanceTest/result/\(id)")
  }
}

/// Holds tasks until it opens.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if passes { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
