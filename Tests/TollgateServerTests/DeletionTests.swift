import AppStoreSimulator
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Deletion of customers")
struct DeletionTests {
  private let product = "strikelab.pro.monthly"

  /// The code with which a request is refused; nil if it is accepted.
  private func refusal(
    _ server: TestServer, _ endpoint: Endpoint, _ token: String, body: String = "{}"
  ) async throws -> ProblemCode? {
    let exchange = try await server.exchange(endpoint, token: token, key: "late", body: body)
    guard exchange.status != 200 else { return nil }
    return ProblemCode.known.first { exchange.body.contains("\"code\":\"\($0.rawValue)\"") }
  }

  @Test("an account is deleted with everything recorded, and repeating the request succeeds again")
  func deletes() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    for _ in 0..<2 {
      #expect(
        "\(try await server.exchange(.deleteCustomer, token: phone.token))" == """
          200 application/json
          {
            "serverTime": 1772442000000
          }
          """)
    }
    #expect(try await server.entries().isEmpty)
    #expect(try await server.ledger.credentials(of: "ada@example.com", in: server.app) == nil)
    let restarted = try await server.restarted()
    #expect(try await restarted.exchange(.deleteCustomer, token: phone.token).status == 200)
  }

  @Test(
    "SL-10 every device's token is refused as deleted, on every path, before and after a restart")
  func everyDevice() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.token
    try await phone.signUp("ada@example.com")
    var tablet = try await server.phone(device: "tablet")
    let merged = tablet.token
    try await tablet.signIn("ada@example.com")
    _ = try await tablet.snapshot()
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    for server in [server, try await server.restarted()] {
      for token in [phone.token, tablet.token, anonymous, merged] {
        for endpoint: Endpoint in [.me, .membership, .session, .signOut, .use("train"), .profile] {
          #expect(try await refusal(server, endpoint, token) == .customerDeleted, "\(endpoint)")
        }
      }
    }
    #expect(
      "\(try await server.exchange(.me, token: tablet.token))" == """
        401 application/problem+json
        WWW-Authenticate: Bearer
        {
          "code": "customer_deleted",
          "detail": "The customer was deleted, with everything recorded about them.",
          "isRetryable": false,
          "status": 401,
          "title": "Customer deleted",
          "type": "urn:tollgate:problem:customer_deleted"
        }
        """)
    #expect(try await server.entries().isEmpty)
  }

  @Test("the address can be registered again, and gets a new, empty account")
  func registeredAgain() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    let first = phone.id
    try await phone.buy(product)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    var again = try await server.phone(device: "phone")
    let refused = try await server.exchange(
      .signIn, body: #"{"email":"ada@example.com","password":"correct horse"}"#)
    #expect(refused.body.contains(#""code":"wrong_credentials""#))
    try await again.signUp("ada@example.com", password: "another horse")
    #expect(again.id != first)
    #expect(try await again.phase() == .blocked)
    #expect(try await again.snapshot().facts.storeTransactions.isEmpty)
  }

  @Test("an anonymous customer is deleted too")
  func anonymous() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone(device: "phone")
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    #expect(try await refusal(server, .me, phone.token) == .customerDeleted)
    #expect(try await server.entries().isEmpty)
  }

  @Test("what was bought comes back by a restore, for the next customer of the store account")
  func restored() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    try await phone.buy(product)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    let next = try await server.phone(device: "phone", account: phone.account)
    #expect(try await next.phase() == .blocked)
    let restored = try await next.restore()
    #expect(restored.refused == [])
    #expect(restored.snapshot?.membership.phase == .subscribed)
  }

  @Test(
    "what the store reports later waits for the next customer, and brings nobody back",
    arguments: [true, false])
  func lateNotifications(wereReportedBefore: Bool) async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    try await phone.buy(product)
    if wereReportedBefore { try await server.deliverNotifications() }
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    #expect(try await refusal(server, .me, phone.token) == .customerDeleted)
    server.advance(Period(2, .month))
    let outcomes = try await server.deliverNotifications()
    #expect(outcomes.contains(.recorded))
    let owners = Set(try await server.entries().map(\.customer))
    #expect(owners.count == 1)
    #expect(owners.allSatisfy { $0.rawValue.hasPrefix("store:") })

    let next = try await server.phone(account: phone.account)
    #expect(try await next.restore().snapshot?.membership.phase == .subscribed)
    server.advance(Period(1, .month))
    try await server.deliverNotifications()
    #expect(try await next.phase() == .subscribed)
  }

  @Test("CP-10 a deletion gives the device no second trial")
  func noSecondTrial() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    #expect(try await phone.phase() == .trial)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    var again = try await server.phone(device: "phone")
    try await again.signUp("ada@example.com")
    #expect(try await again.phase() != .trial)
    var other = try await server.phone(device: "tablet")
    try await other.signUp("bob@example.com")
    #expect(try await other.phase() == .trial)
  }

  @Test("CP-10 the uses of a purchase's trial are not refilled by a deletion and a restore")
  func usesCarried() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    for number in 1...3 { try await phone.use("send-message", key: "\(number)") }
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    let next = try await server.phone(device: "phone", account: phone.account)
    try await next.restore()
    #expect(try await next.membership().trial?.used == 3)
  }

  @Test(
    "a deletion that the ledger cannot write changes nothing, and succeeds when it can",
    arguments: [LedgerError.Code.full, .unavailable, .readOnly])
  func ledgerFault(code: LedgerError.Code) async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("strikelab", ledger: ledger)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    ledger.fail(with: code)
    #expect(try await server.exchange(.deleteCustomer, token: phone.token).status == 503)
    ledger.fail(with: nil)
    #expect(try await phone.snapshot().account != nil)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    #expect(try await refusal(server, .me, phone.token) == .customerDeleted)
  }

  @Test("a deletion during other requests of the customer removes what they wrote too")
  func concurrent() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    let token = phone.token
    let transaction = try phone.purchase(product)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          _ = try? await server.exchange(.use("train"), token: token, key: "k\(number)", body: "{}")
        }
      }
      group.addTask { [phone] in _ = try? await phone.post(transaction) }
      group.addTask { _ = try? await server.exchange(.deleteCustomer, token: token) }
    }
    #expect(try await refusal(server, .me, token) == .customerDeleted)
    let owners = Set(try await server.entries().map(\.customer))
    #expect(owners.allSatisfy { $0.rawValue.hasPrefix("store:") })
    let next = try await server.phone(account: phone.account)
    #expect(try await next.restore().snapshot?.membership.phase == .subscribed)
  }
}
