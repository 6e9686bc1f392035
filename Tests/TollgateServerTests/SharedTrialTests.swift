import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("A trial's uses go with its purchase")
struct SharedTrialTests {
  private static let product = "coach.premium.monthly"

  /// Accounts on one store account; the first one has bought.
  private static func accounts(
    _ count: Int, _ policy: TransferPolicy
  ) async throws -> [TestPhone] {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: policy)
    }
    var phones: [TestPhone] = []
    for number in 1...count {
      var phone = try await server.phone(
        device: Device.ID("phone-\(number)"), account: "family")
      try await phone.signUp("person-\(number)@example.com")
      try await phone.reach("discovery-complete")
      phones.append(phone)
    }
    try await phones[0].buy(Self.product)
    return phones
  }

  /// How many of a number of messages succeed.
  private static func send(_ count: Int, _ name: String, by phone: TestPhone) async throws -> Int {
    var sent = 0
    for number in 0..<count
    where try await phone.refusal(
      of: "send-message", key: "\(name)-\(number)") == nil
    {
      sent += 1
    }
    return sent
  }

  @Test("CP-10 a purchase transferred back and forth gives a hundred messages in all")
  func transfers() async throws {
    let phones = try await Self.accounts(2, .transfer)
    let (first, second) = (phones[0], phones[1])
    #expect(try await Self.send(40, "a", by: first) == 40)
    try await second.restore()
    let trial = try await second.membership().trial
    #expect(trial?.used == 40)
    #expect(try await first.membership().entitlements == [])
    #expect(try await Self.send(30, "b", by: second) == 30)
    try await first.restore()
    #expect(try await first.membership().trial?.used == 70)
    #expect(try await Self.send(20, "c", by: first) == 20)
    try await second.restore()
    #expect(try await Self.send(20, "d", by: second) == 10)
    try await first.restore()
    #expect(try await Self.send(20, "e", by: first) == 0)
    #expect(try await first.membership().trial?.activatedAt == trial?.activatedAt)
  }

  @Test("CP-10 messages that are reserved when their purchase is transferred are sent once")
  func transfersReserved() async throws {
    let phones = try await Self.accounts(2, .transfer)
    let (first, second) = (phones[0], phones[1])
    for number in 0..<60 {
      let _: ReservationResponse = try await first.server.send(
        .reserve("send-message"), token: first.token, key: "a-\(number)")
    }
    try await second.restore()
    #expect(try await Self.send(60, "a", by: first) == 0)
    #expect(try await Self.send(60, "a", by: second) == 60)
    #expect(try await Self.send(60, "b", by: second) == 40)
    try await first.restore()
    #expect(try await Self.send(10, "c", by: first) == 0)
  }

  @Test("CP-10 three accounts that share a purchase have a hundred messages in all")
  func shares() async throws {
    let phones = try await Self.accounts(3, .share)
    for phone in phones.dropFirst() { try await phone.restore() }
    var sent = 0
    for round in 0..<12 {
      for (number, phone) in phones.enumerated() {
        sent += try await Self.send(3, "\(round)-\(number)", by: phone)
      }
    }
    #expect(sent == 100)
    for phone in phones {
      let membership = try await phone.membership()
      #expect(membership.trial?.used == 100)
      #expect(membership.phase == .trialExpired)
    }
  }

  @Test(
    "CP-10 a hundred of the messages that sharing customers send concurrently succeed",
    arguments: 1...3)
  func sharesTogether(round: Int) async throws {
    let phones = try await Self.accounts(3, .share)
    for phone in phones.dropFirst() { try await phone.restore() }
    let sent = await allowed(of: 150) { number in
      try await phones[number % 3].use("send-message", key: "message-\(number)")
    }
    #expect(sent == 100)
    for phone in phones { #expect(try await phone.membership().trial?.used == 100) }
  }

  @Test(
    "a customer who shares sees what the others have used, and its own use is on the owner's record"
  )
  func reads() async throws {
    let phones = try await Self.accounts(2, .share)
    let (owner, sharer) = (phones[0], phones[1])
    try await sharer.restore()
    try await owner.use("send-message", key: "one")
    #expect(try await sharer.membership().trial?.used == 1)
    #expect(try await sharer.snapshot().membership.trial?.used == 1)
    let used = try await sharer.use("send-message", key: "one")
    #expect(used.access.limit?.used == 2)
    #expect(used.facts.count == 1)
    #expect(try await owner.membership().trial?.used == 2)
    let repeated = try await sharer.use("send-message", key: "one")
    #expect(repeated == used)
    let uses = try await owner.server.entries().filter { $0.fact.kind == .use }
    #expect(uses.map(\.customer) == [owner.id, sharer.id, owner.id])
  }

  @Test("an allowance for each trial goes with the purchase too")
  func allowances() async throws {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: .transfer)
      $0.features.append(
        Feature(
          id: "call",
          rules: [
            Feature.Rule(
              when: Condition(phases: [.trial]), allowance: .upTo(2, per: .trial)),
            Feature.Rule(allowance: .denied),
          ]))
    }
    var phones: [TestPhone] = []
    for number in 1...2 {
      var phone = try await server.phone(account: "family")
      try await phone.signUp("person-\(number)@example.com")
      try await phone.reach("discovery-complete")
      phones.append(phone)
    }
    try await phones[0].buy(Self.product)
    try await phones[0].use("call", key: "one")
    try await phones[1].restore()
    try await phones[1].use("call", key: "two")
    #expect(try await phones[1].refusal(of: "call", key: "three") != nil)
    try await phones[0].restore()
    #expect(try await phones[0].refusal(of: "call", key: "four") != nil)
  }
}
