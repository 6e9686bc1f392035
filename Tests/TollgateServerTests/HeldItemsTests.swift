import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Setting the items that a feature holds")
struct HeldItemsTests {
  @Test("GB-4 a list is recorded whatever the limit, once, in one commit")
  func list() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let items: [Item.ID] = ["fern", "ivy", "fig", "moss"]
    let first: UseResponse = try await server.send(
      .heldItems("add-plant"), token: phone.token, json: HeldItemsRequest(items: items + ["ivy"]))
    #expect(first.facts.count == 4)
    #expect(first.access.answer == .denied)
    let again: UseResponse = try await server.send(
      .heldItems("add-plant"), token: phone.token, json: HeldItemsRequest(items: items))
    #expect(again.facts.isEmpty)
    #expect(again.version == first.version)
    let fewer: UseResponse = try await server.send(
      .heldItems("add-plant"), token: phone.token, json: HeldItemsRequest(items: ["fern"]))
    #expect(fewer.facts.count == 3)
    #expect(fewer.access.limit?.used == 1)
  }

  @Test(
    "RA-7 an item beyond the limit is refused until another is released, if the blueprint says so")
  func blocked() async throws {
    let server = try await TestServer("coach-paid") {
      $0.features.append(
        Feature(
          id: "device", rules: [Feature.Rule(allowance: .holding(1))], surplus: .blocked))
    }
    let phone = try await server.phone()
    let _: UseResponse = try await server.send(
      .heldItems("device"), token: phone.token, json: HeldItemsRequest(items: ["a", "b"]))
    func access(_ query: String) async throws -> AccessSummary {
      let exchange = try await server.exchange(
        .get, "/v1/apps/\(server.app)/customers/me/access/device\(query)", token: phone.token)
      return try JSONDecoder().decode(AccessResponse.self, from: Data(exchange.body.utf8)).access
    }
    #expect(try await access("?item=a").answer == .allowed)
    #expect(try await access("?item=b").answer == .denied)
    #expect(try await access("?item=c").limit == Limit(limit: 1, used: 2, scope: .held))
    #expect(try await phone.use("device", key: "k1", item: "a").facts.isEmpty)
    let problem = await #expect(throws: Problem.self) {
      try await phone.use("device", key: "k2", item: "b")
    }
    #expect(problem?.denial?.reason == .limitReached)
    server.advance(milliseconds: 1000)
    try await phone.release("a", of: "device")
    #expect(try await phone.use("device", key: "k2", item: "b").facts.isEmpty)
  }

  @Test(
    "GB-10 a released item is held again by a new use; a repeated use and a late release stay late")
  func again() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    func held() async throws -> [Item.ID] {
      try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now)
    }
    func send(_ key: String) async throws -> Exchange {
      try await server.exchange(
        .use("add-plant"), token: phone.token, key: key, body: #"{"item":"fern"}"#)
    }
    let first = try await send("k1")
    #expect(first.status == 200)
    server.advance(milliseconds: 1000)
    let _: UseResponse = try await server.send(
      .release("add-plant"), token: phone.token, json: ReleaseRequest(item: "fern", keys: ["k1"]))
    #expect(try await held() == [])
    server.advance(milliseconds: 1000)
    #expect(try await send("k2").status == 200)
    #expect(try await held() == ["fern"])
    let repeated = try await send("k1")
    #expect(repeated.body == first.body)
    #expect(repeated.headers["Idempotency-Replayed"] == "true")
    let late: UseResponse = try await server.send(
      .release("add-plant"), token: phone.token, json: ReleaseRequest(item: "fern", keys: ["k1"]))
    #expect(late.facts == [])
    #expect(try await held() == ["fern"])
    let release: UseResponse = try await server.send(
      .release("add-plant"), token: phone.token, json: ReleaseRequest(item: "fern"))
    #expect(release.facts.count == 1)
    #expect(try await held() == [])
  }

  @Test("RA-7 an item that two merged customers held under one name takes one place")
  func merged() async throws {
    let server = try await TestServer("grobro")
    var account = try await server.phone(device: "phone")
    try await account.signUp("ada@example.com")
    let phone = account
    try await phone.use("add-plant", key: "p1", item: "fern")
    server.advance(milliseconds: 1000)
    var tablet = try await server.phone(device: "tablet")
    try await tablet.use("add-plant", key: "t1", item: "fern")
    try await tablet.use("add-plant", key: "t2", item: "ivy")
    try await tablet.signIn("ada@example.com")
    func held() async throws -> [Item.ID] {
      try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now)
    }
    #expect(try await held() == ["fern", "ivy"])
    #expect(try await tablet.use("add-plant", key: "t3", item: "moss").access.limit?.used == 3)
    try await tablet.release("fern", of: "add-plant")
    #expect(try await held() == ["ivy", "moss"])
  }

  @Test(
    "a wrong list is refused whole",
    arguments: [
      ("add-plant", #"{"items":[""]}"#, ProblemCode.invalidValue),
      ("analytics", #"{"items":[]}"#, .featureHoldsNothing),
      ("none", #"{"items":[]}"#, .unknownFeature),
      (
        "add-plant",
        "{\"items\":[" + (0...1000).map { "\"\($0)\"" }.joined(separator: ",") + "]}", .invalidValue
      ),
    ])
  func refused(feature: String, body: String, code: ProblemCode) async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let exchange = try await server.exchange(
      .heldItems(Feature.ID(feature)), token: phone.token, body: body)
    #expect(exchange.body.contains("\"code\":\"\(code.rawValue)\""))
    #expect(try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now).isEmpty)
  }
}
