import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateWire

@Suite("Coach, paid trial, over HTTP")
struct CoachPaidTests {
  @Test("CP-1 discovery is free, nothing is counted and no trial clock runs")
  func discovery() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    for number in 1...120 {
      let used = try await phone.use("send-message", key: "message-\(number)")
      #expect(used.access == AccessSummary(.allowed(nil)))
      #expect(used.facts.isEmpty)
    }
    server.advance(Period(90, .day))
    let membership = try await phone.membership()
    #expect(membership.phase == .onboarding)
    #expect(membership.trial == nil)
    #expect(membership.nextChange == nil)
  }

  @Test("CP-2 the end of discovery brings the paywall with its offer line")
  func discoveryEnds() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let snapshot = try await phone.reach("discovery-complete")
    #expect(snapshot.membership.phase == .blocked)
    let denial = try #require(try await phone.refusal(of: "send-message", key: "after"))
    let paywall = try #require(denial.paywall)
    #expect(paywall == "after-discovery")
    let membership = Membership(of: snapshot.facts, in: server.blueprint, at: server.now)
    #expect(membership.paywall(at: "chat") == paywall)
    let line = server.blueprint.paywall(paywall)?.packages.first?.offerLine
    #expect(
      line.flatMap { membership.text($0) } == "$2.99/week for 3 days, then $19.99/month")
  }

  @Test("CP-3 a confirmed purchase starts the paid trial, once, by the server's clock")
  func purchaseStartsTrial() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    server.advance(Period(1, .hour))
    #expect(try await phone.membership().trial == nil)
    let bought = server.now
    let transaction = try phone.purchase("coach.premium.monthly")
    let answer = try await phone.post(transaction)
    let trial = try #require(answer.snapshot?.membership.trial)
    #expect(trial.activatedAt == bought)
    #expect(trial.endsAt == bought.adding(Period(3, .day)))
    #expect(trial.limit == 100)
    #expect(answer.recorded == [StoreTransaction.ID(transaction.payload.transactionId)])

    server.advance(Period(1, .day))
    let recorded = try await server.entries()
    let again = try await phone.post(transaction)
    try await phone.reach("discovery-complete")
    #expect(again.snapshot?.membership.trial?.activatedAt == bought)
    #expect(try await server.entries() == recorded)
  }

  @Test("CP-3 a purchase before discovery ends is the trial once it does, from the purchase on")
  func purchaseBeforeMilestone() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let bought = server.now
    try await phone.buy("coach.premium.monthly")
    #expect(try await phone.membership().trial == nil)
    server.advance(Period(2, .hour))
    let snapshot = try await phone.reach("discovery-complete")
    #expect(snapshot.membership.trial?.activatedAt == bought)
  }

  @Test("CP-4 with nothing bought the server refuses messages and keeps the conversation readable")
  func blocked() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    let exchange = try await server.exchange(
      .use("send-message"), token: phone.token, key: "message-1")
    #expect(
      "\(exchange)" == """
        403 application/problem+json
        {
          "code": "denied",
          "denial": {
            "paywall": "after-discovery",
            "reason": "notIncluded"
          },
          "detail": "The blueprint does not allow this now.",
          "isRetryable": false,
          "status": 403,
          "title": "Denied",
          "type": "urn:tollgate:problem:denied"
        }
        """)
    server.advance(Period(1, .month))
    #expect(try await phone.refusal(of: "send-message", key: "message-2") != nil)
    #expect(try await phone.use("read-conversation", key: "read").access.answer == .allowed)
  }

  @Test("CP-6 the trial ends with its 100th message, and the 101st waits for the plan")
  func hundredMessages() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    server.advance(milliseconds: 1)
    for number in 1...99 {
      #expect(try await phone.use("send-message", key: "\(number)").access.limit?.used == number)
    }
    #expect(try await phone.phase() == .trial)
    let last = try await phone.use("send-message", key: "100")
    #expect(last.facts.count == 1)
    #expect(try await phone.phase() == .trialExpired)
    // The plan starts when the store renews, so nothing is sold before.
    let denial = try #require(try await phone.refusal(of: "send-message", key: "101"))
    #expect(denial.reason == .limitReached)
    #expect(denial.paywall == nil)
    #expect(denial.startsAt == (try await phone.membership().subscription?.expiresAt))
    #expect(try await phone.membership().trial?.used == 100)
  }

  @Test("CP-6 the trial ends at three days exactly")
  func threeDays() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    server.store.cancel(phone.account)
    server.advance(milliseconds: 3 * 86_400_000 - 1)
    #expect(try await phone.phase() == .trial)
    #expect(try await phone.membership().entitlements == ["premium"])
    server.advance(milliseconds: 1)
    #expect(try await phone.phase() == .trialExpired)
    #expect(try await phone.membership().entitlements == [])
  }

  @Test("CP-7 the trial renews into the subscription, without a limit")
  func renewal() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    server.advance(Period(7, .day))
    try await server.deliverNotifications()
    let membership = try await phone.membership()
    #expect(membership.phase == .subscribed)
    #expect(membership.features["send-message"] == AccessSummary(.allowed(nil)))
  }

  @Test("CP-7 a trial that was cancelled ends in the paywall")
  func cancelled() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    server.store.cancel(phone.account)
    server.advance(Period(30, .day))
    try await server.deliverNotifications()
    #expect(try await phone.phase() == .trialExpired)
    #expect(try await phone.refusal(of: "send-message", key: "1")?.paywall == "after-discovery")
  }
}
