import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Launches of the app that devices report")
struct OpeningTests {
  /// A server whose blueprint has a prompt for every second launch, and one that stays away for a version.
  private static func server() async throws -> TestServer {
    try await TestServer("techniq") { definition in
      let text = definition.texts[0].id
      definition.prompts = [
        Prompt(
          id: "regular", shape: .card, placement: "home",
          when: Condition(past: [.count(PastTest.Count(of: .opened, every: 2))]), icon: "star",
          text: text, patience: Prompt.Patience(dismissals: 1, staysAway: nil))
      ]
    }
  }

  private static func request(_ days: [String], _ version: String = "1.0") -> AttributesRequest {
    AttributesRequest([:], device: [.appVersion: version], opened: days)
  }

  private static func openings(_ server: TestServer) async throws -> [AppOpening] {
    try await server.entries().compactMap {
      if case .opening(let opening) = $0.fact { opening } else { nil }
    }
  }

  @Test("RA-12 a launch is recorded once a day and version, and every second shows the prompt")
  func once() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    for _ in 1...2 {
      let _: ChangeResponse = try await server.send(
        .setAttributes, token: phone.token, json: Self.request(["2026-03-02"]))
    }
    var recorded = try await Self.openings(server)
    #expect(recorded == [AppOpening(day: "2026-03-02", version: "1.0", at: server.now)])
    var prompts = try await phone.membership().prompts
    #expect(prompts == [])
    server.advance(Period(1, .day))
    let change: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token, json: Self.request(["2026-03-03"]))
    #expect(change.facts.map(\.kind) == [.opening])
    prompts = try await phone.membership().prompts
    #expect(prompts == ["regular"])
    // Days that a device collected without a network count, and those that are too long ago do not.
    let _: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token,
      json: Self.request(["2025-12-24", "2026-02-27", "2026-02-28"], "1.1"))
    recorded = try await Self.openings(server)
    #expect(
      recorded.map(\.day) == ["2026-03-02", "2026-03-03", "2026-02-27", "2026-02-28"])
    let export = try await server.exchange(.export, token: phone.token).body
    #expect(export.contains(#""kind":"opening""#))
  }

  @Test(
    "RA-12 what is not a day, and too many days, are refused whole",
    arguments: [["yesterday"], ["2026-02-30"], Array(repeating: "2026-03-02", count: 65)])
  func refused(days: [String]) async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    let problem = await #expect(throws: Problem.self) {
      let _: ChangeResponse = try await server.send(
        .setAttributes, token: phone.token, json: Self.request(days))
    }
    #expect(problem?.code == .invalidValue)
    let recorded = try await Self.openings(server)
    #expect(recorded == [])
  }

  @Test("RA-12 a device that reports day after day, or many versions of one, fills no ledger")
  func bounded() throws {
    let now = try #require(TestServer.start)
    let facts = (1...RecordLimits.openings).map {
      Fact.opening(AppOpening(day: "\(CivilDate(daysSince1970: Int64($0)))", at: now))
    }
    let next = Fact.opening(AppOpening(day: "2026-03-02", version: "1.0", at: now))
    #expect(RecordLimits.excludes(next, for: Customer(facts), at: now))
    #expect(!RecordLimits.excludes(next, for: Customer(facts.dropLast()), at: now))
  }

  @Test("RA-12 launches are not recorded where nothing depends on them")
  func unused() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let _: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token, json: Self.request(["2026-03-02"]))
    let recorded = try await Self.openings(server)
    #expect(recorded == [])
  }
}
