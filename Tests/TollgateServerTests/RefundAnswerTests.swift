import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The server answers the store's questions about refunds")
struct RefundAnswerTests {
  private static let pack = "studio.coins.100"
  private static let policy = RefundPolicy(
    consent: "share-usage", hasSample: false,
    rules: [
      RefundPolicy.Rule(consumed: 50, prefer: .decline),
      RefundPolicy.Rule(prefer: .grantProrated),
    ])

  /// The server of the studio, which asks the simulated store.
  private static func server(_ policy: RefundPolicy? = policy) async throws -> TestServer {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Blueprints")
    let file = try BlueprintFile.load(path: folder.appendingPathComponent("studio.yml").path)
    var definition = file.blueprint.definition
    definition.attributes = [Attribute(id: "share-usage", kind: .boolean)]
    definition.refunds = policy
    return try await TestServer(
      try Blueprint(definition),
      selling: try StoreKitConfiguration(
        json: try Data(contentsOf: folder.appendingPathComponent("studio.storekit"))),
      from: try #require(TestServer.start), asksStore: true)
  }

  private static func consent(_ phone: TestPhone, _ value: String = "true") async throws {
    let exchange = try await phone.server.exchange(
      .setAttributes, token: phone.token, body: #"{"attributes":{"share-usage":\#(value)}}"#)
    #expect(exchange.status == 200)
  }

  /// Buys a pack of a hundred coins, and spends some.
  private static func buy(
    spending cost: Int, _ phone: TestPhone
  ) async throws -> StoreTransaction.ID {
    let bought = try phone.purchase(pack)
    try await phone.post(bought)
    let _: UseResponse = try await phone.server.send(
      .use("print"), token: phone.token, key: "print", json: UseRequest(cost: cost))
    return StoreTransaction.ID(bought.payload.transactionId)
  }

  /// The customer asks the store for a refund, and the store asks the server.
  private static func askForRefund(
    of transaction: StoreTransaction.ID, _ server: TestServer
  ) async throws {
    server.advance(Period(1, .day))
    #expect(
      server.store.requestRefund(transaction.rawValue, reason: .unsatisfiedWithPurchase))
    try await server.deliverNotifications()
  }

  /// A customer who consents has spent 60 of a hundred coins and asks for a refund.
  private static func asked() async throws -> (TestServer, StoreJobs) {
    let server = try await server()
    let phone = try await server.phone()
    try await consent(phone)
    try await askForRefund(of: try await buy(spending: 60, phone), server)
    return (server, StoreJobs(server.service, logger: quietLogger))
  }

  /// Runs rounds until nothing is left to do, and returns the answers that the store received.
  private static func told(_ jobs: StoreJobs, _ server: TestServer) async throws -> [String] {
    while await jobs.runOnce().isBehind {}
    return try #require(server.storeAPI).takeAsked().filter { $0.hasPrefix("consumption/") }
  }

  /// What was recorded of the store's questions, oldest first; nil for one without an answer.
  private static func outcomes(_ server: TestServer) async throws -> [RefundAnswer.Outcome?] {
    try await server.entries().compactMap { entry -> RefundRequest? in
      if case .refundRequest(let request) = entry.fact { request } else { nil }
    }.map { $0.answer?.outcome }
  }

  @Test("EX-19 the store learns once what was spent, and the customer's life shows it")
  func answered() async throws {
    let server = try await Self.server()
    let jobs = StoreJobs(server.service, logger: quietLogger)
    let phone = try await server.phone()
    try await Self.consent(phone)
    let id = try await Self.buy(spending: 40, phone)
    #expect(try await Self.told(jobs, server).isEmpty)
    try await Self.askForRefund(of: id, server)
    try await server.deliverNotifications()
    #expect(
      try await Self.told(jobs, server) == [
        #"consumption/\#(id) {"consumptionPercentage":40000,"customerConsented":true,"#
          + #""deliveryStatus":"DELIVERED","refundPreference":"GRANT_PRORATED","sampleContentProvided":false}"#
      ])
    #expect(try await Self.told(jobs, server).isEmpty)
    let support = try await TestOperator(server)
    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    let question = "The store's question about a refund of the transaction \(id)"
    #expect(
      life.facts.filter { $0.fact.kind == .refundRequest }.map(\.sentence) == [
        "The store asked about a refund of the transaction \(id) (unsatisfied).",
        "\(question) was answered: 40 percent used, a refund of the unused part preferred.",
      ])
    try await phone.renew()
    // Devices need no refund requests; an export has them.
    let snapshot = try await server.exchange(.me, token: phone.token).body
    #expect(!snapshot.contains("refundRequest"))
    let export = try await server.exchange(.export, token: phone.token).body
    #expect(export.contains(#""outcome":"sent""#))
  }

  @Test(
    "EX-19 nothing is sent without consent or a policy, and why is recorded",
    arguments: [
      ("null", true, RefundAnswer.Withholding.noConsent), ("false", true, .noConsent),
      ("true", false, .noPolicy),
    ])
  func withheld(consent: String, hasPolicy: Bool, reason: RefundAnswer.Withholding) async throws {
    let server = try await Self.server(hasPolicy ? Self.policy : nil)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    let phone = try await server.phone()
    try await Self.consent(phone, consent)
    let id = try await Self.buy(spending: 10, phone)
    try await Self.askForRefund(of: id, server)
    #expect(try await Self.told(jobs, server).isEmpty)
    #expect(try await Self.outcomes(server) == [nil, .withheld(reason)])
    server.advance(Period(1, .day))
    #expect(try await Self.told(jobs, server).isEmpty)
  }

  @Test("EX-19 a purchase that nobody has claimed is not spoken of")
  func unclaimed() async throws {
    let server = try await Self.server()
    let jobs = StoreJobs(server.service, logger: quietLogger)
    let phone = try await server.phone()
    try await Self.consent(phone)
    let id = StoreTransaction.ID(try phone.purchase(Self.pack).payload.transactionId)
    try await Self.askForRefund(of: id, server)
    #expect(try await Self.told(jobs, server).isEmpty)
    #expect(try await Self.outcomes(server) == [nil, .withheld(.notBought)])
  }

  @Test("EX-19 an answer that fails is retried until the store has it")
  func retried() async throws {
    let (server, jobs) = try await Self.asked()
    let api = try #require(server.storeAPI)
    api.fail("consumption/", with: .answers(503))
    api.fail("consumption/", with: .isSilent)
    #expect(try await Self.told(jobs, server).count == 1)
    server.advance(milliseconds: 59_999)
    #expect(try await Self.told(jobs, server).isEmpty)
    server.advance(milliseconds: 1)
    #expect(try await Self.told(jobs, server).count == 1)
    #expect(try await Self.outcomes(server) == [nil])
    server.advance(Period(5, .minute))
    #expect(try await Self.told(jobs, server).count == 1)
    let report = RefundReport(consumed: 60_000, preference: .decline, hadSample: false)
    #expect(try await Self.outcomes(server) == [nil, .sent(report)])
    #expect(try await Self.told(jobs, server).isEmpty)
  }

  @Test("EX-19 after twelve hours without success, that it was too late is recorded")
  func late() async throws {
    let (server, jobs) = try await Self.asked()
    let api = try #require(server.storeAPI)
    let deadline = server.now.adding(Period(12, .hour))
    api.fail("consumption/", with: .isSilent, times: 100)
    var tries = 0
    while server.now < deadline {
      tries += try await Self.told(jobs, server).count
      server.advance(Period(30, .minute))
    }
    #expect((10...20).contains(tries))
    #expect(try await Self.told(jobs, server).isEmpty)
    #expect(try await Self.outcomes(server) == [nil, .withheld(.late)])
  }

  @Test("EX-19 an answer that the store refuses for good is not retried")
  func refused() async throws {
    let (server, jobs) = try await Self.asked()
    let api = try #require(server.storeAPI)
    api.fail("consumption/", with: .answers(400))
    #expect(try await Self.told(jobs, server).count == 1)
    #expect(try await Self.outcomes(server) == [nil, .refused("refused")])
    server.advance(Period(1, .day))
    #expect(try await Self.told(jobs, server).isEmpty)
  }
}
