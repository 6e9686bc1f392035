import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("An anonymous customer is found again by the store account's download of the app")
struct ReturningCustomerTests {
  private static let pro = "strikelab.pro.monthly"

  /// The download as the store signs it for an account.
  private static func download(
    of account: AccountID, from server: TestServer, signedBy chain: SigningChain? = nil,
    changing change: (inout AppTransactionPayload) -> Void = { _ in }
  ) throws -> String {
    var payload = AppTransactionPayload(
      receiptType: .sandbox, bundleId: server.blueprint.app.bundleID,
      originalPurchaseDate: server.now, receiptCreationDate: server.now)
    payload.appTransactionId = server.store.appTransactionID(of: account)
    change(&payload)
    return try (chain ?? TestServer.chain.get()).sign(payload)
  }

  /// A new installation, which sends a download when it creates its customer.
  private static func install(
    _ download: String?, on device: Device.ID, of account: AccountID, _ server: TestServer
  ) async throws -> TestPhone {
    let session: SessionResponse = try await server.send(
      .createCustomer,
      json: CreateCustomerRequest(device: device, signedAppTransaction: download))
    return TestPhone(server: server, session, device: device, account: account)
  }

  @Test("a new installation on another device is the same customer, with the purchases")
  func returns() async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    let first = try await Self.install(download, on: "old", of: account, server)
    try await first.buy(Self.pro)
    let later = try Self.download(of: account, from: server) {
      $0.receiptCreationDate = server.now.adding(milliseconds: 1000)
    }
    let second = try await Self.install(later, on: "new", of: account, server)
    #expect(second.id == first.id)
    #expect(second.token != first.token)
    #expect(try await second.phase() == .subscribed)
    #expect(try await second.snapshot().facts.knownDevices == ["old", "new"])
    let stranger = server.store.makeAccount()
    let other = try await Self.install(
      try Self.download(of: stranger, from: server), on: "other", of: stranger, server)
    #expect(other.id != first.id)
  }

  enum Ignored: CaseIterable {
    case absent, unreadable, forged, foreignChain, foreignApp, environment, noIdentifier
  }

  @Test(
    "what cannot be verified is ignored: a new customer, and no error", arguments: Ignored.allCases)
  func ignored(_ ignored: Ignored) async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let genuine = try Self.download(of: account, from: server)
    let owner = try await Self.install(genuine, on: "phone", of: account, server)
    let presented: String? =
      switch ignored {
      case .absent: nil
      case .unreadable: "no signed data"
      case .forged: String(genuine.dropLast(8)) + "AAAAAAAA"
      case .foreignChain:
        try Self.download(of: account, from: server, signedBy: try SigningChain(seed: 8))
      case .foreignApp:
        try Self.download(of: account, from: server) { $0.bundleId = "com.example.other" }
      case .environment:
        try Self.download(of: account, from: server) { $0.receiptType = .production }
      case .noIdentifier:
        try Self.download(of: account, from: server) { $0.appTransactionId = nil }
      }
    let thief = try await Self.install(presented, on: "other", of: account, server)
    #expect(thief.id != owner.id)
    #expect(try await Self.install(genuine, on: "new", of: account, server).id == owner.id)
  }

  @Test("a sandbox download does not open the customer of a production download")
  func environments() async throws {
    let server = try await TestServer(
      "strikelab",
      configuration: SimulatedBackend.Configuration(
        identifiers: .counting(), keySets: TestKeySets(), environments: [.production, .sandbox],
        appAppleID: 42))
    let account = server.store.makeAccount()
    let production = try Self.download(of: account, from: server) {
      $0.receiptType = .production
      $0.appAppleId = 42
    }
    let paying = try await Self.install(production, on: "phone", of: account, server)
    let sandbox = try Self.download(of: account, from: server)
    let tester = try await Self.install(sandbox, on: "test", of: account, server)
    #expect(tester.id != paying.id)
    #expect(try await Self.install(production, on: "a", of: account, server).id == paying.id)
    #expect(try await Self.install(sandbox, on: "b", of: account, server).id == tester.id)
  }

  @Test("Xcode's local testing, where every download has one identifier, identifies nobody")
  func xcode() async throws {
    let server = try await TestServer(
      "strikelab",
      configuration: SimulatedBackend.Configuration(
        identifiers: .counting(), keySets: TestKeySets(), environments: [.xcode]),
      storeEnvironment: .xcode)
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server) {
      $0.receiptType = .xcode
      $0.appTransactionId = "0"
    }
    let first = try await Self.install(download, on: "one", of: account, server)
    #expect(try await Self.install(download, on: "two", of: account, server).id != first.id)
  }

  @Test("an account is not opened, and the answer does not reveal that there is one")
  func account() async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    var owner = try await Self.install(download, on: "phone", of: account, server)
    try await owner.buy(Self.pro)
    try await owner.signUp("ada@example.com")
    for device in ["one", "two"] as [Device.ID] {
      let other = try await Self.install(download, on: device, of: account, server)
      #expect(other.id != owner.id)
      let snapshot = try await other.snapshot()
      #expect(snapshot.email == nil)
      #expect(snapshot.facts.storeTransactions.isEmpty)
      #expect(snapshot.facts.knownDevices == [device])
      #expect(try await other.phase() == .blocked)
    }
  }

  @Test(
    "a merged customer is found as the anonymous customer it was merged into, never as an account")
  func merged() async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    let first = try await Self.install(download, on: "phone", of: account, server)
    let bought = try first.purchase(Self.pro)
    try await first.post(bought)
    var tablet = try await server.phone(device: "tablet", account: account)
    try await tablet.post(bought)
    #expect(tablet.id != first.id)
    let second = try await Self.install(download, on: "new", of: account, server)
    #expect(second.id == tablet.id)
    #expect(try await second.phase() == .subscribed)
    var laptop = try await server.phone(device: "laptop")
    try await laptop.signUp("ada@example.com")
    try await tablet.signIn("ada@example.com")
    let third = try await Self.install(download, on: "newest", of: account, server)
    #expect(![first.id, second.id, laptop.id].contains(third.id))
    #expect(try await third.phase() == .blocked)
  }

  @Test("a deleted customer is not found again; the next customer is")
  func deleted() async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    let first = try await Self.install(download, on: "phone", of: account, server)
    let claim = LedgerClaim.appTransaction(.sandbox, server.store.appTransactionID(of: account))
    #expect(try await server.ledger.owner(of: claim, in: server.app) == first.id)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: first.token)
    #expect(try await server.ledger.owner(of: claim, in: server.app) == nil)
    let second = try await Self.install(download, on: "phone", of: account, server)
    #expect(second.id != first.id)
    #expect(try await Self.install(download, on: "new", of: account, server).id == second.id)
  }

  @Test("many installations at once are one customer", arguments: 1...5)
  func together(round: Int) async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    let customers = try await withThrowingTaskGroup(of: Customer.ID.self) { group in
      for number in 1...8 {
        group.addTask {
          try await Self.install(download, on: Device.ID("phone-\(number)"), of: account, server).id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(customers.count == 1)
  }

  @Test(
    "CP-10 the returning customer is the one who had the trial, and continues it on a new device")
  func trial() async throws {
    let server = try await TestServer("coach-paid")
    let account = server.store.makeAccount()
    let download = try Self.download(of: account, from: server)
    let first = try await Self.install(download, on: "old", of: account, server)
    try await first.reach("discovery-complete")
    let trial = try #require(
      try await first.buy("coach.premium.monthly").snapshot?.membership.trial)
    server.advance(Period(1, .day))
    let again = try await Self.install(download, on: "new", of: account, server)
    #expect(try await again.phase() == .trial)
    #expect(try await again.membership().trial?.activatedAt == trial.activatedAt)
  }
}
