import AppStoreSimulator
import Crypto
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("The server answers what customers see who are about to cancel")
struct RetentionMessageTests {
  private static let monthly = "strikelab.pro.monthly"
  private static let yearly = "strikelab.pro.yearly"
  private static let stay = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"
  private static let smaller = "1c7a2f0e-5b8d-4e6f-9a3c-2d4e6f8a0b1c"

  /// StrikeLab, whose monthly plan has an offer, and whose yearly plan has the monthly one next to its message.
  private static func server(
    _ key: AppStoreKey? = nil, rules: [RetentionRule] = rules
  ) async throws -> TestServer {
    var configuration = SimulatedBackend.Configuration(
      identifiers: .numbered(), keySets: TestKeySets(), environments: [.sandbox])
    configuration.offerKey = key
    configuration.appAppleID = 42
    return try await TestServer("strikelab", configuration: configuration) { definition in
      definition.products = definition.products.map { product in
        guard product.id.rawValue == monthly else { return product }
        return CatalogProduct(
          id: product.id, kind: product.kind, name: product.name,
          entitlements: product.entitlements, price: product.price, period: product.period,
          group: product.group, level: product.level,
          introductoryOffer: product.introductoryOffer,
          offers: [
            CatalogProduct.Offer(
              id: "stay", kind: .promotional, payment: .freeTrial, period: Period(1, .month))
          ])
      }
      definition.retention = rules
    }
  }

  private static let rules = [
    RetentionRule(
      products: [CatalogProduct.ID(monthly)], messages: ["en": stay], action: .offer("stay")),
    RetentionRule(
      products: [CatalogProduct.ID(yearly)], messages: ["en": smaller],
      action: .alternateProduct(CatalogProduct.ID(monthly))),
  ]

  private static func ask(_ server: TestServer, about product: String) async throws -> Exchange {
    let phone = try await server.phone()
    let bought = try phone.purchase(product)
    try await phone.post(bought)
    let request = try #require(server.store.retentionRequest(of: bought.payload.transactionId))
    return try await server.exchange(
      .retentionMessage, body: #"{"signedPayload":"\#(request.jws)"}"#)
  }

  @Test("EX-19 a customer who cancels sees the offer, signed so that the store accepts it")
  func offer() async throws {
    let key = try AppStoreKey(
      pem: P256.Signing.PrivateKey().pemRepresentation, keyID: "2X9R4HXF34", issuerID: "issuer-1")
    let server = try await Self.server(key)
    server.store.setOfferKey(key)
    let phone = try await server.phone()
    let bought = try phone.purchase(Self.monthly)
    try await phone.post(bought)
    let request = try #require(server.store.retentionRequest(of: bought.payload.transactionId))
    let exchange = try await server.exchange(
      .retentionMessage, body: #"{"signedPayload":"\#(request.jws)"}"#)
    #expect(exchange.status == 200)
    let answer = try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(exchange.body.utf8))
    #expect(Array(answer.keys) == ["promotionalOffer"])
    #expect(answer["promotionalOffer"]?["messageIdentifier"] == Self.stay)
    let signature = try #require(answer["promotionalOffer"]?["promotionalOfferSignatureV2"])
    #expect(
      server.store.acceptsPromotionalOffer(
        signature, offer: "stay", of: Self.monthly, by: phone.account))
  }

  @Test("EX-19 a customer who cancels sees another subscription of the group")
  func alternateProduct() async throws {
    let exchange = try await Self.ask(try await Self.server(), about: Self.yearly)
    #expect(exchange.status == 200)
    let expected =
      #"{"alternateProduct":{"messageIdentifier":"\#(Self.smaller)","productId":"\#(Self.monthly)"}}"#
    #expect(exchange.body == expected)
  }

  @Test("EX-19 without a rule that can apply, the App Store shows what is set up there")
  func nothing() async throws {
    // Without a key, the offer cannot be signed.
    let exchange = try await Self.ask(try await Self.server(), about: Self.monthly)
    #expect(exchange.status == 404)
    #expect(exchange.code == .notFound)
    let silent = try await Self.ask(try await Self.server(rules: []), about: Self.yearly)
    #expect(silent.status == 404)
  }

  @Test(
    "EX-19 a request that Apple has not signed for this app is refused, and nothing is recorded")
  func forged() async throws {
    let server = try await Self.server()
    let foreign = AppStoreSimulator(
      configuration: server.store.configuration, bundleID: server.store.bundleID,
      appAppleID: 99, environment: .sandbox, chain: try TestServer.chain.get(), seed: 1,
      now: server.now)
    foreign.purchase(Self.monthly, by: "anna")
    let id = try #require(foreign.transactions(of: "anna").first).payload.transactionId
    let request = try #require(foreign.retentionRequest(of: id)).jws
    for (text, code) in [
      (request, "signed_data_wrong_app"), (request + "x", "signed_data_"),
      ("a.b.c", "signed_data_"),
    ] {
      let exchange = try await server.exchange(
        .retentionMessage, body: #"{"signedPayload":"\#(text)"}"#)
      #expect(exchange.status >= 400)
      #expect(exchange.code?.rawValue.hasPrefix(code) == true, "\(exchange.body)")
    }
    #expect(try await server.entries().isEmpty)
  }
}
