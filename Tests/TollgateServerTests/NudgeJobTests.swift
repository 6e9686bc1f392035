import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Nudges by webhook")
struct NudgeJobTests {
  /// Asks lapsed customers to come back, three and ten days later, and reminds of the trial's end a day before.
  private static func server(
    ledger: any Ledger = SQLiteLedger.inMemory(), quiet: (from: String, to: String)? = nil,
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws -> TestServer {
    let quietHours = try quiet.map {
      QuietHours(
        from: try #require(QuietHours.TimeOfDay($0.from)),
        to: try #require(QuietHours.TimeOfDay($0.to)))
    }
    return try await TestServer("coach-free", ledger: ledger) { definition in
      definition.nudges = [
        Nudge(
          id: "come-back", moment: .after(.trialEnd, Period(3, .day)),
          repetition: Nudge.Repetition(every: Period(7, .day), atMost: 2), quietHours: quietHours,
          delivery: .webhook, when: Condition(phases: [.trialExpired]), text: "nudge.tomorrow"),
        Nudge(
          id: "tomorrow", moment: .before(.trialEnd, Period(1, .day)), delivery: .webhook,
          when: Condition(phases: [.trial]), text: "nudge.tomorrow"),
      ]
      definition.texts.append(
        LocalizedText(
          id: "nudge.tomorrow", wordings: ["en": .init("{app.name} ends"), "de": .init("Ende")]))
      change(&definition)
    }
  }

  private static func job(of server: TestServer) -> NudgeJob { NudgeJob(quietly: server.service) }

  /// Runs a job once an hour, and returns what it sent with the hour since the start.
  private static func run(
    _ jobs: [NudgeJob], of server: TestServer, hours: Int, since start: Instant
  ) async -> [String] {
    var sent: [String] = []
    for _ in 0..<hours {
      server.advance(Period(1, .hour))
      for job in jobs {
        for (_, nudge) in await job.runOnce().sent {
          sent.append(
            "\(nudge.id) after \(start.duration(to: server.now).components.seconds / 3600) h")
        }
      }
    }
    return sent
  }

  @Test(
    "nudges by webhook are sent when they are due, and once, whichever of two servers and however often a job starts",
    arguments: ["memory"] + (PostgreSQLServer.address == nil ? [] : ["postgresql"]))
  func once(kind: String) async throws {
    guard kind == "memory" else {
      try await TestPostgreSQL.withLedgers(2) { try await Self.sendOnce(over: $0[0], and: $0[1]) }
      return
    }
    let ledger = SQLiteLedger.inMemory()
    try await Self.sendOnce(over: ledger, and: ledger)
  }

  /// Runs the jobs of two servers with a ledger each over the same storage, and expects each nudge once.
  private static func sendOnce(over ledger: any Ledger, and other: any Ledger) async throws {
    let server = try await Self.server(ledger: ledger)
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    let start = server.now
    let jobs = [Self.job(of: server), Self.job(of: try await server.restarted(over: other))]
    var sent: [String] = []
    for _ in 0..<22 {
      // One more job in each day, as if its server had just started.
      sent += await Self.run(jobs + [Self.job(of: server)], of: server, hours: 24, since: start)
    }
    #expect(sent == ["tomorrow after 144 h", "come-back after 240 h", "come-back#2 after 408 h"])
    let kinds = try await server.entries().compactMap { entry in
      if case .nudge(let fact) = entry.fact { "\(fact.nudge) \(fact.delivery)" } else { nil }
    }
    #expect(kinds == ["tomorrow webhook", "come-back webhook", "come-back webhook"])
  }

  @Test("nudges by webhook wait for the end of the quiet hours")
  func quiet() async throws {
    let server = try await Self.server(quiet: ("08:00", "12:00"))
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    let start = server.now
    let sent = await Self.run([Self.job(of: server)], of: server, hours: 24 * 12, since: start)
    // Signed up at 09:00, so it is due at 09:00.
    #expect(sent == ["tomorrow after 144 h", "come-back after 243 h"])
  }

  @Test(
    "nudges by webhook wait for the end of the quiet hours where the customer is, if days turn there",
    arguments: [("Asia/Tokyo", 242), (nil, 240)] as [(String?, Int)])
  func quietInTokyo(zone: String?, hours: Int) async throws {
    let server = try await Self.server(quiet: ("17:00", "20:00")) {
      $0.app = Blueprint.App(
        id: $0.app.id, name: $0.app.name, bundleID: $0.app.bundleID, usesCustomerTimeZone: true)
    }
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    if let zone {
      _ = try await server.exchange(
        .setAttributes, token: phone.token, body: #"{"device":{"timeZone":"\#(zone)"}}"#)
    }
    let start = server.now
    let sent = await Self.run([Self.job(of: server)], of: server, hours: 24 * 12, since: start)
    // It is due at 09:00 UTC, which is 18:00 in Tokyo.
    #expect(sent == ["tomorrow after 144 h", "come-back after \(hours) h"])
  }

  @Test(
    "nudges by webhook that were missed while no server ran are sent up to a day late, unless they no longer apply",
    arguments: [
      (hours: 10, subscribes: false, sent: ["come-back"]), (30, false, []), (10, true, []),
    ])
  func late(hours: Int, subscribes: Bool, sent: [Nudge.ID]) async throws {
    let server = try await Self.server()
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    server.advance(Period(10, .day))
    server.advance(Period(hours, .hour))
    if subscribes { try await phone.buy("coach.monthly") }
    let report = await Self.job(of: try await server.restarted()).runOnce()
    #expect(report.sent.map(\.nudge.nudge) == sent)
  }

  @Test("nudges by webhook are not planned on devices, whose reports of them are refused")
  func devices() async throws {
    let server = try await Self.server()
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    let membership = try await server.service.customers.membership(
      of: try await server.caller(phone))
    #expect(membership.nudges.map(\.nudge).contains("tomorrow"))
    #expect(membership.nudges(inTimeZone: "UTC") == [])
    await #expect(throws: Problem.self) {
      try await server.service.reports.recordNudge(
        "tomorrow", occurrence: server.now, by: try await server.caller(phone))
    }
    #expect(try await server.entries().allSatisfy { $0.fact.kind != .nudge })
  }

  @Test("nudges by webhook reach the backend as webhooks, with the text in each language")
  func webhook() async throws {
    let server = try await Self.server()
    let receiver = TestReceiver()
    let webhooks = try server.webhooks(to: receiver)
    await server.deliver(webhooks)
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    server.advance(Period(6, .day))
    await Self.job(of: server).runOnce()
    await server.deliver(webhooks)
    let body = try #require(receiver.events.map(\.body).first { $0.contains("nudge.due") })
    #expect(body.contains(#""nudge":"tomorrow""#))
    #expect(body.contains(#""text":{"de":"Ende","en":"Coach ends"}"#))
  }

  @Test("nudges by webhook say what the customer's variant says, which is recorded before them")
  func variant() async throws {
    let server = try await Self.server {
      $0.texts.append(LocalizedText(id: "bold", wordings: ["en": .init("Stay!")]))
      $0.experiments = [
        Experiment(
          id: "words",
          variants: [
            Experiment.Variant(id: "plain", weight: 0),
            Experiment.Variant(id: "bold", weight: 1, texts: ["nudge.tomorrow": "bold"]),
          ])
      ]
    }
    let receiver = TestReceiver()
    let webhooks = try server.webhooks(to: receiver)
    await server.deliver(webhooks)
    var phone = try await server.phone(device: "a")
    try await phone.signUp("ada@example.com")
    server.advance(Period(6, .day))
    await Self.job(of: server).runOnce()
    await server.deliver(webhooks)
    let body = try #require(receiver.events.map(\.body).first { $0.contains("nudge.due") })
    #expect(body.contains(#""text":{"en":"Stay!"}"#))
    let facts = try await server.entries().map(\.fact)
    #expect(facts.suffix(2).map(\.kind) == [.variant, .nudge])
  }

  @Test("nudges by webhook are followed for customers who arrive and subscribe while a job runs")
  func follows() async throws {
    let server = try await Self.server()
    let job = Self.job(of: server)
    await job.runOnce()
    var first = try await server.phone(device: "a")
    try await first.signUp("ada@example.com")
    var second = try await server.phone(device: "b")
    try await second.signUp("ben@example.com")
    await job.runOnce()
    #expect(try #require(await job.nextDue(in: server.app)) > server.now)
    server.advance(Period(131, .hour))
    await job.runOnce()
    #expect(await job.nextDue(in: server.app) == server.now.adding(Period(13, .hour)))
    try await second.buy("coach.monthly")
    server.advance(Period(13, .hour))
    #expect(await job.runOnce().sent.map(\.customer) == [first.id])
  }
}

extension TestServer {
  /// The caller that makes a phone's requests.
  fileprivate func caller(_ phone: TestPhone) async throws -> Caller {
    try await service.authenticator.authenticate(phone.token, in: try service.app(app))
  }
}
