import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Purchases of accounts that others present")
struct TransferTests {
  private let product = "strikelab.pro.monthly"

  /// An owner with an account and a subscription, and another account on the same store account.
  private struct Two {
    let server: TestServer
    var owner: TestPhone
    var other: TestPhone

    init(_ policy: TransferPolicy?, product: String) async throws {
      server = try await TestServer("strikelab", configuration: .sandbox(identifiers: .numbered()))
      {
        if let policy { $0.purchases = Blueprint.PurchaseRules(transfer: policy) }
      }
      owner = try await server.phone(device: "phone")
      try await owner.signUp("owner@example.com")
      try await owner.buy(product)
      other = try await server.phone(device: "tablet", account: owner.account)
      try await other.signUp("other@example.com")
    }

    func preview() async throws -> RestorePreview {
      // Reading renews an expired token.
      _ = try await other.phase()
      return try await server.send(
        .restorePreview, token: other.token,
        json: RestoreRequest(
          signedTransactions: server.store.transactions(of: other.account).map(\.jws)))
    }
  }

  @Test("pain 4: unless the blueprint says otherwise a restore elsewhere removes nobody's access")
  func keeps() async throws {
    let two = try await Two(nil, product: product)
    let preview = try await two.preview()
    #expect(preview.purchases.map(\.outcome) == [.keptByOwner])
    #expect(preview.purchases[0].gains == [])
    #expect(preview.purchases[0].otherLoses == [])
    let restored = try await two.other.restore()
    #expect(restored.refused.map(\.code) == ["owned_by_another_customer"])
    #expect(try await two.owner.phase() == .subscribed)
    #expect(try await two.other.phase() == .blocked)
  }

  @Test("a preview says who would lose what, without doing it; the restore then does it")
  func transfers() async throws {
    let two = try await Two(.transfer, product: product)
    let before = try await two.server.entries()
    let exchange = try await two.server.exchange(
      .restorePreview, token: two.other.token,
      body:
        #"{"signedTransactions":["\#(two.server.store.transactions(of: two.other.account)[0].jws)"]}"#
    )
    let id = two.server.store.transactions(of: two.other.account)[0].payload.originalTransactionId
    #expect(
      "\(exchange)" == """
        200 application/json
        {
          "purchases": [
            {
              "gains": [
                "pro"
              ],
              "otherLoses": [
                "pro"
              ],
              "outcome": "transferred",
              "purchase": "sandbox:\(id)"
            }
          ]
        }
        """)
    #expect(try await two.server.entries() == before)
    #expect(try await two.owner.phase() == .subscribed)

    let restored = try await two.other.restore()
    #expect(restored.snapshot?.membership.phase == .subscribed)
    #expect(try await two.owner.phase() == .lapsed)
    #expect(try await two.owner.membership().entitlements == [])
    let more = try await two.server.entries().dropFirst(before.count)
    #expect(
      more.filter { $0.fact.kind == .transfer }.map(\.customer) == [two.other.id, two.owner.id])
  }

  @Test("after a transfer the store's news reaches the new owner alone")
  func newsFollows() async throws {
    let two = try await Two(.transfer, product: product)
    try await two.other.restore()
    two.server.advance(Period(2, .month))
    try await two.server.deliverNotifications()
    #expect(try await two.other.phase() == .subscribed)
    #expect(try await two.owner.phase() == .lapsed)
    #expect(try await two.owner.snapshot().facts.storeTransactions.count == 1)
  }

  @Test("pain 5: a late delivery does not transfer a purchase back, a restore does")
  func noPingPong() async throws {
    let two = try await Two(.transfer, product: product)
    try await two.other.restore()
    two.server.advance(Period(1, .month))
    let renewal = try #require(two.server.store.transactions(of: two.owner.account).last)
    await #expect {
      try await two.owner.post(renewal)
    } throws: {
      ($0 as? Problem)?.code == .ownedByAnotherCustomer
    }
    // The delivery's news still goes to the new owner.
    #expect(try await two.other.phase() == .subscribed)
    try await two.owner.restore()
    #expect(try await two.owner.phase() == .subscribed)
    #expect(try await two.other.phase() == .lapsed)
    try await two.other.restore()
    #expect(try await two.other.phase() == .subscribed)
    #expect(try await two.owner.phase() == .lapsed)
  }

  @Test("transferIfInactive waits until it gives the owner nothing")
  func transfersIfInactive() async throws {
    let two = try await Two(.transferIfInactive, product: product)
    #expect(try await two.preview().purchases.map(\.outcome) == [.keptByOwner])
    #expect(try await two.other.restore().refused.count == 1)
    #expect(two.server.store.cancel(two.owner.account))
    two.server.advance(Period(2, .month))
    try await two.server.deliverNotifications()
    #expect(try await two.owner.phase() == .lapsed)
    #expect(try await two.preview().purchases.map(\.outcome) == [.transferred])
    #expect(try await two.other.restore().recorded.count == 1)
    let again = try await two.other.buy(product)
    #expect(again.snapshot?.membership.phase == .subscribed)
    #expect(try await two.owner.phase() == .lapsed)
  }

  @Test("if shared, both have it, and the store's news reaches both")
  func shares() async throws {
    let two = try await Two(.share, product: product)
    #expect(try await two.preview().purchases.map(\.outcome) == [.shared])
    try await two.other.restore()
    try await two.other.restore()
    #expect(try await two.other.phase() == .subscribed)
    #expect(try await two.owner.phase() == .subscribed)
    two.server.advance(Period(2, .month))
    try await two.server.deliverNotifications()
    #expect(try await two.other.phase() == .subscribed)
    #expect(try await two.owner.phase() == .subscribed)
    let facts = try await two.owner.snapshot().facts.storeTransactions
    #expect(try await two.other.snapshot().facts.storeTransactions == facts)
  }

  @Test("no more customers share a purchase than the limit permits")
  func shareLimit() async throws {
    let two = try await Two(.share, product: product)
    var codes: [String] = []
    for number in 1...11 {
      var phone = try await two.server.phone(account: two.owner.account)
      try await phone.signUp("friend-\(number)@example.com")
      codes += try await phone.restore().refused.map(\.code)
    }
    #expect(codes == ["owned_by_another_customer"])
  }

  @Test("concurrent transfers leave the purchase with one customer", arguments: 1...5)
  func together(round: Int) async throws {
    let two = try await Two(.transfer, product: product)
    await withTaskGroup(of: Void.self) { group in
      for phone in [two.owner, two.other] {
        for _ in 0..<4 {
          group.addTask {
            do { try await phone.restore() } catch {
              #expect((error as? Problem)?.isRetryable == true)
            }
          }
        }
      }
    }
    let phases = [try await two.owner.phase(), try await two.other.phase()]
    #expect(Set(phases) == [.subscribed, .lapsed], "\(phases)")
  }
}

extension TransferTests {
  @Test(
    "what was bought for an account belongs to that account, even if somebody else presents it first"
  )
  func namedBuyer() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var buyer = try await server.phone(device: "phone")
    try await buyer.signUp("buyer@example.com")
    let transaction = try #require(server.store.buy(product, by: buyer.account, for: buyer.id))
    let thief = try await server.phone(device: "stolen")
    await #expect {
      try await thief.post(transaction)
    } throws: {
      ($0 as? Problem)?.code == .ownedByAnotherCustomer
    }
    #expect(try await thief.phase() == .blocked)
    #expect(try await buyer.phase() == .subscribed)
  }

  @Test(
    "SL-5 what was bought for an anonymous customer goes to its presenter, with everything else of theirs"
  )
  func namedAnonymous() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    let first = try await server.phone(device: "phone")
    let transaction = try #require(server.store.buy(product, by: first.account, for: first.id))
    try await server.deliverNotifications()
    var again = try await server.phone(device: "phone", account: first.account)
    try await again.signUp("ada@example.com")
    try await again.post(transaction)
    #expect(try await again.phase() == .subscribed)
    // The first customer has been merged into the account.
    await #expect {
      try await first.snapshot()
    } throws: {
      ($0 as? Problem)?.code == .customerMerged
    }
  }

  @Test(
    "pain 17: a customer who buys again with a store account used by another account has the purchase"
  )
  func boughtAnew() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var owner = try await server.phone(device: "phone")
    try await owner.signUp("owner@example.com")
    try await owner.post(
      try #require(server.store.buy(product, by: owner.account, for: owner.id)))
    #expect(server.store.cancel(owner.account))
    server.advance(Period(2, .month))
    try await server.deliverNotifications()
    var other = try await server.phone(device: "phone", account: owner.account)
    try await other.signUp("other@example.com")
    let bought = try #require(server.store.buy(product, by: owner.account, for: other.id))
    // The store's own news may arrive first.
    try await server.deliverNotifications()
    #expect(try await other.post(bought).snapshot?.membership.phase == .subscribed)
    #expect(try await owner.phase() == .lapsed)
  }

  @Test("a UUID of an unknown customer changes nothing")
  func unknownName() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    let phone = try await server.phone()
    let stranger = Customer.ID("cus_" + String(repeating: "0", count: 32))
    let transaction = try #require(server.store.buy(product, by: phone.account, for: stranger))
    #expect(try await phone.post(transaction).snapshot?.membership.phase == .subscribed)
  }

  @Test("a customer's name and the UUID signed into purchases convert to each other")
  func uuids() {
    let id = Customer.ID("cus_0123456789abcdef0123456789abcdef")
    #expect(id.appAccountToken == "01234567-89ab-cdef-0123-456789abcdef")
    #expect(Customer.ID(appAccountToken: "01234567-89AB-CDEF-0123-456789ABCDEF") == id)
    for bad in [
      "", "0123", "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdeg",
    ] {
      #expect(Customer.ID(appAccountToken: bad) == nil)
    }
    for bad: Customer.ID in [
      "customer-1", "cus_", "cus_0123456789ABCDEF0123456789ABCDEF", "store:1",
    ] {
      #expect(bad.appAccountToken == nil)
    }
  }
}

extension AppStoreSimulator {
  /// Buys for a customer of the app, whose identifier the store signs; nil if the product was not sold.
  func buy(
    _ product: String, by account: AccountID, for customer: Customer.ID
  ) -> Signed<TransactionPayload>? {
    guard
      case .success(let transaction) = purchase(
        product, by: account, appAccountToken: customer.appAccountToken, outcome: .buy)
    else { return nil }
    return transaction
  }
}
