import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("The sandbox alongside production")
struct SandboxTests {
  private static let pro = "strikelab.pro.monthly"

  /// A server for production with the sandbox's store next to it, as App Review and TestFlight use it.
  private static func server(
    _ name: String = "strikelab", _ policy: SandboxPolicy = .allowed,
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws -> TestServer {
    try await TestServer(
      name,
      configuration: SimulatedBackend.Configuration(
        identifiers: .numbered(), keySets: TestKeySets(), environments: [.production, .sandbox],
        appAppleID: 42, sandbox: policy),
      changing: change)
  }

  /// The store of production next to the one of the sandbox; both use the same numbers.
  private static func production(of server: TestServer) throws -> AppStoreSimulator {
    AppStoreSimulator(
      configuration: server.store.configuration, bundleID: server.blueprint.app.bundleID,
      appAppleID: 42, environment: .production, chain: server.store.chain, seed: 1,
      now: server.now)
  }

  private static func buy(
    _ product: String, in store: AppStoreSimulator, by account: AccountID
  ) throws -> Signed<TransactionPayload> {
    guard case .success(let bought) = store.purchase(product, by: account, outcome: .buy) else {
      throw Problem(.internalError, "The store did not sell.")
    }
    return bought
  }

  @Test("a sandbox purchase gives access on a server for production, and is marked")
  func access() async throws {
    let server = try await Self.server()
    let phone = try await server.phone(device: "phone")
    let bought = try await phone.buy(Self.pro)
    let membership = try #require(bought.snapshot?.membership)
    #expect(membership.phase == .subscribed)
    #expect(membership.entitlements == ["pro"])
    #expect(membership.subscription?.environment == .sandbox)
    let body = try await server.exchange(.membership, token: phone.token).body
    #expect(body.contains("\"environment\":\"sandbox\""))
  }

  @Test("purchases of both environments with one number are two purchases, and production decides")
  func together() async throws {
    let server = try await Self.server()
    let production = try Self.production(of: server)
    let tester = try await server.phone(device: "test")
    let sandboxed = try tester.purchase(Self.pro)
    try await tester.post(sandboxed)
    let buyer = try await server.phone(device: "phone")
    let paid = try Self.buy(Self.pro, in: production, by: "anna")
    #expect(paid.payload.originalTransactionId == sandboxed.payload.originalTransactionId)
    #expect(
      try await buyer.post(paid).snapshot?.membership.subscription?.environment == .production)
    #expect(try await tester.phase() == .subscribed)
    for (signed, owner) in [(sandboxed, tester.id), (paid, buyer.id)] {
      let claim = LedgerClaim.purchase(signed.purchase)
      #expect(try await server.ledger.owner(of: claim, in: server.app) == owner)
    }
    // A customer with both is shown the paid one.
    try await buyer.post(
      try Self.buy(Self.pro, in: server.store, by: "anna's sandbox account"))
    #expect(try await buyer.membership().subscription?.environment == .production)
  }

  @Test("the environment in a notification decides whose purchase it is about")
  func notifications() async throws {
    let server = try await Self.server()
    let production = try Self.production(of: server)
    let tester = try await server.phone(device: "test")
    try await tester.buy(Self.pro)
    let buyer = try await server.phone(device: "phone")
    try await buyer.post(try Self.buy(Self.pro, in: production, by: "anna"))
    let refunded = try #require(production.transactions(of: "anna").first)
    production.refund(refunded.payload.transactionId)
    for notification in production.notifications() { try await server.deliver(notification.jws) }
    #expect(try await buyer.phase() == .lapsed)
    #expect(try await tester.phase() == .subscribed)
    let first = try #require(server.store.transactions(of: tester.account).first)
    server.store.refund(first.payload.transactionId)
    try await server.deliverNotifications()
    #expect(try await tester.phase() == .lapsed)
  }

  @Test("CP-10 a sandbox trial uses up nothing that production gives")
  func trials() async throws {
    let server = try await Self.server("coach-paid")
    let production = try Self.production(of: server)
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let product = "coach.premium.monthly"
    #expect(try await phone.buy(product).snapshot?.membership.phase == .trial)
    for number in 1...100 { try await phone.use("send-message", key: "\(number)") }
    #expect(try await phone.refusal(of: "send-message", key: "101") != nil)
    server.advance(Period(1, .hour))
    production.advance(to: server.now)
    let paid = try await phone.post(try Self.buy(product, in: production, by: "anna"))
    let trial = try #require(paid.snapshot?.membership.trial)
    #expect(trial.purchase?.environment == .production)
    #expect(trial.isActive)
    #expect(trial.used == 0)
    #expect(try await phone.use("send-message", key: "first").access.limit?.used == 1)
  }

  @Test("if refused, the sandbox gives nothing, not even what it gave before")
  func refused() async throws {
    let allowing = try await Self.server()
    let phone = try await allowing.phone(device: "phone")
    let bought = try phone.purchase(Self.pro)
    try await phone.post(bought)
    let refusing = try await allowing.restarted { $0.sandbox = .refused }
    func snapshot() async throws -> CustomerSnapshot {
      try await refusing.send(.me, token: phone.token)
    }
    #expect(try await snapshot().membership.phase == .blocked)
    #expect(try await snapshot().facts.storeTransactions.isEmpty)
    let request = TransactionRequest(signedTransaction: bought.jws)
    await #expect {
      let _: PurchaseResponse = try await refusing.send(
        .transactions, token: phone.token, json: request)
    } throws: {
      ($0 as? Problem)?.code == .sandboxNotAllowed && ($0 as? Problem)?.status == 403
    }
    let restored: PurchaseResponse = try await refusing.send(
      .restore, token: phone.token, json: RestoreRequest(signedTransactions: [bought.jws]))
    #expect(restored.refused.map(\.code) == ["sandbox_not_allowed"])
    let preview: RestorePreview = try await refusing.send(
      .restorePreview, token: phone.token,
      json: RestoreRequest(signedTransactions: [bought.jws]))
    #expect(preview.purchases.map(\.outcome) == [.notAllowed])
    let production = try Self.production(of: refusing)
    let paid: PurchaseResponse = try await refusing.send(
      .transactions, token: phone.token,
      json: TransactionRequest(
        signedTransaction: try Self.buy(Self.pro, in: production, by: "anna").jws))
    #expect(paid.snapshot?.membership.phase == .subscribed)
  }

  @Test("limited to testers, the sandbox gives only to them: by email address or customer id")
  func testers() async throws {
    let server = try await Self.server()
    var review = try await server.phone(device: "review")
    try await review.signUp("Review@Example.com")
    let tester = try await server.phone(device: "test")
    let other = try await server.phone(device: "other")
    let limited = try await server.restarted {
      $0.sandbox = .testers(customers: [tester.id], emails: ["REVIEW@example.com"])
    }
    for (phone, gets) in [(review, true), (tester, true), (other, false)] {
      let bought = try phone.purchase(Self.pro)
      do {
        let answer: PurchaseResponse = try await limited.send(
          .transactions, token: phone.token,
          json: TransactionRequest(signedTransaction: bought.jws))
        #expect(gets)
        #expect(answer.snapshot?.membership.phase == .subscribed)
      } catch let problem as Problem {
        #expect(!gets)
        #expect(problem.code == .sandboxNotAllowed)
      }
    }
    // What was bought for a customer who is not a tester does not reach them through one.
    let gift = try #require(server.store.buy(Self.pro, by: "gift", for: other.id))
    await #expect {
      let _: PurchaseResponse = try await limited.send(
        .transactions, token: tester.token,
        json: TransactionRequest(signedTransaction: gift.jws))
    } throws: {
      ($0 as? Problem)?.code == .sandboxNotAllowed
    }
  }

  @Test(
    "a server with an unusable configuration does not start",
    arguments: [
      ([.production, .sandbox], nil, .allowed, .missingAppleID),
      ([.production], nil, .refused, .missingAppleID),
      ([.sandbox], nil, .refused, .noEnvironment),
      ([.production], 42, .testers(emails: ["nobody"]), .testers),
    ] as [(Set<TollgateAppStore.Environment>, Int64?, SandboxPolicy, ConfigurationError.Code)])
  func configuration(
    environments: Set<TollgateAppStore.Environment>, appleID: Int64?, policy: SandboxPolicy,
    code: ConfigurationError.Code
  ) async throws {
    let error = await #expect(throws: ConfigurationError.self) {
      _ = try await TestServer(
        "strikelab",
        configuration: SimulatedBackend.Configuration(
          keySets: TestKeySets(), environments: environments, appAppleID: appleID, sandbox: policy))
    }
    #expect(error?.code == code)
  }
}
