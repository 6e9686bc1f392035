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
