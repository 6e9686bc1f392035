import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateWire

@Suite("Credits over HTTP")
struct CreditTests {
  private func server(mayOverdraw: Int = 0) async throws -> TestServer {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Blueprints")
    let file = try BlueprintFile.load(path: folder.appendingPathComponent("studio.yml").path)
    var definition = file.blueprint.definition
    definition.credits = definition.credits.map {
      Wallet(id: $0.id, sources: $0.sources, mayOverdraw: mayOverdraw)
    }
    return try await TestServer(
      try Blueprint(definition),
      selling: try StoreKitConfiguration(
        json: try Data(contentsOf: folder.appendingPathComponent("studio.storekit"))),
      from: try #require(TestServer.start))
  }

  private func spend(
    _ cost: Int?, key: String, on server: TestServer, _ phone: TestPhone,
    feature: Feature.ID = "print"
  ) async throws -> UseResponse {
    try await server.send(
      .use(feature), token: phone.token, key: key, json: UseRequest(cost: cost))
  }

  @Test("EX-11 fifty spends at once never spend more than the balance", arguments: 1...3)
  func together(round: Int) async throws {
    let server = try await server()
    let phone = try await server.phone()
    try await phone.buy("studio.coins.100")
    let allowed = await allowed(of: 50) { number in
      try await spend(7, key: "\(number)", on: server, phone)
    }
    #expect(allowed == 14)
    #expect(try await phone.membership().credits == ["coins": 2])
  }

  @Test("EX-11 a use may cost more than is left, and the next credits pay for it")
  func overdrawn() async throws {
    let server = try await server(mayOverdraw: 10)
    let phone = try await server.phone()
    try await phone.buy("studio.coins.5")
    let use = try await spend(12, key: "a", on: server, phone)
    let again = try await spend(12, key: "a", on: server, phone)
    #expect(use.facts == again.facts)
    var credits = try await phone.membership().credits
    #expect(credits == ["coins": 0])
    let problem = await #expect(throws: Problem.self) {
      _ = try await spend(1, key: "b", on: server, phone)
    }
    #expect(problem?.code == .denied)
    #expect(problem?.denial?.reason == .limitReached)
    try await phone.buy("studio.coins.5")
    credits = try await phone.membership().credits
    #expect(credits == ["coins": 0])
    try await phone.buy("studio.coins.5")
    credits = try await phone.membership().credits
    #expect(credits == ["coins": 3])
  }

  @Test("EX-11 the customer's page for operators shows what an overdrawn wallet owes")
  func owedOnPage() async throws {
    let server = try await server(mayOverdraw: 10)
    let phone = try await server.phone()
    try await phone.buy("studio.coins.5")
    let sue = try await AdminBrowser(server, .support)
    func text() async throws -> String { try await sue.get("/customers/\(phone.id)").text }
    var page = try await text()
    #expect(page.contains("Credits of coins 5") && !page.contains("owed, which"), "\(page)")
    _ = try await spend(12, key: "a", on: server, phone)
    page = try await text()
    #expect(
      page.contains("Credits of coins 0, and 7 owed, which the next credits pay for"), "\(page)")
  }

  @Test("EX-11 the membership says what a wallet owes, beside its credits, until that is paid")
  func owed() async throws {
    let server = try await server(mayOverdraw: 10)
    let phone = try await server.phone()
    try await phone.buy("studio.coins.5")
    var membership = try await phone.membership()
    #expect(membership.credits == ["coins": 5])
    #expect(membership.owed == nil)
    _ = try await spend(12, key: "a", on: server, phone)
    membership = try await phone.membership()
    #expect(membership.credits == ["coins": 0])
    #expect(membership.owed == ["coins": 7])
    try await phone.buy("studio.coins.5")
    membership = try await phone.membership()
    #expect(membership.owed == ["coins": 2])
    try await phone.buy("studio.coins.5")
    membership = try await phone.membership()
    #expect(membership.credits == ["coins": 3])
    #expect(membership.owed == nil)
  }

  @Test("EX-11 a use costs what was reserved for it, and cannot name another cost")
  func reserved() async throws {
    let server = try await server()
    let phone = try await server.phone()
    try await phone.buy("studio.coins.100")
    let _: ReservationResponse = try await server.send(
      .reserve("print"), token: phone.token, key: "a", json: UseRequest(cost: 10))
    let problem = await #expect(throws: Problem.self) {
      _ = try await spend(50, key: "a", on: server, phone)
    }
    #expect(problem?.code == .idempotencyKeyReused)
    _ = try await spend(10, key: "a", on: server, phone)
    #expect(try await phone.membership().credits == ["coins": 90])
  }

  @Test("EX-11 a repeated request spends once, and the same key for another cost is refused")
  func repeated() async throws {
    let server = try await server()
    let phone = try await server.phone()
    try await phone.buy("studio.coins.100")
    let first = try await spend(40, key: "a", on: server, phone)
    #expect(first.access.limit == Limit(limit: 60, used: 0, scope: .credits))
    #expect(try await spend(40, key: "a", on: server, phone) == first)
    let problem = await #expect(throws: Problem.self) {
      try await spend(41, key: "a", on: server, phone)
    }
    #expect(problem?.code == .idempotencyKeyReused)
    #expect(try await phone.membership().credits == ["coins": 60])
  }

  @Test(
    "EX-11 a cost is refused if it is out of range or set by the blueprint",
    arguments: [
      ("print", 0), ("print", -1), ("print", 1_000_000_000_001), ("draw", 3), ("scan", 1),
    ])
  func refusedCosts(feature: String, cost: Int) async throws {
    let server = try await server()
    let phone = try await server.phone()
    try await phone.buy("studio.coins.100")
    let problem = await #expect(throws: Problem.self) {
      try await spend(cost, key: "a", on: server, phone, feature: Feature.ID(feature))
    }
    #expect(problem?.code == .invalidValue)
    #expect(try await phone.membership().credits == ["coins": 100])
  }

  @Test("EX-11 a use that the wallet cannot pay is denied with the paywall, and spends nothing")
  func denied() async throws {
    let server = try await server()
    let phone = try await server.phone()
    try await phone.buy("studio.coins.5")
    try await phone.use("draw", key: "a")
    let denial = try await phone.refusal(of: "draw", key: "b")
    #expect(
      denial
        == Denial(
          reason: .limitReached, limit: Limit(limit: 2, used: 0, scope: .credits),
          paywall: "coins"))
    #expect(try await phone.membership().credits == ["coins": 2])
  }
}
