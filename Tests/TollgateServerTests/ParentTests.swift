import HTTPTypes
import Testing
import Tollgate
import TollgateWire

@testable import TollgateServer

@Suite("Limits for each parent over HTTP")
struct ParentTests {
  private static func server() async throws -> (TestServer, TestPhone) {
    let server = try await TestServer("coach-paid") {
      $0.features += [
        Feature(id: "goal", rules: [Feature.Rule(allowance: .holding(3, each: "project"))]),
        Feature(id: "export", rules: [Feature.Rule(allowance: .upTo(2, per: .ever, each: "file"))]),
      ]
    }
    return (server, try await server.phone())
  }

  private func use(
    _ feature: Feature.ID, key: String, item: Item.ID? = nil, in parent: Parent.ID?,
    _ phone: TestPhone
  ) async throws -> UseResponse {
    try await phone.server.send(
      .use(feature), token: phone.token, key: key, json: UseRequest(item: item, parent: parent))
  }

  @Test("RA-6 two devices at once never have more than the limit in any parent")
  func atOnce() async throws {
    let (_, phone) = try await Self.server()
    let allowed = await withTaskGroup(of: Parent.ID?.self) { group in
      for number in 1...20 {
        let parent: Parent.ID = number.isMultiple(of: 2) ? "even" : "odd"
        group.addTask {
          await isAllowed { try await use("goal", key: "\(number)", in: parent, phone) }
            ? parent : nil
        }
      }
      return await group.reduce(into: [Parent.ID]()) { all, parent in
        if let parent { all.append(parent) }
      }
    }
    #expect(allowed.count { $0 == "even" } == 3)
    #expect(allowed.count { $0 == "odd" } == 3)
  }

  @Test(
    "RA-6 the answer to a use and its denial are those of the parent, and a repeated key is one")
  func answers() async throws {
    let (_, phone) = try await Self.server()
    let first = try await use("export", key: "a", in: "p", phone)
    #expect(first.access.limit == Limit(limit: 2, used: 1, scope: .ever))
    let second = try await use("export", key: "b", in: "p", phone)
    #expect(second.access.answer == .denied)
    #expect(try await use("export", key: "a", in: "p", phone) == first)
    let problem = await #expect(throws: Problem.self) {
      try await use("export", key: "c", in: "p", phone)
    }
    #expect(problem?.denial?.limit == Limit(limit: 2, used: 2, scope: .ever))
    let other = try await use("export", key: "c", in: "q", phone)
    #expect(other.access.limit?.used == 1)
    let reused = await #expect(throws: Problem.self) {
      try await use("export", key: "a", in: "q", phone)
    }
    #expect(reused?.code == .idempotencyKeyReused)
  }

  @Test("RA-6 the access in a parent and to a size is asked in the query")
  func asked() async throws {
    let (server, phone) = try await Self.server()
    for key in ["a", "b"] { _ = try await use("export", key: key, in: "p", phone) }
    func access(_ query: String) async throws -> AccessResponse {
      let exchange = try await server.exchange(
        .get, "/v1/apps/\(server.app)/customers/me/access/export\(query)", token: phone.token)
      #expect(exchange.status == 200)
      return try JSON.value(AccessResponse.self, from: Array(exchange.body.utf8))
    }
    let full = try await access("?parent=p")
    #expect(full.access.answer == .denied)
    let other = try await access("?parent=q")
    #expect(other.access.limit?.used == 0)
    let none = try await access("")
    #expect(none.access.answer == .allowed)
    for query in ["?cost=5", "?cost=x", "?parent=", "?parent=p&parent=q"] {
      let exchange = try await server.exchange(
        .get, "/v1/apps/\(server.app)/customers/me/access/export\(query)", token: phone.token)
      #expect(exchange.status == 422, "\(query)")
    }
  }

  @Test(
    "RA-6 any number of parents is recorded, also for a payer's limit that was named later; the length of a parent's name is limited"
  )
  func bounded() async throws {
    let (server, phone) = try await Self.server()
    let long = await #expect(throws: Problem.self) {
      try await use("export", key: "a", in: Parent.ID(String(repeating: "p", count: 129)), phone)
    }
    #expect(long?.code == .invalidValue)
    func size(_ key: String, in parent: String) -> Fact {
      .size(
        UseSize(
          feature: "export", key: Idempotency.Key(key), origin: "me", amount: 1,
          parent: Parent.ID(parent), at: server.now))
    }
    let customer = Customer((1...5000).map { size("\($0)", in: "p\($0)") })
    try RecordLimits.check([size("a", in: "plus-exports")], for: customer, at: server.now)
    try RecordLimits.check([size("b", in: "p5001")], for: customer, at: server.now)
  }
}
