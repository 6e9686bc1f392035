import AppStoreSimulator
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("Purchases find their owner")
struct HandOverTests {
  private let product = "strikelab.pro.monthly"

  /// Events of an anonymous purchase and the account, in any possible order.
  enum Event: String, CaseIterable, Sendable {
    case post, notify, signIn
  }

  static let orders: [[Event]] = [
    [.post, .notify, .signIn], [.post, .signIn, .notify], [.notify, .post, .signIn],
    [.notify, .signIn, .post], [.signIn, .post, .notify], [.signIn, .notify, .post],
  ]

  @Test("SL-5 an anonymous purchase carries over to the account, in any order", arguments: orders)
  func carriesOver(order: [Event]) async throws {
    let server = try await TestServer("strikelab")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let transaction = try phone.purchase(product)
    for event in order + order {
      switch event {
      case .post: try await phone.post(transaction)
      case .notify: try await server.deliverNotifications()
      case .signIn: try await phone.signIn("ada@example.com")
      }
    }
    #expect(phone.id == account.id)
    #expect(try await account.phase() == .subscribed)
    #expect(try await account.membership() == phone.membership())
    let started = try await account.snapshot().facts.storeTransactions
    #expect(started.map(\.id.rawValue) == [transaction.payload.transactionId])
  }

  @Test("a buyer who signs up while the purchase is merged into another account keeps the account")
  func signUpDuringMerge() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("strikelab", ledger: ledger)
    var ada = try await server.phone(device: "laptop")
    try await ada.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let transaction = try phone.purchase(product)
    try await phone.post(transaction)
    let signedUp = Mutex(phone)
    ledger.beforeMerge {
      var eve = phone
      do { try await eve.signUp("eve@example.com") } catch { Issue.record(error) }
      signedUp.withLock { [eve] in $0 = eve }
    }
    do { try await ada.post(transaction) } catch let problem as Problem {
      #expect(problem.code == .ownedByAnotherCustomer)
    }
    let eve = signedUp.withLock { $0 }
    #expect(eve.id != ada.id)
    #expect(try await eve.snapshot().account != ada.snapshot().account)
    var again = try await server.phone(device: "tablet")
    try await again.signIn("eve@example.com")
    #expect(again.id == eve.id)
  }

  @Test("SL-5 signing up keeps the anonymous customer, and what it bought")
  func signUpKeeps() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    let anonymous = phone.id
    try await phone.buy(product)
    try await phone.signUp("ada@example.com")
    #expect(phone.id == anonymous)
    #expect(try await phone.phase() == .subscribed)
    #expect(try await phone.snapshot().account == "account-1")
  }

  @Test(
    "SL-5 a transaction posted with a merged customer's token goes to the account and reveals nothing"
  )
  func mergedToken() async throws {
    let server = try await TestServer("strikelab")
    var account = try await server.phone()
    try await account.signUp("ada@example.com")
    let old = try await server.phone()
    var phone = old
    try await phone.signIn("ada@example.com")
    let answer = try await old.buy(product)
    #expect(answer.recorded.count == 1)
    #expect(answer.snapshot == nil)
    #expect(try await account.phase() == .subscribed)
    await #expect {
      try await old.membership()
    } throws: {
      ($0 as? Problem)?.code == .customerMerged
    }
  }

  @Test("an account's purchase stays with it, even if somebody else posts or restores it")
  func identifiedOwnerKeeps() async throws {
    let server = try await TestServer("strikelab")
    var owner = try await server.phone()
    try await owner.signUp("owner@example.com")
    let transaction = try owner.purchase(product)
    try await owner.post(transaction)
    let recorded = try await server.entries()

    var other = try await server.phone(account: owner.account)
    await #expect {
      try await other.post(transaction)
    } throws: {
      ($0 as? Problem)?.code == .ownedByAnotherCustomer
    }
    try await other.signUp("other@example.com")
    let restored = try await other.restore()
    #expect(restored.recorded == [])
    #expect(restored.refused.map(\.code) == ["owned_by_another_customer"])
    #expect(restored.snapshot?.membership.phase == .blocked)
    #expect(try await owner.phase() == .subscribed)
    let more = try await server.entries().dropFirst(recorded.count)
    // The renewal info of the refused restore still goes to the owner.
    #expect(more.map(\.fact.kind) == [.signedUp, .renewal])
    #expect(more.map(\.customer) == [other.id, owner.id])
  }

  @Test(
    "an anonymous purchase is restored after a reinstall, with everything else of that customer")
  func restoreAfterReinstall() async throws {
    let server = try await TestServer("grobro")
    let first = try await server.phone(device: "phone")
    try await first.buy("grobro.pro.monthly")
    try await first.use("add-plant", key: "1", item: "fern")
    let again = try await server.phone(device: "phone", account: first.account)
    let restored = try await again.restore()
    #expect(restored.snapshot?.membership.phase == .subscribed)
    #expect(restored.snapshot?.facts.heldItems(of: "add-plant", at: server.now) == ["fern"])
  }

  @Test("a notification of a purchase nobody posted waits for its customer")
  func storeMadeCustomer() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let transaction = try phone.purchase("coach.premium.monthly")
    try await server.deliverNotifications()
    #expect(try await phone.phase() == .blocked)
    let owner = try await server.ledger.owner(
      of: .purchase(transaction.purchase), in: server.app)
    #expect(
      owner?.rawValue == "store:sandbox:\(transaction.payload.originalTransactionId)")
    server.advance(Period(1, .hour))
    let answer = try await phone.post(transaction)
    #expect(answer.snapshot?.membership.phase == .trial)
    #expect(
      answer.snapshot?.membership.trial?.activatedAt
        == transaction.payload.purchaseDate)
  }
}
