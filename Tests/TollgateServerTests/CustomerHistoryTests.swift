import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("What a customer did long ago")
struct CustomerHistoryTests {
  private static func use(_ number: Int, of feature: Feature.ID, by id: Customer.ID) -> Fact {
    .use(
      Use(
        feature: feature, key: Idempotency.Key("k\(number)"), origin: id,
        at: Instant(milliseconds: 1_700_000_000_000 + Int64(number) * 1000)))
  }

  /// Appends facts as an earlier process did, and serves the app with empty caches.
  private static func append(
    _ facts: [Fact], to phone: TestPhone, each: Int = 1000
  ) async throws -> TestServer {
    let server = phone.server
    let id = try await phone.snapshot().id
    var version = try #require(try await server.ledger.record(of: id, in: server.app)).version
    for start in stride(from: 0, to: facts.count, by: each) {
      version = try await server.ledger.append(
        LedgerWrite(
          app: server.app, customer: id, expectedVersion: version,
          facts: Array(facts[start..<min(start + each, facts.count)]), at: server.now))
    }
    return try await server.restarted()
  }

  @Test("10,000 uses are answered alike before and after the ledger has archived them")
  func archived() async throws {
    let server = try await TestServer("coach-free")
    let phone = try await server.phone(device: "phone")
    let id = try await phone.snapshot().id
    let feature = try #require(server.blueprint.definition.features.first).id
    let facts = (0..<10_000).map { Self.use($0, of: feature, by: id) }
    var later = try await Self.append(facts, to: phone)
    var answers: [[String]] = []
    // The first read archives the uses, and the second one is from the archives.
    for _ in 0..<2 {
      let membership = try await later.exchange(.membership, token: phone.token)
      let snapshot: CustomerSnapshot = try await later.send(.me, token: phone.token)
      #expect(snapshot.facts == Customer(snapshot.facts.facts))
      #expect(snapshot.facts.hasUse(of: feature, key: "k9999", by: id))
      answers.append([membership.body, "\(snapshot.facts.facts.count)"])
      later = try await later.restarted()
    }
    #expect(answers[0] == answers[1])
  }

  /// A kind of report that is limited.
  enum Limited: String, CaseIterable, Sendable {
    case dismissal, paywall, nudge
  }

  @Test(
    "a report beyond its limit is refused, and a repeated one is not",
    arguments: Limited.allCases)
  func limits(kind: Limited) async throws {
    let server = try await TestServer("coach-free")
    let definition = server.blueprint.definition
    let endpoint: Endpoint
    let facts: [Fact]
    switch kind {
    case .dismissal:
      let prompt = try #require(definition.prompts.first).id
      endpoint = .dismissal(prompt)
      facts = (1..<RecordLimits.dismissals).map {
        .dismissal(Dismissal(prompt: prompt, key: Idempotency.Key("d\($0)"), at: server.now))
      }
    case .paywall:
      let paywall = try #require(definition.paywalls.first).id
      endpoint = .paywallShown(paywall)
      facts = (1..<RecordLimits.paywallEvents).map {
        .paywall(
          PaywallEvent(
            paywall: paywall, action: .closed, key: Idempotency.Key("p\($0)"), at: server.now))
      }
    case .nudge:
      let nudge = try #require(definition.nudges.first).id
      endpoint = .nudgeDelivered(nudge)
      facts = (1..<RecordLimits.nudges).map {
        .nudge(
          NudgeDelivery(
            nudge: nudge, occurrence: Instant(milliseconds: Int64($0)), at: server.now))
      }
    }
    let phone = try await server.phone(device: "phone")
    let later = try await Self.append(facts, to: phone)
    func report(_ key: String) async throws -> Exchange {
      try await later.exchange(
        endpoint, token: phone.token, key: key,
        body: kind == .nudge ? #"{"occurrence":\#(key)}"# : nil)
    }
    #expect(try await report("5000000").status == 200)
    let refused = try await report("6000000")
    #expect(refused.status == 409)
    #expect(refused.body.contains(#""code":"limit_reached""#))
    #expect(try await report("5000000").status == 200)
    #expect(try await later.exchange(.membership, token: phone.token).status == 200)
  }

  @Test("CP-10 a device beyond the limit is served, is not recorded, and gets no second trial")
  func devices() async throws {
    let server = try await TestServer("coach-free")
    var first = try await server.phone(device: "laptop")
    try await first.signUp("ada@example.com")
    #expect(try await first.membership().trial?.isActive == true)

    let phone = try await server.phone()
    let id = try await phone.snapshot().id
    let facts = (0..<RecordLimits.devices).map {
      Fact.device(DeviceUse(device: Device.ID("device-\($0)"), origin: id, at: server.now))
    }
    let later = try await Self.append(facts, to: phone)
    let change: ChangeResponse = try await later.send(
      .device, token: phone.token, json: DeviceRequest(device: "laptop"))
    #expect(change.facts == [])
    let session: SessionResponse = try await later.send(
      .signUp, token: phone.token,
      json: CredentialsRequest(
        email: "bob@example.com", password: "correct horse", device: "laptop"))
    #expect(session.snapshot.membership.trial?.isActive != true)
    #expect(session.snapshot.facts.knownDevices.count == RecordLimits.devices)
  }
}
