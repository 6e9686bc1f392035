import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@Suite("Reservations over HTTP")
struct ReservationTests {
  @Test("a use is reserved, made, and counted once; each exchange is as documented")
  func exchanges() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let reserved = try await server.exchange(
      .reserve("quick-drill"), token: phone.token, key: "drill")
    #expect(
      "\(reserved)" == """
        200 application/json
        {
          "access": {
            "answer": "denied",
            "limit": {
              "limit": 1,
              "scope": "ever",
              "used": 1
            },
            "paywall": "pro",
            "reason": "limitReached"
          },
          "facts": [
            {
              "at": 1772442000000,
              "feature": "quick-drill",
              "isCounted": true,
              "key": "drill",
              "kind": "reservation",
              "lapsesAt": 1772442600000,
              "origin": "customer-1"
            }
          ],
          "feature": "quick-drill",
          "lapsesAt": 1772442600000,
          "serverTime": 1772442000000,
          "version": 2
        }
        """)
    let recorded = try await server.entries()
    let again: ReservationResponse = try await server.send(
      .reserve("quick-drill"), token: phone.token, key: "drill")
    #expect(again.lapsesAt == Instant(milliseconds: 1_772_442_600_000))
    #expect(try await server.entries() == recorded)
    #expect(try await phone.refusal(of: "quick-drill", key: "other") != nil)
    // Nothing but the use itself counts it for good.
    let used = try await phone.use("quick-drill", key: "drill")
    #expect(used.facts.map(\.kind) == [.use])
    server.advance(Period(1, .hour))
    #expect(try await phone.refusal(of: "quick-drill", key: "other") != nil)
    #expect(try await phone.use("quick-drill", key: "drill") == used)
  }

  @Test("TQ-4 a reserved use that is released or lapses is not counted")
  func notMade() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    for isReleased in [true, false] {
      let _: ReservationResponse = try await server.send(
        .reserve("quick-drill"), token: phone.token, key: "drill-\(isReleased)")
      #expect(try await phone.refusal(of: "quick-drill", key: "other") != nil)
      if isReleased {
        for _ in 1...2 {
          let released: ReservationResponse = try await server.send(
            .releaseReservation("quick-drill", "drill-true"),
            token: phone.token)
          #expect(released.access.answer == .allowed)
          #expect(released.lapsesAt == nil)
        }
      } else {
        server.advance(Period(10, .minute))
      }
    }
    try await phone.use("quick-drill", key: "other")
  }

  @Test("RA-7 the use of a reservation without an item may name the item of its key, and no other")
  func named() async throws {
    let server = try await TestServer("coach-paid") {
      $0.features.append(
        Feature(
          id: "lesson",
          rules: [
            Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .holding(1)),
            Feature.Rule(allowance: .upTo(3, per: .ever)),
          ], offline: .allow(1)))
    }
    let phone = try await server.phone()
    for key in ["a", "b"] {
      let _: ReservationResponse = try await server.send(
        .reserve("lesson"), token: phone.token, key: key)
    }
    let used: UseResponse = try await server.send(
      .use("lesson"), token: phone.token, key: "a", json: UseRequest(item: "a", isReport: true))
    #expect(used.facts.map(\.kind) == [.item, .use])
    // The same use, by the device that did not name the item at first.
    #expect(try await phone.use("lesson", key: "a") == used)
    let problem = await #expect(throws: Problem.self) {
      try await phone.use("lesson", key: "b", item: "a")
    }
    #expect(problem?.code == .idempotencyKeyReused)
  }

  @Test("a use after the lapse counts if there is room; otherwise the problem says what happened")
  func late() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    for key in ["early", "late"] {
      let _: ReservationResponse = try await server.send(
        .reserve("quick-drill"), token: phone.token, key: key)
      server.advance(Period(10, .minute))
    }
    try await phone.use("quick-drill", key: "late")
    let refused = try await server.exchange(.use("quick-drill"), token: phone.token, key: "early")
    #expect(refused.status == 403)
    #expect(refused.body.contains(#""code":"reservation_lapsed""#))
    #expect(refused.body.contains(#""paywall":"pro""#))
    #expect(!refused.body.contains(#""isRetryable":true"#))
  }

  @Test("an unlimited use needs no reservation, and an unknown feature has none")
  func nothingToReserve() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let reserved: ReservationResponse = try await server.send(
      .reserve("view-plant"), token: phone.token, key: "a")
    #expect(reserved.lapsesAt == nil)
    #expect(reserved.facts.isEmpty)
    for endpoint in [Endpoint.reserve("nothing"), .releaseReservation("nothing", "a")] {
      let exchange = try await server.exchange(endpoint, token: phone.token, key: "a")
      #expect(exchange.status == 404)
    }
  }

  @Test("two servers give exactly a hundred of 200 reservations at once, and all are fulfilled")
  func exactlyHundred() async throws {
    let first = try await TestServer("techniq", ledger: SQLiteLedger.inMemory()) { definition in
      definition.features.append(
        Feature(id: "hundred", rules: [Feature.Rule(allowance: .upTo(100, per: .ever))]))
    }
    let servers = [first, try await first.restarted()]
    let phone = try await first.phone()
    let token = phone.token
    let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
      for number in 0..<200 {
        group.addTask {
          let isReserved = await isAllowed {
            let _: ReservationResponse = try await servers[number % 2].send(
              .reserve("hundred"), token: token, key: "\(number)")
          }
          return (number, isReserved)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let reserved = outcomes.filter(\.1).map(\.0)
    #expect(reserved.count == 100)
    for number in reserved { try await phone.use("hundred", key: "\(number)") }
    #expect(try await first.entries().count { $0.fact.kind == .use } == 100)
    #expect(try await phone.refusal(of: "hundred", key: "more") != nil)
  }
}
