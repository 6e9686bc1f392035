import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Changes of trials by operators")
struct TrialChangeTests {
  /// A customer on the first day of a week's trial.
  private static func inTrial(
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws -> (TestServer, TestPhone, TestOperator, String) {
    let server = try await TestServer("coach-free", changing: change)
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    return (
      server, phone, try await TestOperator(server),
      "/operator/customers/\(phone.id)/trials/trial/changes"
    )
  }

  @Test("an operator extends, pauses and resumes a trial, and the device sees each change")
  func life() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    let start = server.now
    let steps: [(body: String, days: Int, daysLeft: Int, endsAt: Period?, phase: Phase)] = [
      (#"{"action":"extend","days":2,"reason":"An outage"}"#, 9, 9, Period(9, .day), .trial),
      (#"{"action":"pause","reason":"In hospital"}"#, 9, 8, nil, .trial),
      (#"{"action":"pause","reason":"Once more"}"#, 9, 8, nil, .trial),
      (#"{"action":"resume","reason":"Well again"}"#, 9, 8, Period(11, .day), .trial),
      (#"{"action":"resume","reason":"Once more"}"#, 9, 7, Period(11, .day), .trial),
    ]
    for (number, step) in steps.enumerated() {
      let response: TrialChangeResponse = try await support.send(
        changes, key: "k\(number)", step.body)
      #expect(response.customer == phone.id)
      #expect(response.serverTime == server.now)
      let trial = try #require(response.trial)
      #expect(trial.days == step.days, "\(step.body)")
      #expect(trial.daysLeft == step.daysLeft, "\(step.body)")
      #expect(trial.endsAt == step.endsAt.map { start.adding($0) }, "\(step.body)")
      #expect((trial.pausedAt != nil) == (step.endsAt == nil))
      let membership = try await phone.membership()
      #expect(membership.phase == step.phase)
      #expect(membership.trial == trial)
      // The device decides with the facts that it receives.
      let seen = Membership(
        of: try await phone.snapshot().facts, in: server.blueprint, at: server.now)
      #expect(seen.trial.map(TrialSummary.init) == trial)
      server.advance(Period(1, .day))
    }
    server.advance(Period(6, .day))
    #expect(try await phone.phase() == .trialExpired)
    // An extension opens a trial whose time ran out.
    let reopened: TrialChangeResponse = try await support.send(
      changes, key: "again", #"{"action":"extend","days":1,"reason":"A gift"}"#)
    #expect(reopened.trial?.isActive == true)
    #expect(try await phone.phase() == .trial)
    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(
      life.facts.map(\.sentence).filter { $0.hasPrefix("The trial trial was extended") } == [
        "The trial trial was extended by 2 days: An outage",
        "The trial trial was extended by 1 days: A gift",
      ])
  }

  @Test("EX-13 an operator resets a trial that is over, after a preview, and it starts over")
  func reset() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    server.advance(Period(8, .day))
    #expect(try await phone.phase() == .trialExpired)
    let ada = try await AdminBrowser(server, .support)
    let page = "/customers/\(phone.id)"
    #expect(try await ada.get(page).text.contains("Preview a reset"))
    let preview = try await ada.post(
      page, ["change": "reset-trial", "subject": "trial", "reason": "Never got to try it"])
    #expect(preview.text.contains("Phase trialExpired trial"))
    #expect(try await phone.phase() == .trialExpired)

    let body = #"{"action":"reset","reason":"Never got to try it"}"#
    let foreseen: CustomerChangeResponse = try await support.send(
      changes, key: "k", body.replacing("}", with: #","isPreview":true}"#))
    #expect(foreseen.customers.map(\.before.phase) == [.trialExpired])
    #expect(foreseen.customers.map(\.after.phase) == [.trial])
    #expect(foreseen.customers.map(\.after.trial?.daysLeft) == [7])
    #expect(try await phone.phase() == .trialExpired)
    let response: TrialChangeResponse = try await support.send(changes, key: "k", body)
    let trial = try #require(response.trial)
    #expect(trial.activatedAt == server.now)
    #expect(trial.day == 1)
    #expect(trial.days == 7)
    #expect(trial.daysLeft == 7)
    #expect(trial.endsAt == server.now.adding(Period(7, .day)))
    #expect(try await phone.membership().trial == trial)
    let seen = Membership(
      of: try await phone.snapshot().facts, in: server.blueprint, at: server.now)
    #expect(seen.trial.map(TrialSummary.init) == trial)
    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(
      life.facts.map(\.sentence).contains("The trial trial was reset: Never got to try it"))
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .trialReset), in: server.app)
    #expect(audit.map(\.subject) == ["trial"])
    #expect(audit.map(\.author) == [support.publicPart])
    #expect(audit.map(\.reason) == ["Never got to try it"])
    server.advance(Period(7, .day))
    #expect(try await phone.phase() == .trialExpired)
  }

  @Test("a reset in the millisecond of a use comes after it, even while the clock stands still")
  func sameMillisecond() async throws {
    let (server, phone, support, changes) = try await Self.inTrial {
      $0.features.append(
        Feature(id: "hint", rules: [Feature.Rule(allowance: .upTo(9, per: .ever))]))
    }
    server.advance(Period(1, .day))
    _ = try await phone.use("hint", key: "1")
    let body = #"{"action":"reset","reason":"Once more"}"#
    let next = server.now.adding(milliseconds: 1)
    let foreseen: CustomerChangeResponse = try await support.send(
      changes, key: "k", body.replacing("}", with: #","isPreview":true}"#))
    #expect(foreseen.customers.map(\.after.trial?.activatedAt) == [next])
    let response: TrialChangeResponse = try await support.send(changes, key: "k", body)
    #expect(response.serverTime == next)
    #expect(response.trial?.activatedAt == next)
    #expect(response.trial?.endsAt == next.adding(Period(7, .day)))
    #expect(try await phone.membership().trial == response.trial)
  }

  @Test("a repeated request changes a trial once, and gets the first answer byte for byte")
  func repeated() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    let body = #"{"action":"extend","days":3,"reason":"An outage"}"#
    let first = try await support.exchange(changes, .post, key: "k", body: body)
    server.advance(Period(1, .hour))
    let again = try await support.exchange(changes, .post, key: "k", body: body)
    #expect(again.status == 200)
    #expect(again.body == first.body)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(try await phone.membership().trial?.days == 10)
    #expect(try await server.entries().filter { $0.fact.kind == .trialExtension }.count == 1)
  }

  @Test("a repeated reset starts the trial over once, and gets the first answer byte for byte")
  func repeatedReset() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    server.advance(Period(2, .day))
    let reset = server.now
    let body = #"{"action":"reset","reason":"Never got to try it"}"#
    let first = try await support.exchange(changes, .post, key: "k", body: body)
    #expect(first.status == 200)
    #expect(first.headers["Idempotency-Replayed"] == nil)
    server.advance(Period(3, .day))
    let again = try await support.exchange(changes, .post, key: "k", body: body)
    #expect(again.status == 200)
    #expect(again.body == first.body)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    let trial = try #require(try await phone.membership().trial)
    #expect(trial.activatedAt == reset)
    #expect(trial.endsAt == reset.adding(Period(7, .day)))
    let changesMade = try await server.entries().compactMap { entry -> TrialExtension? in
      if case .trialExtension(let change) = entry.fact { change } else { nil }
    }
    #expect(changesMade.map(\.at) == [reset])
    #expect(changesMade.map(\.startsOver) == [true])
    #expect(changesMade.map(\.days) == [0])
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .trialReset), in: server.app)
    #expect(audit.map(\.at) == [reset])
  }

  @Test("what changes nothing, such as a pause of a trial that is over, is not in the audit list")
  func nothing() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    server.advance(Period(8, .day))
    for action in ["pause", "resume"] {
      let response: TrialChangeResponse = try await support.send(
        changes, key: action, #"{"action":"\#(action)","reason":"An outage"}"#)
      #expect(response.trial?.isActive == false)
    }
    #expect(try await phone.phase() == .trialExpired)
    for action in [LedgerAuditEntry.Action.trialPaused, .trialResumed] {
      let audit = try await server.ledger.administration.audit(
        LedgerAuditFilter(action: action), in: server.app)
      #expect(audit.isEmpty)
    }
  }

  @Test("a wrong request changes nothing, and says why")
  func wrong() async throws {
    let (server, phone, support, changes) = try await Self.inTrial()
    let extended = try await support.exchange(
      changes, .post, key: "used", body: #"{"action":"extend","days":1,"reason":"An outage"}"#)
    #expect(extended.status == 200)
    let other = "/operator/customers/\(phone.id)/trials/gold/changes"
    let cases: [(path: String, key: String?, body: String, ProblemCode)] = [
      ("/operator/customers/nobody/trials/trial/changes", nil, "{", .unknownCustomer),
      (changes, nil, "{", .missingIdempotencyKey),
      (changes, "k", "{", .invalidJSON),
      (changes, "k", #"{"action":"stop","reason":"An outage"}"#, .invalidJSON),
      (changes, "k", #"{"action":"pause"}"#, .invalidJSON),
      (changes, "k", #"{"action":"pause","reason":"no"}"#, .invalidValue),
      (changes, "k", #"{"action":"extend","reason":"An outage"}"#, .invalidValue),
      (changes, "k", #"{"action":"extend","days":0,"reason":"An outage"}"#, .invalidValue),
      (changes, "k", #"{"action":"extend","days":367,"reason":"An outage"}"#, .invalidValue),
      (changes, "k", #"{"action":"pause","days":1,"reason":"An outage"}"#, .invalidValue),
      (changes, "k", #"{"action":"reset","days":1,"reason":"An outage"}"#, .invalidValue),
      (other, "k", #"{"action":"reset","reason":"An outage"}"#, .invalidValue),
      (other, "k", #"{"action":"extend","days":1,"reason":"An outage"}"#, .invalidValue),
      (changes, "used", #"{"action":"pause","reason":"An outage"}"#, .idempotencyKeyReused),
      (
        changes, "used", #"{"action":"extend","days":2,"reason":"An outage"}"#,
        .idempotencyKeyReused
      ),
    ]
    for (path, key, body, code) in cases {
      let exchange = try await support.exchange(path, .post, key: key, body: body)
      #expect(exchange.code == code, "\(path) \(body)")
      #expect(exchange.status == code.status)
    }
    let kinds = try await server.entries().map(\.fact.kind)
    #expect(kinds.filter { $0 == .trialExtension || $0 == .trialPause } == [.trialExtension])
  }
}
