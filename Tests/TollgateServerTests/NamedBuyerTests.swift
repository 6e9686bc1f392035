import AppStoreSimulator
import TestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

/// A ledger with the servers that use it: two, or one that relies on its cache.
enum ServedLedger: String, CaseIterable, Sendable {
  case shared, alone, postgresql

  static let allCases: [ServedLedger] =
    PostgreSQLServer.address == nil ? [.shared, .alone] : [.shared, .alone, .postgresql]

  /// Runs a test with one ledger for each server.
  func open(_ test: ([any Ledger]) async throws -> Void) async throws {
    switch self {
    case .shared:
      let ledger = SQLiteLedger.inMemory(isShared: true)
      try await test([ledger, ledger])
    case .alone: try await test([SQLiteLedger.inMemory()])
    case .postgresql: try await TestPostgreSQL.withLedgers(2) { try await test($0) }
    }
  }
}

@Suite("Whose purchase it is, by the store's signature")
struct NamedBuyerTests {
  private static let product = "strikelab.pro.monthly"

  /// What can happen to a purchase, each on the next of the servers.
  private enum Event: CaseIterable {
    /// The store reports it.
    case notified
    /// The device that bought it posts it.
    case posted
    /// Somebody else's device on the same store account posts it.
    case postedByOther
    /// The buyer signs in, on a tablet or on the phone itself.
    case signedIn
  }

  /// The servers of one ledger, which take turns.
  private struct Servers {
    let all: [TestServer]
    private var turn = 0

    init(
      over ledgers: [any Ledger], changing change: (inout Blueprint.Definition) -> Void = { _ in }
    ) async throws {
      let first = try await TestServer(
        "strikelab", ledger: ledgers[0], configuration: .sandbox(identifiers: .numbered()),
        changing: change)
      all = ledgers.count == 1 ? [first] : [first, try await first.restarted(over: ledgers[1])]
    }

    var first: TestServer { all[0] }

    mutating func next() -> TestServer {
      turn += 1
      return all[turn % all.count]
    }
  }

  /// Posts a transaction for a phone, through a server.
  private static func post(
    _ transaction: Signed<TransactionPayload>, of phone: TestPhone, to server: TestServer
  ) async throws {
    do {
      let _: PurchaseResponse = try await server.send(
        .transactions, token: phone.token,
        json: TransactionRequest(signedTransaction: transaction.jws))
    } catch let problem as Problem {
      #expect(problem.code == .ownedByAnotherCustomer)
    }
  }

  private static func phase(of phone: TestPhone, on server: TestServer) async throws -> Phase {
    let membership: MembershipSummary = try await server.send(.membership, token: phone.token)
    return membership.phase
  }

  /// Every order of some events.
  private static func orders(_ events: [Event]) -> [[Event]] {
    guard !events.isEmpty else { return [[]] }
    return events.indices.flatMap { index in
      var rest = events
      let first = rest.remove(at: index)
      return orders(rest).map { [first] + $0 }
    }
  }

  @Test("EX-1 a customer has what was bought for them at once, without posting it")
  func atOnce() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    var tablet = try await server.phone(device: "tablet")
    try await tablet.signIn("ada@example.com")
    let asked = server.store.purchase(
      Self.product, by: phone.account, appAccountToken: phone.id.appAccountToken,
      outcome: .askToBuy)
    guard case .pending(let waiting) = asked,
      case .success(let bought) = server.store.approve(waiting.id)
    else {
      Issue.record("the parent did not approve")
      return
    }
    try await server.deliverNotifications()
    #expect(try await tablet.phase() == .subscribed)
    // Weeks later, through renewals, the phone has still posted nothing.
    server.advance(Period(40, .day))
    try await server.deliverNotifications()
    #expect(try await tablet.phase() == .subscribed)
    // A customer who posts it meets the ordinary rules of restoring.
    var other = try await server.phone(device: "other", account: phone.account)
    try await other.signUp("bob@example.com")
    await #expect(throws: Problem.self) { try await other.post(bought) }
    #expect(try await other.phase() != .subscribed)
    #expect(try await tablet.phase() == .subscribed)
  }

  @Test("EX-1 an account has what was bought for it after any order of messages, on two servers")
  func everyOrderOfAnAccount() async throws {
    for kind in ServedLedger.allCases.sampled(1) {
      try await kind.open { ledgers in
        var servers = try await Servers(over: ledgers)
        for (number, order) in Self.orders(Event.allCases).sampled(6).enumerated() {
          let server = servers.first
          let known = server.store.notifications().count
          var phone = try await server.phone(device: Device.ID("phone-\(number)"))
          try await phone.signUp("ada-\(number)@example.com")
          var tablet = try await server.phone(device: Device.ID("tablet-\(number)"))
          var other = try await server.phone(
            device: Device.ID("other-\(number)"), account: phone.account)
          try await other.signUp("bob-\(number)@example.com")
          let bought = try #require(
            server.store.buy(Self.product, by: phone.account, for: phone.id))
          for event in order {
            let server = servers.next()
            switch event {
            case .notified: try await server.deliverNotifications(after: known)
            case .posted: try await Self.post(bought, of: phone, to: server)
            case .postedByOther: try await Self.post(bought, of: other, to: server)
            case .signedIn: try await tablet.signIn("ada-\(number)@example.com")
            }
          }
          for server in servers.all {
            #expect(try await Self.phase(of: phone, on: server) == .subscribed, "\(order)")
            #expect(try await Self.phase(of: tablet, on: server) == .subscribed, "\(order)")
            #expect(try await Self.phase(of: other, on: server) != .subscribed, "\(order)")
          }
        }
      }
    }
  }

  @Test(
    "EX-1 a purchase in somebody's former subscription is the buyer's after any order of messages and a sign-in"
  )
  func everyOrderInAFormerSubscription() async throws {
    for kind in ServedLedger.allCases.sampled(1) {
      try await kind.open { ledgers in
        var servers = try await Servers(over: ledgers)
        var former: [TestPhone] = []
        let orders = Self.orders(Event.allCases).sampled(6)
        for number in orders.indices {
          var owner = try await servers.first.phone(device: Device.ID("owner-\(number)"))
          try await owner.signUp("owner-\(number)@example.com")
          let first = try #require(
            servers.first.store.buy(Self.product, by: owner.account, for: owner.id))
          try await owner.post(first)
          servers.first.store.cancel(owner.account)
          var account = try await servers.first.phone(device: Device.ID("new-\(number)"))
          try await account.signUp("ada-\(number)@example.com")
          former.append(owner)
        }
        servers.first.advance(Period(2, .month))
        try await servers.first.deliverNotifications()
        for (owner, (number, order)) in zip(former, orders.enumerated()) {
          try await owner.renew()
          let known = servers.first.store.notifications().count
          var phone = try await servers.first.phone(
            device: Device.ID("phone-\(number)"), account: owner.account)
          let bought = try #require(
            servers.first.store.buy(Self.product, by: owner.account, for: phone.id))
          for event in order {
            let server = servers.next()
            switch event {
            case .notified: try await server.deliverNotifications(after: known)
            case .posted: try await Self.post(bought, of: phone, to: server)
            case .postedByOther: try await Self.post(bought, of: owner, to: server)
            case .signedIn: try await phone.signIn("ada-\(number)@example.com")
            }
          }
          for server in servers.all {
            #expect(try await Self.phase(of: phone, on: server) == .subscribed, "\(order)")
            #expect(try await Self.phase(of: owner, on: server) != .subscribed, "\(order)")
          }
        }
      }
    }
  }

  @Test("a renewal does not move back a purchase that was transferred to another account")
  func transferred() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: .transfer)
    }
    var owner = try await server.phone(device: "phone")
    try await owner.signUp("owner@example.com")
    _ = try #require(server.store.buy(Self.product, by: owner.account, for: owner.id))
    try await server.deliverNotifications()
    #expect(try await owner.phase() == .subscribed)
    var other = try await server.phone(device: "other", account: owner.account)
    try await other.signUp("other@example.com")
    try await other.restore()
    #expect(try await other.phase() == .subscribed)
    server.advance(Period(40, .day))
    try await server.deliverNotifications()
    #expect(try await other.phase() == .subscribed)
    #expect(try await owner.phase() != .subscribed)
  }

  @Test(
    "EX-7 what the store signed for a UUID belongs to that name after any order, also before its account exists"
  )
  func revenueCat() async throws {
    for (number, order) in Self.orders([.notified, .posted, .postedByOther]).enumerated() {
      var configuration = SimulatedBackend.Configuration.sandbox()
      configuration.answersRevenueCat = true
      let server = try await TestServer.market(configuration: configuration)
      let name = "7B0F1A52-6E6F-4A51-9C0B-0D6C6C1E7B1\(number)"
      var owner = TestSDK(server, account: server.store.makeAccount(), user: name)
      var other = TestSDK(server, account: owner.account, user: "bob")
      guard
        case .success(let bought) = server.store.purchase(
          "gold", by: owner.account, appAccountToken: name)
      else {
        Issue.record("the store did not sell")
        return
      }
      for (step, event) in order.enumerated() {
        switch event {
        case .notified: try await server.deliverNotifications()
        case .posted: #expect(try await owner.post(bought).status == 200)
        case .postedByOther: #expect(try await other.post(bought).errorCode == 7102)
        case .signedIn: break
        }
        // Whichever message comes first, the name has the purchase.
        #expect(
          try await owner.info().active == ["first", "second", "third"], "\(order), step \(step)")
      }
      #expect(try await other.info().active.isEmpty)
    }
  }
}
