import Foundation
import Testing
import Tollgate
import TollgateWire

@testable import TollgateClient

@Suite("The outbox's states")
struct OutboxTests {
  private typealias Fixture = MachineFixture
  private static let ada = MachineFixture.ada
  private static let bob = MachineFixture.bob

  @Test(
    "a failure keeps, removes or stops, by its status",
    arguments: [
      // status, problem, the report is kept, the next one is sent
      (500, nil, true, true), (408, nil, true, true), (401, .invalidToken, true, false),
      (429, nil, true, false), (503, nil, true, false), (404, nil, false, true),
      (400, .invalidJSON, false, true),
    ] as [(Int, ProblemCode?, Bool, Bool)])
  func failure(status: Int, code: ProblemCode?, isKept: Bool, goesOn: Bool) throws {
    var outbox = Outbox(writes: [Fixture.write("1"), Fixture.write("2")])
    let failure = try Fixture.failure(status, code.map { Problem($0, "no") })
    outbox.startPass(for: Self.ada)
    let first = try #require(outbox.next(for: Self.ada))
    let actions = outbox.failed(first, failure)
    #expect(actions == (isKept ? [] : [.note(failure.error), .saveRemoval("1"), .evaluate]))
    #expect(outbox.contains("1") == isKept)
    #expect(outbox.next(for: Self.ada)?.key == (goesOn ? "2" : nil))
    let end = outbox.endPass()
    #expect(end.failure == (isKept ? failure : nil))
    #expect(end.actions == (isKept ? [.retry(failures: 1, requested: nil)] : []))
    #expect(outbox.state == .idle)
  }

  @Test("a pass sends each report once, oldest first, for the current customer alone")
  func pass() throws {
    var outbox = Outbox(writes: [
      Fixture.write("1"), Fixture.write("2", of: Self.bob), Fixture.write("3", of: nil),
    ])
    #expect(outbox.next(for: Self.ada) == nil)
    outbox.startPass(for: Self.ada)
    #expect(outbox.next(for: Self.ada)?.key == "1")
    #expect(outbox.delivered("1") == [.saveRemoval("1"), .evaluate])
    #expect(outbox.next(for: Self.ada)?.key == "3")
    #expect(outbox.next(for: Self.bob)?.key == "2")
    _ = outbox.delivered("3")
    #expect(outbox.next(for: Self.ada) == nil)
    let end = outbox.endPass()
    #expect(end.failure == nil && end.actions.isEmpty)
    #expect(outbox.writes.map(\.key) == ["2"])
  }

  @Test("a pass over nothing changes nothing")
  func idle() {
    var outbox = Outbox(writes: [Fixture.write("1", of: Self.bob)])
    let before = outbox
    outbox.startPass(for: Self.ada)
    #expect(outbox.endPass().failure == nil)
    #expect(outbox == before)
  }

  @Test("failures in a row lengthen the wait, and a delivery ends the row")
  func backoff() throws {
    var outbox = Outbox(writes: [Fixture.write("1")])
    let failure = try Fixture.failure(500)
    for row in [1, 2, 3] {
      outbox.startPass(for: Self.ada)
      _ = outbox.failed(Fixture.write("1"), failure)
      #expect(outbox.endPass().actions == [.retry(failures: row, requested: nil)])
    }
    _ = outbox.delivered("1")
    #expect(outbox.requestFailed(failure) == [.retry(failures: 1, requested: nil)])
  }

  @Test(
    "a sign-out keeps purchases and allowed uses, and passes an anonymous customer's purchases on",
    arguments: [
      // the report, anonymous, held; kept, still the customer's
      (.milestone("m"), false, false, false, false), (.milestone("m"), false, true, true, true),
      (.purchase(MachineFixture.purchase()), false, false, true, true),
      (.purchase(MachineFixture.purchase()), true, false, true, false),
      (MachineFixture.use(isAllowed: true), false, false, true, true),
      (MachineFixture.use(isAllowed: true), true, false, false, false),
      (MachineFixture.use(isAllowed: false), false, false, false, false),
    ] as [(PendingWrite.Report, Bool, Bool, Bool, Bool)])
  func release(
    report: PendingWrite.Report, isAnonymous: Bool, isHeld: Bool, isKept: Bool, isOwn: Bool
  ) {
    var outbox = Outbox(writes: [Fixture.write("1", report, isAnonymous: isAnonymous)])
    if isHeld { #expect(outbox.hold(of: Self.ada) == [.save]) }
    #expect(outbox.release() == (isKept ? [.save] : [.removeSaved]))
    #expect(outbox.writes.map(\.customer) == (isKept ? [isOwn ? Self.ada : nil] : []))
  }

  @Test(
    "reports follow the customer that their own was merged into",
    arguments: [
      // the report's customer, the one before, the report's customer afterwards
      (nil, nil, "customer-bob"), (nil, "customer-ada", "customer-bob"),
      ("customer-ada", "customer-ada", "customer-bob"), ("customer-ada", nil, "customer-ada"),
      ("other", "customer-ada", "other"), ("customer-bob", "customer-ada", "customer-bob"),
    ] as [(Customer.ID?, Customer.ID?, Customer.ID?)])
  func reassign(owner: Customer.ID?, before: Customer.ID?, after: Customer.ID?) {
    var outbox = Outbox(writes: [Fixture.write("1", of: owner, isAnonymous: true)])
    #expect(outbox.reassign(from: before, to: Self.bob, isAnonymous: false) == [.save])
    #expect(outbox.writes.map(\.customer) == [after])
    #expect(outbox.writes.map(\.isAnonymous) == [owner == after])
  }

  @Test(
    "a buyer on record follows the customer that they were merged into",
    arguments: [
      // the buyer, the customer before, the buyer afterwards
      ("customer-ada", "customer-ada", "customer-bob"),
      ("customer-bob", "customer-bob", "customer-bob"), ("customer-ada", nil, "customer-ada"),
      ("other", "customer-ada", "other"),
    ] as [(Customer.ID, Customer.ID?, Customer.ID)])
  func reassignAttempts(buyer: Customer.ID, before: Customer.ID?, after: Customer.ID) {
    var outbox = Outbox(attempts: [Fixture.attempt(of: buyer, isAnonymous: true)])
    let isOwn = buyer == before
    #expect(
      outbox.reassign(from: before, to: Self.bob, isAnonymous: false)
        == (isOwn ? [.save, .saveAttempts] : [.save]))
    #expect(outbox.attempts.map(\.customer) == [after])
    #expect(outbox.attempts.map(\.isAnonymous) == [!isOwn])
    // What an account bought stays with it when it signs out.
    #expect(outbox.release() == (isOwn ? [.removeSaved] : [.removeSaved, .saveAttempts]))
  }

  @Test("a report of nobody and one of a replaced customer go to the next customer")
  func unassign() {
    var outbox = Outbox(writes: [Fixture.write("1"), Fixture.write("2", of: Self.bob)])
    #expect(outbox.unassign(from: Self.ada).isEmpty)
    #expect(outbox.writes.map(\.customer) == [nil, Self.bob])
  }

  @Test("an anonymous customer who is replaced or signs out is no longer a buyer on record")
  func attempts() {
    let started = Outbox(attempts: [
      Fixture.attempt(of: Self.ada, isAnonymous: true),
      Fixture.attempt(of: Self.bob, isAnonymous: false),
    ])
    var replaced = started
    #expect(replaced.unassign(from: Self.ada) == [.saveAttempts])
    #expect(replaced.attempts.map(\.customer) == [Self.bob])
    var signedOut = started
    #expect(signedOut.release() == [.removeSaved, .saveAttempts])
    #expect(signedOut.attempts.map(\.customer) == [Self.bob])
    #expect(signedOut.release() == [.removeSaved])
  }

  @Test("at most 1,000 reports wait; the oldest that may be dropped is")
  func limit() {
    let purchase = PendingWrite.Report.purchase(Fixture.purchase())
    var outbox = Outbox(
      writes: [Fixture.write("purchase", purchase)]
        + (1..<PendingWrite.limit).map { Fixture.write(Idempotency.Key("\($0)")) })
    let actions = outbox.append(Fixture.write("last"))
    #expect(
      actions == [
        .note(ClientError(.queueFull)), .saveRemoval("1"), .saveReport("last"), .evaluate,
      ])
    #expect(outbox.writes.count == PendingWrite.limit)
    #expect(outbox.contains("purchase") && outbox.contains("last") && !outbox.contains("1"))
  }
}

@Suite("The outbox's purchases")
struct OutboxPurchaseTests {
  private typealias Fixture = MachineFixture
  private static let ada = MachineFixture.ada
  private static let bob = MachineFixture.bob

  @Test(
    "a transaction belongs to the buyer on record, for an hour",
    arguments: [
      // the token of the attempt, that of the transaction, minutes later; the buyer
      (nil, nil, 0, "customer-ada"), (nil, nil, 59, "customer-ada"), (nil, nil, 60, "customer-bob"),
      ("t", "t", 0, "customer-ada"), ("t", "u", 0, "customer-bob"), ("t", nil, 0, "customer-bob"),
    ] as [(String?, String?, Int64, Customer.ID)])
  func buyer(attempt: String?, signed: String?, minutes: Int64, buyer: Customer.ID) {
    var outbox = Outbox()
    let started = PurchaseAttempt(
      customer: Self.ada, isAnonymous: false, product: "studio.lifetime",
      appAccountToken: attempt, at: Fixture.start)
    #expect(outbox.begin(started) == [.saveAttempts])
    let purchase = Fixture.purchase(token: signed)
    let actions = outbox.record(
      purchase, as: "1", customer: Self.bob, isAnonymous: true,
      at: Fixture.start.adding(milliseconds: minutes * 60_000))
    #expect(actions == [.saveReport("1"), .evaluate, .notifyPurchase(purchase, .waiting)])
    #expect(outbox.writes.map(\.customer) == [buyer])
    #expect(outbox.writes.map(\.isAnonymous) == [buyer == Self.bob])
    #expect(outbox.key(of: purchase) == "1")
    #expect(outbox.end(started) == [.saveAttempts])
    #expect(outbox.attempts.isEmpty)
  }

  enum Step: Sendable { case recorded, refused, refusedAsOwned, unreachable }

  @Test(
    "the verdict on a purchase being confirmed",
    arguments: [
      (nil, .undecided), (.unreachable, .undecided), (.recorded, .recorded),
      (.refused, .refused(.notAccepted)), (.refusedAsOwned, .refused(.ownedByAnother)),
    ] as [(Step?, Outbox.Verdict)])
  func verdict(step: Step?, verdict: Outbox.Verdict) throws {
    let purchase = Fixture.purchase()
    let write = Fixture.write("1", .purchase(purchase))
    var outbox = Outbox(writes: [write])
    outbox.beginConfirmation(of: "1")
    outbox.startPass(for: Self.ada)
    switch step {
    case nil: break
    case .recorded: _ = outbox.delivered("1")
    case .unreachable:
      _ = outbox.failed(write, ServerCalls.Failure(ClientError(.network)))
      // The confirmation has its own schedule.
      #expect(outbox.endPass().actions.isEmpty)
    case .refused, .refusedAsOwned:
      let code = step == .refused ? ProblemCode.invalidJSON : .ownedByAnotherCustomer
      let failure = try Fixture.failure(code.status, Problem(code, "no"))
      #expect(
        outbox.failed(write, failure)
          == [
            .notifyPurchase(purchase, .refused(failure.error)), .note(failure.error),
            .saveRemoval("1"), .evaluate,
          ])
    }
    #expect(outbox.verdict == verdict)
    let isUndecided = verdict == .undecided
    #expect(outbox.endConfirmation().isEmpty == !isUndecided)
    #expect(outbox.confirmation == .none)
  }

  @Test("a report that fails while a purchase is confirmed is retried after it")
  func otherReport() throws {
    let writes = [Fixture.write("1"), Fixture.write("2", .purchase(Fixture.purchase()))]
    var outbox = Outbox(writes: writes)
    outbox.beginConfirmation(of: "2")
    outbox.startPass(for: Self.ada)
    let failure = try Fixture.failure(500)
    #expect(outbox.failed(writes[0], failure).isEmpty)
    #expect(outbox.delivered("2") == [.saveRemoval("2"), .evaluate])
    #expect(outbox.endPass().actions.isEmpty)
    #expect(outbox.verdict == .recorded)
    #expect(outbox.endConfirmation() == [.retry(failures: 1, requested: nil)])
    #expect(outbox.endConfirmation().isEmpty)
  }

  @Test("without the server, a purchase decides when it has waited, or at once after its polls")
  func decides() {
    let purchase = Fixture.purchase()
    var outbox = Outbox(writes: [Fixture.write("1", .purchase(purchase))])
    let timeout = Fixture.start.advanced(by: PurchaseConfirmation.timeout)
    #expect(outbox.nextDecision(after: Fixture.start) == timeout)
    #expect(outbox.nextDecision(after: timeout) == nil)
    outbox.beginConfirmation(of: "1")
    #expect(outbox.nextDecision(after: Fixture.start) == nil)
    #expect(
      outbox.decideWithoutServer()
        == [.saveReport("1"), .evaluate, .notifyPurchase(purchase, .provisional)])
    #expect(outbox.writes.map(\.decidesAt) == [Fixture.start])
    #expect(outbox.endConfirmation() == [.retry(failures: 1, requested: nil)])
  }

  @Test("a denied use is reported to those who wait for it, and noted only if it was allowed here")
  func denied() throws {
    for isAllowed in [false, true] {
      let write = Fixture.write("1", Fixture.use(isAllowed: isAllowed))
      var outbox = Outbox(writes: [write])
      let denial = Denial(reason: .notIncluded, paywall: "plans")
      let failure = try Fixture.failure(
        ProblemCode.denied.status, Problem(.denied, "no", denial: denial))
      let change = UseChange(feature: "paint", key: "1", answer: .denied(denial))
      let expected: [Outbox.Action] = [.markStale, .notifyUse(change)]
      #expect(
        outbox.failed(write, failure)
          == expected + (isAllowed ? [.note(failure.error)] : [])
          + [.saveRemoval("1"), .evaluate])
    }
  }
}

@Suite("The stored form of waiting reports")
struct PendingWriteTests {
  @Test("a report survives storage")
  func stored() throws {
    for report in [
      .milestone("m"), .purchase(MachineFixture.purchase()), MachineFixture.use(isAllowed: true),
    ] as [PendingWrite.Report] {
      var write = MachineFixture.write("1", report, isAnonymous: true)
      write.isHeld = true
      let data = try JSONEncoder().encode(write)
      #expect(try JSONDecoder().decode(PendingWrite.self, from: data) == write)
    }
  }
}
