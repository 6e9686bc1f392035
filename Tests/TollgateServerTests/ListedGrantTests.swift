import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Grants that the blueprint lists")
struct ListedGrantTests {
  /// A server whose blueprint lists grants, and a customer whose messages are denied.
  private static func blocked() async throws -> (TestServer, TestPhone, TestBackend) {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "referral", giver: .backend, entitlements: ["premium"], lasts: Period(7, .day),
          limit: 2,
          window: .month),
        GrantTerms(
          id: "apology", entitlements: ["premium"], lasts: Period(3, .day), waitsFor: .nothing),
      ]
    }
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    return (server, phone, try await TestBackend(server))
  }

  private static func answer(_ phone: TestPhone) async throws -> AccessSummary.Answer? {
    try await phone.membership().features["send-message"]?.answer
  }

  @Test("RA-2 a backend gives a listed reward once for its key, and rewards add up")
  func rewards() async throws {
    let (server, phone, backend) = try await Self.blocked()
    let start = server.now
    let first = try await backend.give("referral", to: phone.id, key: "friend-1")
    #expect(first.status == 200)
    #expect(try await Self.answer(phone) == .allowed)
    server.advance(Period(1, .day))
    let repeated = try await backend.give("referral", to: phone.id, key: "friend-1")
    #expect(repeated.body == first.body)
    #expect(repeated.headers["Idempotency-Replayed"] == "true")
    let given: GrantResponse = try await server.send(
      .giveGrant(phone.id), token: backend.key, key: "friend-2",
      json: ListedGrantRequest(name: "referral", reason: "Invited Bob"))
    #expect(given.name == "referral")
    #expect(given.startsAt == start.adding(Period(7, .day)))
    #expect(given.endsAt == start.adding(Period(14, .day)))
    #expect(given.notes.map(\.reason) == ["Invited Bob"])
    #expect(given.notes.first.map { backend.key.hasPrefix($0.by) } == true)

    server.advance(Period(12, .day))
    #expect(try await Self.answer(phone) == .allowed)
    server.advance(Period(1, .day))
    #expect(try await Self.answer(phone) == .denied)
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 2)
  }

  @Test("RA-2 a backend gives nothing that is not listed for it, and nothing beyond the limit")
  func refusals() async throws {
    let (server, phone, backend) = try await Self.blocked()
    for name in ["apology", "premium", "gift"] {
      let refused = try await backend.give(name, to: phone.id, key: "k")
      #expect(refused.status == 404)
      #expect(refused.body.contains(#""code":"unknown_grant""#))
    }
    for body in [
      "{}", #"{"name":"referral","reason":"x"}"#, #"{"name":"referral","reason":"   "}"#,
    ] {
      let refused = try await server.exchange(
        .giveGrant(phone.id), token: backend.key, key: "k", body: body)
      #expect([400, 422].contains(refused.status))
    }
    // What else the body asks for is not read.
    let more = try await server.exchange(
      .giveGrant(phone.id), token: backend.key, key: "a",
      body: #"{"name":"referral","entitlement":"gold","lasts":"P9Y"}"#)
    #expect(more.status == 200)
    let given = try JSONDecoder().decode(GrantResponse.self, from: Data(more.body.utf8))
    #expect(given.entitlements == ["premium"])
    #expect(given.endsAt == server.now.adding(Period(7, .day)))
    #expect(try await backend.give("referral", to: phone.id, key: "b").status == 200)
    let third = try await backend.give("referral", to: phone.id, key: "c")
    #expect(third.status == 409)
    #expect(third.body.contains(#""code":"limit_reached""#))
    // A repeated request is answered although another one would be refused.
    #expect(try await backend.give("referral", to: phone.id, key: "b").status == 200)
    let other = try await backend.give("apology", to: phone.id, key: "b")
    #expect(other.body.contains(#""code":"idempotency_key_reused""#))
    let missing = try await server.exchange(
      .giveGrant(phone.id), token: backend.key, body: #"{"name":"referral"}"#)
    #expect(missing.body.contains(#""code":"missing_idempotency_key""#))
    let read = try await server.service.secretKeys.create(
      named: "read", scope: .read, in: server.app
    ).text
    for (token, code) in [(read, "insufficient_scope"), (phone.token, "secret_key_needed")] {
      let refused = try await server.exchange(
        .giveGrant(phone.id), token: token, key: "k", body: #"{"name":"referral"}"#)
      #expect(refused.body.contains(#""code":"\#(code)""#))
    }
  }

  @Test("RA-2 a grant whose condition does not hold is refused, and can be given later")
  func conditions() async throws {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "referral", giver: .backend,
          when: Condition(reached: ["discovery-complete"]), entitlements: ["premium"],
          lasts: Period(7, .day))
      ]
    }
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    let refused = try await backend.give("referral", to: phone.id, key: "a")
    #expect(refused.status == 409)
    #expect(refused.body.contains(#""code":"condition_not_met""#))
    #expect(
      refused.body.contains(
        "The blueprint gives `referral` only if discovery-complete was reached, which does not hold for the customer."
      ))
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 0)
    try await phone.reach("discovery-complete")
    // A refused request used no key.
    #expect(try await backend.give("referral", to: phone.id, key: "a").status == 200)
    #expect(try await Self.answer(phone) == .allowed)
  }

  @Test("RA-2 a backend takes back what is listed for it, and nothing else")
  func takenBack() async throws {
    let (server, phone, backend) = try await Self.blocked()
    let given: GrantResponse = try await server.send(
      .giveGrant(phone.id), token: backend.key, key: "friend",
      json: ListedGrantRequest(name: "referral"))
    #expect(try await Self.answer(phone) == .allowed)
    server.advance(Period(1, .day))
    let revoked: GrantResponse = try await server.send(
      .takeBackGrant(phone.id, given.id), token: backend.key,
      json: ListedGrantRevocationRequest(reason: "Bob has left"))
    #expect(revoked.revokedAt == server.now)
    #expect(revoked.notes.last?.reason == "Bob has left")
    #expect(try await Self.answer(phone) == .denied)

    server.advance(Period(1, .day))
    let again: GrantResponse = try await server.send(
      .takeBackGrant(phone.id, given.id), token: backend.key)
    #expect(again.revokedAt == revoked.revokedAt)
    // Its key does not give another one, and it counts toward the limit.
    #expect(try await backend.give("referral", to: phone.id, key: "friend").status == 200)
    #expect(try await Self.answer(phone) == .denied)
    #expect(try await backend.give("referral", to: phone.id, key: "other").status == 200)
    #expect(try await backend.give("referral", to: phone.id, key: "third").status == 409)

    let support = try await server.service.secretKeys.create(
      named: "support", scope: .support, in: server.app
    ).text
    let apology: GrantResponse = try await server.send(
      .grant(phone.id), token: support, key: "sorry",
      json: GrantRequest(name: "apology", reason: "An outage"))
    for grant in [apology.id, "grant_none"] {
      let refused = try await server.exchange(
        .takeBackGrant(phone.id, grant), token: backend.key)
      #expect(refused.status == 404)
      #expect(refused.body.contains(#""code":"unknown_grant""#))
    }
    let short = try await server.exchange(
      .takeBackGrant(phone.id, given.id), token: backend.key, body: #"{"reason":"x"}"#)
    #expect(short.body.contains(#""code":"invalid_value""#))
    let own = try await server.exchange(.takeBackGrant(phone.id, given.id), token: phone.token)
    #expect(own.body.contains(#""code":"secret_key_needed""#))
  }

  @Test("RA-3 a listed grant of the backend gives credits, within its limit")
  func credits() async throws {
    let server = try await TestServer("coach-paid") {
      $0.credits = [Wallet(id: "coins", given: [Wallet.Gift(amount: 5, .each(.day, upTo: nil))])]
      $0.features.append(
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 1))]))
      $0.grants = [
        GrantTerms(
          id: "quest", giver: .backend, credits: GrantedCredits(wallet: "coins", amount: 10),
          waitsFor: .nothing, limit: 1)
      ]
    }
    let phone = try await server.phone(device: "phone")
    let backend = try await TestBackend(server)
    #expect(try await phone.membership().credits == ["coins": 5])
    let given: GrantResponse = try await server.send(
      .giveGrant(phone.id), token: backend.key, key: "a",
      json: ListedGrantRequest(name: "quest", reason: "Finished the course"))
    #expect(given.entitlements == nil)
    #expect(given.wallet == "coins")
    #expect(given.amount == 10)
    #expect(try await phone.membership().credits == ["coins": 15])
    let second = try await backend.give("quest", to: phone.id, key: "b")
    #expect(second.body.contains(#""code":"limit_reached""#))
    server.advance(Period(1, .day))
    #expect(try await phone.membership().credits == ["coins": 15])
  }

  @Test(
    "RA-16 a milestone that is the backend's is refused from the app, and recorded from the backend"
  )
  func backendMilestone() async throws {
    let server = try await TestServer("coach-paid") {
      $0.milestones.append("finished-course")
      $0.backendMilestones = ["finished-course"]
    }
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    let refused = try await server.exchange(.milestone("finished-course"), token: phone.token)
    #expect(refused.status == 422)
    #expect(refused.body.contains(#""code":"invalid_value""#))
    #expect(try await server.entries().count { $0.fact.kind == .milestone } == 0)
    let recorded = try await backend.exchange(.milestone("finished-course"), for: phone.id)
    #expect(recorded.status == 200)
    #expect(try await server.entries().count { $0.fact.kind == .milestone } == 1)
  }

  @Test("RA-16 the backend states a right that was bought elsewhere, moves it and ends it")
  func right() async throws {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "web", giver: .backend, entitlements: ["premium"], waitsFor: .nothing,
          isElsewhere: true),
        GrantTerms(id: "quest", giver: .backend, entitlements: ["premium"], lasts: Period(1, .day)),
      ]
    }
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    let backend = try await TestBackend(server)
    func state(
      _ name: GrantTerms.ID = "web", until end: Instant, renews: Bool? = nil, key: String
    ) async throws -> GrantResponse {
      try await server.send(
        .giveGrant(phone.id), token: backend.key, key: key,
        json: ListedGrantRequest(name: name, until: end, willRenew: renews))
    }
    let end = server.now.adding(Period(30, .day))
    let first = try await state(until: end, key: "a")
    #expect(first.endsAt == end)
    #expect(first.willRenew == true)
    #expect(try await Self.answer(phone) == .allowed)
    let other = await #expect(throws: Problem.self) {
      try await state(until: end.adding(Period(1, .day)), key: "a")
    }
    #expect(other?.code == .idempotencyKeyReused)
    let timed = await #expect(throws: Problem.self) {
      try await state("quest", until: end, key: "b")
    }
    #expect(timed?.code == .invalidValue)
    server.advance(Period(1, .day))
    let cancelled = try await state(until: end, renews: false, key: "c")
    #expect(cancelled.willRenew == false)
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 3)
    _ = try await state(until: server.now, key: "d")
    #expect(try await Self.answer(phone) == .denied)
  }

  @Test("RA-16 one statement gives several entitlements, which are moved and end as one")
  func severalEntitlements() async throws {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "contract", giver: .backend, entitlements: ["premium", "enterprise"],
          waitsFor: .nothing,
          isElsewhere: true)
      ]
    }
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    let backend = try await TestBackend(server)
    func state(until end: Instant, key: String) async throws -> GrantResponse {
      try await server.send(
        .giveGrant(phone.id), token: backend.key, key: key,
        json: ListedGrantRequest(name: "contract", until: end))
    }
    let given = try await state(until: server.now.adding(Period(30, .day)), key: "a")
    #expect(given.entitlements == ["enterprise", "premium"])
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 1)
    #expect(try await phone.membership().entitlements == ["enterprise", "premium"])
    #expect(try await phone.membership().phase == .subscribed)
    server.advance(Period(1, .day))
    _ = try await state(until: server.now, key: "b")
    #expect(try await phone.membership().entitlements == [])
    #expect(try await Self.answer(phone) == .denied)
  }

  @Test("RA-2 a subscriber's grant waits, and support takes it back before it begins")
  func waiting() async throws {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "kept", giver: .backend, entitlements: ["premium"], lasts: Period(7, .day),
          waitsFor: .purchases),
        GrantTerms(id: "plan", giver: .backend, entitlements: ["premium"], lasts: Period(30, .day)),
      ]
    }
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    let backend = try await TestBackend(server)
    #expect(try await backend.give("plan", to: phone.id, key: "a").status == 200)
    let given: GrantResponse = try await server.send(
      .giveGrant(phone.id), token: backend.key, key: "b",
      json: ListedGrantRequest(name: "kept", reason: "Invited Bob"))
    #expect(given.lasts == Period(7, .day))
    #expect(given.startsAt == server.now)
    #expect(given.endsAt == nil)
    let waiting = try await phone.membership().waitingGrants
    #expect(waiting?.map(\.id) == [given.id])
    #expect(waiting?.first?.name == "kept")
    #expect(waiting?.map(\.daysLeft) == [7])
    let support = try await TestOperator(server)
    let grant = "/operator/customers/\(phone.id)/grants/\(given.id)"
    let extended = try await support.exchange(
      "\(grant)/extensions", .post, key: "c", body: #"{"lasts":"P1D","reason":"An outage"}"#)
    #expect(extended.body.contains(#""code":"invalid_value""#))
    let revoked: GrantResponse = try await support.send(
      "\(grant)/revocation", #"{"reason":"A forged referral"}"#)
    #expect(revoked.lasts == Period(7, .day))
    #expect(try await phone.membership().waitingGrants == nil)
    server.advance(Period(30, .day))
    #expect(try await Self.answer(phone) == .denied)
  }

  @Test("RA-2 a limit holds for requests at the same time")
  func atOnce() async throws {
    let (server, phone, backend) = try await Self.blocked()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<10 {
        group.addTask {
          try await backend.give("referral", to: phone.id, key: "k\(number)").status
        }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200, 200] + Array(repeating: 409, count: 8))
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 2)
  }

  @Test("RA-2 a key gives one reward, also after a merge and once its stored response is gone")
  func once() async throws {
    let (server, anonymous, backend) = try await Self.blocked()
    let first = try await backend.give("referral", to: anonymous.id, key: "friend-1")
    let given = try JSONDecoder().decode(GrantResponse.self, from: Data(first.body.utf8))
    var laptop = try await server.phone(device: "laptop")
    try await laptop.signUp("ada@example.com")
    var phone = anonymous
    try await phone.signIn("ada@example.com")
    server.advance(Period(2, .day))
    _ = try await server.ledger.prune(LedgerPruning(.answers, before: server.now))
    let again = try await backend.give("referral", to: laptop.id, key: "friend-1")
    let repeated = try JSONDecoder().decode(GrantResponse.self, from: Data(again.body.utf8))
    #expect(repeated.id == given.id)
    #expect(repeated.endsAt == given.endsAt)
    #expect(repeated.customer == laptop.id)
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 1)
  }

  @Test("RA-2 support gives a listed grant with a reason after a preview, and takes it back")
  func support() async throws {
    let (server, phone, backend) = try await Self.blocked()
    let support = try await TestOperator(server)
    let grants = "/operator/customers/\(phone.id)/grants"
    let preview: CustomerChangeResponse = try await support.send(
      grants, key: "k", #"{"name":"apology","reason":"An outage","isPreview":true}"#)
    #expect(preview.customers.first?.after.entitlements == ["premium"])
    #expect(try await Self.answer(phone) == .denied)
    let given: GrantResponse = try await support.send(
      grants, key: "k", #"{"name":"apology","reason":"An outage"}"#)
    #expect(given.endsAt == server.now.adding(Period(3, .day)))
    #expect(given.name == "apology")
    let again: GrantResponse = try await support.send(
      grants, key: "k", #"{"name":"apology","reason":"An outage"}"#)
    #expect(again == given)
    let revoked: GrantResponse = try await support.send(
      "\(grants)/\(given.id)/revocation", #"{"reason":"A mistake"}"#)
    #expect(revoked.name == "apology")
    #expect(try await Self.answer(phone) == .denied)

    // Also what the backend gave.
    #expect(try await backend.give("referral", to: phone.id, key: "a").status == 200)
    let recorded = try await server.entries().compactMap { entry -> Grant? in
      if case .grant(let grant) = entry.fact { grant } else { nil }
    }
    let own = try #require(recorded.first { $0.name == "referral" })
    let taken: GrantResponse = try await support.send(
      "\(grants)/\(own.id)/revocation", #"{"reason":"A forged referral"}"#)
    #expect(taken.notes.map(\.action) == [.granted, .revoked])
    #expect(try await Self.answer(phone) == .denied)

    for body in [
      #"{"name":"apology","lasts":"P9Y","reason":"An outage"}"#,
      #"{"name":"apology","entitlement":"premium","reason":"An outage"}"#,
      #"{"reason":"An outage"}"#,
    ] {
      #expect(try await support.exchange(grants, .post, key: "x", body: body).status == 422)
    }
    let unknown = try await support.exchange(
      grants, .post, key: "x", body: #"{"name":"gift","reason":"An outage"}"#)
    #expect(unknown.body.contains(#""code":"unknown_grant""#))
  }

  @Test("RA-2 the operators' pages offer the listed grants, and show which one was given")
  func pages() async throws {
    let (server, phone, _) = try await Self.blocked()
    let ada = try await AdminBrowser(server, .developer)
    let path = "/customers/\(phone.id)"
    let page = try await ada.get(path)
    #expect(page.body.contains("<option>referral</option><option>apology</option>"))
    let change = ["change": "listed-grant", "subject": "apology", "reason": "An outage"]
    #expect(try await ada.confirm(path, change).status == 303)
    #expect(try await Self.answer(phone) == .allowed)
    let after = try await ada.get(path)
    #expect(after.body.contains("Grant of premium (apology)"))
    let unknown = try await ada.post(path, change.merging(["subject": "gift"]) { $1 })
    #expect(unknown.status == 404)
  }
}

extension TestBackend {
  fileprivate func give(
    _ name: String, to customer: Customer.ID, key idempotencyKey: String
  ) async throws -> Exchange {
    try await server.exchange(
      .giveGrant(customer), token: key, key: idempotencyKey, body: #"{"name":"\#(name)"}"#)
  }
}
