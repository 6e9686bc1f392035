import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("The download of the app as a fact")
struct EarlyBuyerTests {
  /// A server for production whose AI features are open to those who bought the app before build 238.
  private static func server() async throws -> TestServer {
    let early = Audience(boughtApp: .beforeVersion([.iOS: try #require(AppVersion("238"))]))
    return try await TestServer(
      "techniq",
      configuration: SimulatedBackend.Configuration(
        identifiers: .counting(), keySets: TestKeySets(), environments: [.production, .sandbox],
        appAppleID: 42),
      storeEnvironment: .production
    ) {
      $0.features =
        $0.features.filter { $0.id != "video-picks" } + [
          Feature(
            id: "video-picks",
            rules: [
              Feature.Rule(when: Condition(audience: early), allowance: .unlimited),
              Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
              Feature.Rule(allowance: .denied),
            ], paywall: "pro")
        ]
    }
  }

  private static func download(
    _ version: String, in environment: TollgateAppStore.Environment = .production,
    from server: TestServer
  ) throws -> String {
    server.store.setAppPurchase(
      AppPurchase(
        version: version, date: server.now.adding(milliseconds: -31_536_000_000),
        environment: environment),
      for: "apple-id")
    return try server.store.chain.sign(
      server.store.appTransaction(of: "apple-id", version: "300", downloaded: server.now))
  }

  private static func isAllowed(_ phone: TestPhone) async throws -> Bool {
    try await phone.membership().features["video-picks"]?.answer == .allowed
  }

  @Test("RA-4 an account's device posts the signed download, which is recorded once")
  func account() async throws {
    let server = try await Self.server()
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    #expect(try await Self.isAllowed(phone) == false)
    let request = AttributesRequest(
      [:], signedAppTransaction: try Self.download("237", from: server))
    let change: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token, json: request)
    #expect(change.facts.map(\.kind) == [.download])
    #expect(try await Self.isAllowed(phone))
    let again: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token, json: request)
    #expect(again.facts == [])
    let export = try await server.exchange(.export, token: phone.token).body
    #expect(export.contains(#""kind":"download""#))
    #expect(!export.contains(server.store.appTransactionID(of: "apple-id")))
  }

  @Test("RA-4 a new customer gets the download with the first answer, also after a return")
  func created() async throws {
    let server = try await Self.server()
    let request = CreateCustomerRequest(
      device: "phone", signedAppTransaction: try Self.download("237", from: server))
    let first: SessionResponse = try await server.send(.createCustomer, json: request)
    #expect(first.snapshot.facts.appDownloads.map(\.version) == ["237"])
    let second: SessionResponse = try await server.send(.createCustomer, json: request)
    #expect(second.snapshot.id == first.snapshot.id)
    #expect(try await server.entries().count { $0.fact.kind == .download } == 1)
  }

  @Test(
    "RA-4 a forged download, the sandbox's and a later buyer's open nothing"
  )
  func refused() async throws {
    let server = try await Self.server()
    let genuine = try Self.download("237", from: server)
    for text in [
      "no signed data", String(genuine.dropLast(8)) + "AAAAAAAA",
      try Self.download("1.0", in: .sandbox, from: server), try Self.download("238", from: server),
    ] {
      let phone = try await server.phone()
      let _: ChangeResponse = try await server.send(
        .setAttributes, token: phone.token,
        json: AttributesRequest([:], device: [.country: "DE"], signedAppTransaction: text))
      #expect(try await Self.isAllowed(phone) == false)
    }
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    let exchange = try await backend.exchange(
      .setAttributes, for: phone.id, body: #"{"signedAppTransaction":"\#(genuine)"}"#)
    #expect(exchange.body.contains(#""code":"invalid_value""#))
  }

  @Test("RA-4 an anonymous early buyer who signs in brings it to the account")
  func merged() async throws {
    let server = try await Self.server()
    var account = try await server.phone()
    try await account.signUp("ada@example.com")
    let session: SessionResponse = try await server.send(
      .createCustomer,
      json: CreateCustomerRequest(
        device: "new", signedAppTransaction: try Self.download("237", from: server)))
    var phone = TestPhone(server: server, session, device: "new", account: "apple-id")
    try await phone.signIn("ada@example.com")
    #expect(try await Self.isAllowed(phone))
    #expect(try await Self.isAllowed(account))
  }
}
