import Testing
import Tollgate
import TollgateWire

@Suite("Sizes over HTTP")
struct SizeTests {
  private static func server() async throws -> (TestServer, TestPhone) {
    let server = try await TestServer("coach-paid") {
      $0.features += [
        Feature(
          id: "store", rules: [Feature.Rule(allowance: .holding(5_000_000_000, sized: true))]),
        Feature(id: "record", rules: [Feature.Rule(allowance: .upTo(60, per: .ever, sized: true))]),
        Feature(id: "send", rules: [Feature.Rule(allowance: .upTo(5, per: .use, sized: true))]),
      ]
    }
    return (server, try await server.phone())
  }

  private func use(
    _ feature: Feature.ID, _ cost: Int?, key: String, item: Item.ID? = nil, _ phone: TestPhone
  ) async throws -> UseResponse {
    try await phone.server.send(
      .use(feature), token: phone.token, key: key, json: UseRequest(item: item, cost: cost))
  }

  @Test("RA-6 two devices at once never use more than the limit", arguments: 1...3)
  func atOnce(round: Int) async throws {
    let (_, phone) = try await Self.server()
    let allowed = await allowed(of: 20) { number in
      try await use("record", 7, key: "\(number)", phone)
    }
    #expect(allowed == 8)
    let limit = try await phone.membership().features["record"]?.limit
    #expect(limit == Limit(limit: 60, used: 56, scope: .ever, asked: 1))
  }

  @Test("RA-6 a limit of a single use allows each that is not too large, over HTTP too")
  func singleUse() async throws {
    let (_, phone) = try await Self.server()
    for key in ["a", "b", "c"] {
      _ = try await use("send", 5, key: key, phone)
    }
    await #expect(throws: Problem.self) {
      try await use("send", 6, key: "large", phone)
    }
    let limit = try await phone.membership().features["send"]?.limit
    #expect(limit == Limit(limit: 5, used: 0, scope: .use, asked: 1))
  }

  @Test("RA-6 two devices at once never hold more than the limit, whatever they add or enlarge")
  func heldAtOnce() async throws {
    let (_, phone) = try await Self.server()
    _ = try await use("store", 1_000_000_000, key: "first", item: "item-0", phone)
    _ = await allowed(of: 20) { number in
      // Half of them enlarge the first item.
      try await use(
        "store", 1_500_000_000 + number, key: "\(number)",
        item: number.isMultiple(of: 2) ? "item-0" : Item.ID("item-\(number)"), phone)
    }
    let limit = try await phone.membership().features["store"]?.limit
    #expect(limit?.used ?? .max <= 5_000_000_000)
  }

  @Test("RA-6 a denial says the limit, the size that is used and the size of the request")
  func denied() async throws {
    let (_, phone) = try await Self.server()
    _ = try await use("record", 45, key: "a", phone)
    let problem = await #expect(throws: Problem.self) {
      try await use("record", 16, key: "b", phone)
    }
    #expect(problem?.code == .denied)
    #expect(problem?.denial?.limit == Limit(limit: 60, used: 45, scope: .ever, asked: 16))
    // The same key succeeds with a size that fits: a denial is not stored.
    let answer = try await use("record", 15, key: "b", phone)
    #expect(answer.access.limit == Limit(limit: 60, used: 60, scope: .ever, asked: 1))
  }

  @Test("RA-6 a repeated key has its first answer, also if the item has grown since")
  func repeated() async throws {
    let (_, phone) = try await Self.server()
    let first = try await use("store", 1_000, key: "a", item: "beach", phone)
    let grown = try await use("store", 3_000, key: "b", item: "beach", phone)
    #expect(grown.access.limit?.used == 3_000)
    _ = try await use("store", 2_000, key: "c", item: "beach", phone)
    #expect(try await use("store", 1_000, key: "a", item: "beach", phone) == first)
    #expect(try await use("store", 3_000, key: "b", item: "beach", phone) == grown)
    let snapshot = try await phone.snapshot()
    #expect(snapshot.facts.heldSize(of: "store", at: snapshot.serverTime) == 2_000)
    let problem = await #expect(throws: Problem.self) {
      try await use("store", 1_001, key: "a", item: "beach", phone)
    }
    #expect(problem?.code == .idempotencyKeyReused)
  }

  @Test("RA-6 an item can become smaller however much is recorded, and nothing grows")
  func full() async throws {
    let (server, phone) = try await Self.server()
    var held: [Item.ID] = []
    var (number, count) = (0, 1000)
    // Shorter and shorter lists of new items fill what is recorded to the last of them.
    while count > 0 {
      number += 1
      let items = (1...count).map {
        Item.ID("\(number)-\($0)-" + String(repeating: "x", count: 110))
      }
      let item = try #require(items.first)
      do {
        let _: UseResponse = try await server.send(
          .heldItems("store"), token: phone.token,
          json: HeldItemsRequest(items: items, sizes: [item.rawValue: 9]))
        held = items
      } catch let problem as Problem {
        #expect(problem.code == .limitReached)
        count /= 2
      }
    }
    let item = try #require(held.first)
    let others = held.count - 1
    let shrunk = try await use("store", 4, key: "b", item: item, phone)
    #expect(shrunk.access.limit?.used == others + 4)
    let listed: UseResponse = try await server.send(
      .heldItems("store"), token: phone.token,
      json: HeldItemsRequest(items: held, sizes: [item.rawValue: 2]))
    #expect(listed.access.limit?.used == others + 2)
    for (size, item) in [(3, item), (1, "new")] {
      let problem = await #expect(throws: Problem.self) {
        try await use("store", size, key: "c-\(size)", item: item, phone)
      }
      #expect(problem?.code == .limitReached)
    }
  }

  @Test("RA-6 a released item frees its size")
  func released() async throws {
    let (_, phone) = try await Self.server()
    _ = try await use("store", 5_000_000_000, key: "a", item: "beach", phone)
    let answer = try await phone.release("beach", of: "store")
    #expect(answer.access.limit?.used == 0)
    _ = try await use("store", 5_000_000_000, key: "b", item: "party", phone)
  }

  @Test("RA-6 what is reserved has its size, and the use cannot name another")
  func reserved() async throws {
    let (server, phone) = try await Self.server()
    let reservation: ReservationResponse = try await server.send(
      .reserve("record"), token: phone.token, key: "a", json: UseRequest(cost: 40))
    #expect(reservation.access.limit?.used == 40)
    let problem = await #expect(throws: Problem.self) {
      try await use("record", 50, key: "a", phone)
    }
    #expect(problem?.code == .idempotencyKeyReused)
    let answer = try await use("record", 40, key: "a", phone)
    #expect(answer.access.limit?.used == 40)
  }

  @Test("RA-6 a list of items says their sizes, and names none that it does not list")
  func listed() async throws {
    let (server, phone) = try await Self.server()
    let answer: UseResponse = try await server.send(
      .heldItems("store"), token: phone.token,
      json: HeldItemsRequest(items: ["a", "b"], sizes: ["a": 6_000_000_000]))
    #expect(answer.access.limit?.used == 6_000_000_001)
    #expect(answer.access.answer == .denied)
    let problem = await #expect(throws: Problem.self) {
      let _: UseResponse = try await server.send(
        .heldItems("store"), token: phone.token,
        json: HeldItemsRequest(items: ["a"], sizes: ["c": 1]))
    }
    #expect(problem?.code == .invalidValue)
  }

  @Test("RA-6 a size is refused if it is out of range", arguments: [0, -1, 1_000_000_000_001])
  func outOfRange(cost: Int) async throws {
    let (_, phone) = try await Self.server()
    let problem = await #expect(throws: Problem.self) {
      try await use("record", cost, key: "a", phone)
    }
    #expect(problem?.code == .invalidValue)
  }
}
