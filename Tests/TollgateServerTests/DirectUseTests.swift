import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Uses that are decided on the event loop")
struct DirectUseTests {
  /// What a customer did before.
  enum Life: CaseIterable {
    case new, onboarded, subscribed
  }

  /// The keys and bodies of a customer's requests, in this order.
  private static let requests = [
    ("k1", "{}"), ("k1", "{}"), ("k2", ""), ("k2", #"{"item":"i"}"#), ("k3", #"{"item":"i"}"#),
    ("i", #"{"item":"i"}"#), ("k4", #"{"cost":3}"#), ("k5", #"{"cost":0}"#),
    ("k6", #"{"parent":"p"}"#), ("k7", #"{"isReport":true}"#), ("k8", "{"), ("k9", "[]"),
    (#"a"quoted\key"#, "{}"), (#"a"quoted\key"#, "{}"), ("k10", #"{"item":"\u00e9\n"}"#),
    ("k11", "{}"),
  ]

  @Test(
    "a use has the same response and leaves the same facts with a task and without one",
    arguments: ["coach-free", "coach-paid", "grobro", "strikelab", "techniq"], Life.allCases)
  func same(name: String, life: Life) async throws {
    let direct = try await Self.outcome(of: life, in: name, isCached: true)
    let inTask = try await Self.outcome(of: life, in: name, isCached: false)
    #expect(direct.answers == inTask.answers)
    #expect(direct.entries == inTask.entries)
    #expect(!direct.answers.isEmpty)
  }

  private static func outcome(
    of life: Life, in name: String, isCached: Bool
  ) async throws -> (answers: [String], entries: [LedgerEntry]) {
    let server = try await TestServer(name)
    let phone = try await server.phone(device: "phone")
    let definition = server.blueprint.definition
    if life != .new {
      for milestone in definition.milestones { try await phone.reach(milestone) }
    }
    if life == .subscribed, let product = definition.products.first {
      try await phone.buy(product.id.rawValue)
    }
    var answers: [String] = []
    for feature in definition.features {
      for (key, body) in requests {
        server.advance(milliseconds: 1001)
        _ = try await phone.snapshot()
        if !isCached {
          server.service.records.forget(
            phone.id, in: try #require(server.service.served(server.app)))
        }
        let answer = try await server.use(feature.id, by: phone, key: key, body: body)
        answers.append("\(feature.id) \(key) \(body): \(answer)")
      }
    }
    return (answers, try await server.entries())
  }

  @Test("an ordinary use needs no task; whatever is out of the ordinary does")
  func ordinary() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let app = try #require(server.service.served(server.app))
    let caller = try await server.service.authenticator.authenticate(phone.token, in: app)
    let (features, records) = (server.service.features, server.service.records)
    func begins(_ key: Idempotency.Key) async throws -> Bool {
      let use = try features.requested(
        "custom-drill", item: nil, cost: nil, parent: nil, key: key, isReport: false, in: app)
      return await withCheckedContinuation { continuation in
        let isBegun = features.begin(use, by: caller) { _ in continuation.resume(returning: true) }
        if !isBegun { continuation.resume(returning: false) }
      }
    }
    records.forget(phone.id, in: app)
    #expect(try await !begins("uncached"))
    _ = try await phone.snapshot()
    let turn = CustomerKey(app: app.id, customer: phone.id)
    #expect(features.writer.queue.enterIfFree(turn))
    #expect(try await !begins("waiting"))
    features.writer.queue.leave(turn)
    #expect(try await begins("ordinary"))
    #expect(try await !begins("ordinary"), "it was made before")
    #expect(try await !begins("denied"))
    #expect(features.writer.queue.enterIfFree(turn), "nobody has kept the turn")
    features.writer.queue.leave(turn)
    #expect(try await phone.use("custom-drill", key: "ordinary").facts.count == 1)
    #expect(try await phone.refusal(of: "custom-drill", key: "denied")?.limit?.used == 1)
  }

  @Test("a deletion waits for a use that was begun, and removes all of it")
  func deleted() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    _ = try await phone.snapshot()
    let app = try #require(server.service.served(server.app))
    let caller = try await server.service.authenticator.authenticate(phone.token, in: app)
    let features = server.service.features
    let use = try features.requested(
      "custom-drill", item: nil, cost: nil, parent: nil, key: "drill", isReport: false, in: app)
    let (results, result) = AsyncStream<Bool>.makeStream()
    let isBegun = features.begin(use, by: caller) { response in
      result.yield(response != nil)
      result.finish()
    }
    #expect(isBegun)
    _ = try await server.service.deletion.delete(phone.token, in: app)
    var made: [Bool] = []
    for await result in results { made.append(result) }
    #expect(made == [true])
    #expect(try await server.entries().allSatisfy { $0.fact.kind != .use })
    let isBegunAgain = features.begin(use, by: caller) { _ in }
    #expect(!isBegunAgain, "no record is cached")
  }

  @Test("requests at the same moment use up an allowance exactly, and a key counts once")
  func together() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    _ = try await phone.snapshot()
    let keys = (0..<32).map { "key-\($0 % 16)" }
    let answers = try await withThrowingTaskGroup(of: (String, String).self) { group in
      for key in keys {
        group.addTask {
          let answer = try await server.use("custom-drill", by: phone, key: key)
          return (key, answer.replacing("Idempotency-Replayed: true\n", with: ""))
        }
      }
      var answers: [String: Set<String>] = [:]
      for try await (key, answer) in group { answers[key, default: []].insert(answer) }
      return answers
    }
    let allowed = answers.values.filter { $0.contains { $0.hasPrefix("200") } }
    #expect(allowed.count == 1)
    #expect(allowed.first?.count == 1, "a repeated request gets the first response")
    #expect(try await server.entries().count { $0.fact.kind == .use } == 1)
  }

  @Test(
    "a failure of the ledger is the router's problem, and the use can be made later",
    arguments: [LedgerError.Code.unavailable, .full, .readOnly, .moved])
  func failure(code: LedgerError.Code) async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    _ = try await phone.snapshot()
    ledger.fail(with: code)
    let routed = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    let direct = try await server.use("custom-drill", by: phone, key: "drill")
    #expect(direct.hasPrefix("\(routed.status)"))
    #expect(direct.hasSuffix(routed.body))
    ledger.fail(with: nil)
    #expect(try await server.use("custom-drill", by: phone, key: "drill").hasPrefix("200"))
  }

  @Test("the write of a use is measured, and so is that its customer was cached")
  func measured() async throws {
    let registry = PrometheusRegistry()
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.observability = Observability(
      metrics: ServerMetrics(registry), logger: quietLogger)
    let server = try await TestServer("techniq", configuration: configuration)
    let phone = try await server.phone()
    _ = try await phone.snapshot()
    func values() throws -> [Double?] {
      let metrics = try PrometheusExposition(registry.text)
      return [
        metrics.value("tollgate_record_cache_hits_total"),
        metrics.value("tollgate_ledger_append_duration_seconds_count"),
      ]
    }
    let before = try values()
    #expect(try await server.use("custom-drill", by: phone, key: "drill").hasPrefix("200"))
    #expect(try values() == before.map { $0.map { $0 + 1 } })
  }

  @Test("a use that lost a race is decided again on the other's result")
  func overtaken() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let record = try #require(try await server.ledger.record(of: phone.id, in: server.app))
    _ = try await phone.snapshot()
    let use = Use(feature: "custom-drill", key: "other", origin: phone.id, at: server.now)
    _ = try await server.ledger.append(
      LedgerWrite(
        app: server.app, customer: phone.id, expectedVersion: record.version, facts: [.use(use)],
        at: server.now))
    let denied = try await server.use("custom-drill", by: phone, key: "drill")
    #expect(denied.hasPrefix("403"))
    #expect(try await server.entries().count { $0.fact.kind == .use } == 1)
  }
}

extension TestServer {
  /// Uses a feature by a request to an event loop.
  ///
  /// - Returns: The status, the headers that do not differ each time, and the body.
  fileprivate func use(
    _ feature: Feature.ID, by phone: TestPhone, key: String, body: String = "{}"
  ) async throws -> String {
    let responder = DirectResponder(service)
    var head = HTTPRequestHead(
      version: .http1_1, method: .POST, uri: Endpoint.use(feature).path(app: app))
    head.headers.add(name: "Authorization", value: "Bearer \(phone.token)")
    head.headers.add(name: "Idempotency-Key", value: key)
    var request = try #require(DirectRequest(head, responder.routes))
    request.body.writeString(body)
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let response: DirectResponse? = await withCheckedContinuation { [request] continuation in
      loop.execute {
        let isAnswered = responder.respond(
          to: request, from: .unknown, on: loop, EventLoopExecutor(loop)
        ) { continuation.resume(returning: $0) }
        if !isAnswered { continuation.resume(returning: nil) }
      }
    }
    let answer = try #require(response)
    let headers = answer.head.headers.filter { !["Date", "Tollgate-Signature"].contains($0.name) }
    let text = headers.map { "\($0.name): \($0.value)\n" }.joined()
    return "\(answer.head.status.code)\n\(text)\n\(String(buffer: answer.body))"
  }
}
