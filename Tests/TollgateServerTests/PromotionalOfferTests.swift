import AppStoreSimulator
import Crypto
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("Promotional offers")
struct PromotionalOfferTests {
  private static let pro = "strikelab.pro.monthly"

  private static func server(
    _ key: AppStoreKey?, changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws -> TestServer {
    var configuration = SimulatedBackend.Configuration(
      identifiers: .numbered(), keySets: TestKeySets(), environments: [.sandbox])
    configuration.offerKey = key
    return try await TestServer("strikelab", configuration: configuration, changing: change)
  }

  private static func key() throws -> AppStoreKey {
    try AppStoreKey(
      pem: P256.Signing.PrivateKey().pemRepresentation, keyID: "2X9R4HXF34", issuerID: "issuer-1")
  }

  /// Adds an offer to a product, with a package for the customers who meet a condition.
  private static func offerStay(
    _ definition: inout Blueprint.Definition, when condition: Condition
  ) {
    definition.products = definition.products.map { product in
      guard product.id.rawValue == Self.pro else { return product }
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
    definition.paywalls = definition.paywalls.map { paywall in
      Paywall(
        id: paywall.id, title: paywall.title,
        packages: [
          Paywall.Package(
            product: CatalogProduct.ID(Self.pro), when: condition, offer: .named("stay"))
        ] + paywall.packages)
    }
  }

  private func refusal(_ phone: TestPhone, _ product: String, _ offer: String) async throws
    -> ProblemCode?
  {
    do {
      let _: PromotionalOfferResponse = try await phone.server.send(
        .promotionalOffer, token: phone.token,
        json: PromotionalOfferRequest(product: CatalogProduct.ID(product), offer: offer))
      return nil
    } catch let problem as Problem { return problem.code }
  }

  @Test(
    "an offer is signed for a subscriber, for one product, offer and transaction, and the store accepts it"
  )
  func signed() async throws {
    let key = try Self.key()
    let server = try await Self.server(key)
    server.store.setOfferKey(key)
    let phone = try await server.phone(device: "phone")
    let bought = try phone.purchase(Self.pro)
    try await phone.post(bought)
    let response: PromotionalOfferResponse = try await server.send(
      .promotionalOffer, token: phone.token,
      json: PromotionalOfferRequest(product: CatalogProduct.ID(Self.pro), offer: "stay"))
    #expect((response.product.rawValue, response.offer) == (Self.pro, "stay"))
    func accepts(_ offer: String, _ product: String, _ account: AccountID) -> Bool {
      server.store.acceptsPromotionalOffer(
        response.signature, offer: offer, of: product, by: account)
    }
    #expect(accepts("stay", Self.pro, phone.account))
    #expect(!accepts("go", Self.pro, phone.account))
    #expect(!accepts("stay", "strikelab.pro.yearly", phone.account))
    #expect(!accepts("stay", Self.pro, "somebody else"))
    server.advance(Period(1, .day))
    #expect(!accepts("stay", Self.pro, phone.account))
  }

  @Test(
    "a request is refused without a subscription, for an unknown product or offer, and without a key"
  )
  func refused() async throws {
    let server = try await Self.server(try Self.key())
    let phone = try await server.phone(device: "phone")
    #expect(try await refusal(phone, Self.pro, "stay") == .offerNotEligible)
    #expect(try await refusal(phone, "nothing", "stay") == .unknownProduct)
    #expect(try await refusal(phone, Self.pro, "") == .invalidValue)
    #expect(try await refusal(phone, Self.pro, String(repeating: "x", count: 129)) == .invalidValue)
    try await phone.buy(Self.pro)
    #expect(try await refusal(phone, Self.pro, "stay") == nil)
    // Somebody else's subscription makes nobody eligible.
    let other = try await server.phone(device: "other")
    #expect(try await refusal(other, Self.pro, "stay") == .offerNotEligible)

    let keyless = try await Self.server(nil)
    let subscriber = try await keyless.phone(device: "phone")
    try await subscriber.buy(Self.pro)
    let exchange = try await keyless.exchange(
      .promotionalOffer, token: subscriber.token,
      body: "{\"product\":\"strikelab.pro.monthly\",\"offer\":\"stay\"}")
    #expect(
      "\(exchange)" == """
        503 application/problem+json
        {
          "code": "offers_not_configured",
          "detail": "The server has no key to sign offers with.",
          "isRetryable": false,
          "status": 503,
          "title": "Offers not configured",
          "type": "urn:tollgate:problem:offers_not_configured"
        }
        """)
  }

  @Test(
    "an offer that the blueprint names is signed only for customers who see it on a paywall now")
  func shown() async throws {
    let server = try await Self.server(try Self.key()) {
      Self.offerStay(&$0, when: Condition(willRenew: false))
    }
    let phone = try await server.phone(device: "phone")
    #expect(try await refusal(phone, Self.pro, "stay") == .offerNotEligible)
    try await phone.buy(Self.pro)
    #expect(try await refusal(phone, Self.pro, "stay") == .offerNotEligible)
    #expect(try await refusal(phone, Self.pro, "other") == nil)
    server.store.cancel(phone.account)
    try await phone.restore()
    #expect(try await refusal(phone, Self.pro, "stay") == nil)
  }

  private func fullPrice(
    _ phone: TestPhone, _ product: String = pro, download: String? = nil
  ) async throws -> Result<String, Problem> {
    do {
      let response: FullPriceResponse = try await phone.server.send(
        .fullPrice, token: phone.token,
        json: FullPriceRequest(
          product: CatalogProduct.ID(product), signedAppTransaction: download))
      #expect(response.product.rawValue == product)
      return .success(response.signature)
    } catch let problem as Problem { return .failure(problem) }
  }

  private func download(_ account: AccountID, from server: TestServer) throws -> String {
    try server.store.chain.sign(
      server.store.appTransaction(of: account, version: "1", downloaded: server.now))
  }

  @Test("the full price is signed for the download of the app, for one product and one day")
  func fullPrice() async throws {
    let key = try Self.key()
    let server = try await Self.server(key)
    server.store.setOfferKey(key)
    let phone = try await server.phone(device: "phone")
    let download = try download(phone.account, from: server)
    let signature = try await fullPrice(phone, download: download).get()
    func accepts(_ product: String, _ account: AccountID) -> Bool {
      server.store.acceptsIntroductoryEligibility(signature, of: product, by: account)
    }
    #expect(accepts(Self.pro, phone.account))
    #expect(!accepts("strikelab.pro.yearly", phone.account))
    #expect(!accepts(Self.pro, "somebody else"))
    #expect(
      !server.store.acceptsPromotionalOffer(
        signature, offer: "stay", of: Self.pro, by: phone.account))
    server.advance(Period(1, .day))
    #expect(!accepts(Self.pro, phone.account))
  }

  @Test(
    "the full price is signed for the last purchase without a download, and for nobody without either"
  )
  func fullPriceByPurchase() async throws {
    let key = try Self.key()
    let server = try await Self.server(key)
    server.store.setOfferKey(key)
    let phone = try await server.phone(device: "phone")
    func code(_ product: String, _ download: String? = nil) async throws -> ProblemCode? {
      switch try await fullPrice(phone, product, download: download) {
      case .success: nil
      case .failure(let problem): problem.code
      }
    }
    #expect(try await code(Self.pro) == .offerNotEligible)
    #expect(try await code(Self.pro, "not signed") == .offerNotEligible)
    #expect(try await code("nothing") == .unknownProduct)
    try await phone.buy(Self.pro)
    let signature = try await fullPrice(phone).get()
    #expect(
      server.store.acceptsIntroductoryEligibility(signature, of: Self.pro, by: phone.account))

    let keyless = try await Self.server(nil)
    let subscriber = try await keyless.phone(device: "phone")
    try await subscriber.buy(Self.pro)
    switch try await fullPrice(subscriber) {
    case .success: Issue.record("signed without a key")
    case .failure(let problem): #expect(problem.code == .offersNotConfigured)
    }
  }

  @Test("an offer may depend on what is left of a limit that a team uses together")
  func shared() async throws {
    let server = try await Self.server(try Self.key()) {
      let left = Condition.Left(of: .feature("render"), lessThan: 10)
      Self.offerStay(&$0, when: Condition(left: [left], willRenew: false))
      $0.teams = [
        Team(id: "crew", shares: ["pro"], sizes: [Team.Size(seats: 2)], pooled: ["render"])
      ]
      $0.features.append(
        Feature(
          id: "render",
          rules: [
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(10, per: .month)),
            Feature.Rule(allowance: .denied),
          ]))
    }
    let owner = try await server.phone(device: "owner")
    try await owner.buy(Self.pro)
    let member = try await server.phone(device: "member")
    try await member.buy(Self.pro)
    server.store.cancel(member.account)
    try await member.restore()
    let invitation: InvitationResponse = try await server.send(
      .invite("crew"), token: owner.token, key: "member", json: InvitationRequest(name: "member"))
    let _: SeatResponse = try await server.send(
      .join, token: member.token, json: JoinRequest(code: invitation.code))
    #expect(try await refusal(member, Self.pro, "stay") == .offerNotEligible)
    try await owner.use("render", key: "1")
    #expect(try await refusal(member, Self.pro, "stay") == nil)
  }
}
