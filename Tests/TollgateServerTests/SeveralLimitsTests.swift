import Testing
import Tollgate
import TollgateWire

@Suite("Several limits over HTTP")
struct SeveralLimitsTests {
  private static func server() async throws -> (TestServer, TestPhone) {
    let server = try await TestServer("coach-paid") {
      $0.features.append(
        Feature(
          id: "scan",
          rules: [Feature.Rule(allowance: .all([.upTo(3, per: .day), .upTo(4, per: .ever)]))]))
    }
    return (server, try await server.phone())
  }

  @Test("RA-7 twenty uses at once never exceed the least of the limits, and the denial names it")
  func atOnce() async throws {
    let (server, phone) = try await Self.server()
    let allowed = await allowed(of: 20) { number in
      try await phone.use("scan", key: "\(number)")
    }
    #expect(allowed == 3)
    let today = try await phone.refusal(of: "scan", key: "next")?.limit
    #expect(today?.scope == .day)
    let midnight = try #require(today?.renewsAt)
    #expect(server.now < midnight && midnight <= server.now.adding(Period(1, .day)))
    let membership = try await phone.membership()
    #expect(membership.features["scan"]?.limit == today)

    server.advance(Period(1, .day))
    let last = try await phone.use("scan", key: "tomorrow")
    // None is left in all, though two are left today.
    #expect(last.access.limit == Limit(limit: 4, used: 4, scope: .ever))
    let refused = try await phone.refusal(of: "scan", key: "more")?.limit
    #expect(refused == Limit(limit: 4, used: 4, scope: .ever))
  }

  @Test("RA-7 twenty uses at once spend no more credits than there are, beside a limit")
  func credits() async throws {
    let server = try await TestServer("coach-paid") {
      $0.credits = [Wallet(id: "coins", given: [Wallet.Gift(amount: 5, .each(.month, upTo: nil))])]
      $0.features.append(
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(allowance: .all([.upTo(3, per: .day), .spend("coins", cost: 2)]))
          ]))
    }
    let phone = try await server.phone()
    let allowed = await allowed(of: 20) { number in
      try await phone.use("scan", key: "\(number)")
    }
    #expect(allowed == 2)
    let missing = try await phone.refusal(of: "scan", key: "next")?.limit
    #expect(missing == Limit(limit: 1, used: 0, scope: .credits))
  }

  @Test("RA-6 what is reserved with its credits has its size, which the use cannot change")
  func reservedSize() async throws {
    let server = try await TestServer("coach-paid") {
      $0.credits = [Wallet(id: "coins", given: [Wallet.Gift(amount: 5, .each(.month, upTo: nil))])]
      $0.features.append(
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(
              allowance: .all([.upTo(9, per: .day, sized: true), .spend("coins", cost: 2)]))
          ]))
    }
    let phone = try await server.phone()
    let reservation: ReservationResponse = try await server.send(
      .reserve("scan"), token: phone.token, key: "a", json: UseRequest(cost: 4))
    #expect(reservation.access.limit == Limit(limit: 3, used: 0, scope: .credits))
    let problem = await #expect(throws: Problem.self) {
      let _: UseResponse = try await server.send(
        .use("scan"), token: phone.token, key: "a", json: UseRequest(cost: 2))
    }
    #expect(problem?.code == .idempotencyKeyReused)
    let use: UseResponse = try await server.send(
      .use("scan"), token: phone.token, key: "a", json: UseRequest(cost: 4))
    #expect(use.facts.count == 3)
  }

  @Test(
    "RA-7 a use that is repeated has its first answer, with the instant at which the limit is renewed"
  )
  func repeated() async throws {
    let (server, phone) = try await Self.server()
    let first = try await phone.use("scan", key: "a")
    #expect(first.access.limit?.renewsAt != nil)
    server.advance(Period(2, .day))
    #expect(try await phone.use("scan", key: "a") == first)
    let later = try await phone.membership().features["scan"]?.limit
    #expect(later == Limit(limit: 4, used: 1, scope: .ever))
  }
}
