import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Uses that no limit counts, over HTTP")
struct UnlimitedUseTests {
  /// The garden, in which a prompt depends on how often a plant was viewed, which nothing limits.
  private static func garden() async throws -> TestServer {
    try await TestServer("grobro") { definition in
      definition.prompts.append(
        Prompt(
          id: "rate", shape: .card, placement: "garden",
          when: Condition(past: [.count(PastTest.Count(of: .use("view-plant"), atLeast: 2))]),
          icon: "star", text: definition.prompts[0].text))
    }
  }

  private static func prompts(_ phone: TestPhone, _ server: TestServer) async throws -> Bool {
    Membership(
      of: try await phone.snapshot().facts, in: server.blueprint, at: server.now
    ).prompts.contains("rate")
  }

  @Test("a use without a limit is recorded once under its key, for the prompt that counts it")
  func recorded() async throws {
    let server = try await Self.garden()
    let phone = try await server.phone()
    let first = try await phone.use("view-plant", key: "a")
    #expect(
      first.facts == [
        .use(
          Use(
            feature: "view-plant", key: "a", origin: phone.id, isUnlimited: true,
            at: server.now))
      ])
    #expect(try await phone.use("view-plant", key: "a") == first)
    #expect(try await Self.prompts(phone, server) == false)
    try await phone.use("view-plant", key: "b")
    #expect(try await Self.prompts(phone, server))
  }

  @Test("a use without a limit is reserved where it counts, and counted when the work is done")
  func reserved() async throws {
    let server = try await Self.garden()
    let phone = try await server.phone()
    let reserved: ReservationResponse = try await server.send(
      .reserve("view-plant"), token: phone.token, key: "a")
    #expect(reserved.lapsesAt == server.now.adding(Feature.defaultReservation))
    let used = try await phone.use("view-plant", key: "a")
    #expect(used.facts.map(\.kind) == [.use])
  }

  @Test("a use without a limit is allowed, and not recorded, once a customer's records are full")
  func full() async throws {
    let server = try await Self.garden()
    let phone = try await server.phone()
    var number = 0
    while try await server.exchange(
      .heldItems("add-plant"), token: phone.token,
      body: String(
        decoding: try JSON.bytes(
          HeldItemsRequest(
            items: (0..<100).map {
              Item.ID("\(number)-\($0)-" + String(repeating: "x", count: 100))
            }
          )), as: UTF8.self)
    ).status == 200 {
      number += 1
    }
    var facts: [Fact] = []
    for use in 0..<1000 where use == 0 || !facts.isEmpty {
      facts = try await phone.use(
        "view-plant", key: "\(use)" + String(repeating: "k", count: 60)
      ).facts
    }
    #expect(facts.isEmpty)
    let reserved: ReservationResponse = try await server.send(
      .reserve("view-plant"), token: phone.token, key: "later")
    #expect(reserved.access.access == .allowed(nil))
    #expect(reserved.lapsesAt == nil)
  }
}
