import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Operators")
struct OperatorTests {
  @Test("a customer is found by id, email, transaction and user, and by nothing similar")
  func search() async throws {
    let server = try await TestServer("coach-paid")
    let support = try await TestOperator(server)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    let purchase = try #require(try await phone.membership().subscription?.originalID)
    for (query, found) in [
      ("id=\(phone.id)", true), ("id=nobody", false), ("id=", false),
      ("email=ADA%40example.com", true), ("email=ada@example.org", false),
      ("transaction=\(purchase)", true), ("transaction=sandbox:\(purchase)", true),
      ("transaction=xcode:\(purchase)", false), ("transaction=1", false),
      ("user=\(phone.id)", false),
    ] {
      let matches: CustomerMatches = try await support.read("/operator/customers?\(query)")
      #expect(matches.customers.map(\.id) == (found ? [phone.id] : []), "\(query)")
      #expect(matches.customers.allSatisfy { $0.phase == .trial && $0.account != nil })
    }
    for (query, code) in [
      ("", "invalid_value"), ("name=ada", "invalid_value"), ("id=a&email=b", "invalid_value"),
      ("email=ada", "invalid_email"),
    ] {
      let exchange = try await support.exchange("/operator/customers?\(query)")
      #expect(exchange.status == 422)
      #expect(exchange.body.contains("\"code\":\"\(code)\""), "\(query)")
    }
  }

  @Test(
    "an order id is read however it was copied, and what cannot be one is not looked up",
    arguments: [
      ("MK5TTTVWJH", "MK5TTTVWJH"), (" mk5t ttvwjh\n", "MK5TTTVWJH"),
      ("\u{a0}Mk5TTTVWJH", "MK5TTTVWJH"), ("", nil), (" ", nil), (".", nil), ("../MK5T", nil),
      (String(repeating: "M", count: 65), nil),
    ] as [(String, String?)])
  func orders(text: String, order: String?) {
    #expect(CustomerSearch.orderID(text) == order)
  }

  @Test(
    "what looks like an order is looked up in the App Store, and no name or address",
    arguments: [
      ("MK5TTTVWJH", true), (" MK5TTTVWJH ", true), ("MARIAGARCIA", false), ("Maria Garcia", false),
      ("mike12345", false), ("ada@example.com", false),
    ])
  func lookedUp(text: String, isLookedUp: Bool) {
    #expect(CustomerSearch.everything(text).contains(.order(text)) == isLookedUp)
  }

  @Test("a merged customer is found as the one they became, with both histories")
  func merged() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.id
    try await phone.use("custom-drill", key: "k")
    try await phone.signIn("ada@example.com")
    let matches: CustomerMatches = try await support.read("/operator/customers?id=\(anonymous)")
    #expect(matches.customers.map(\.id) == [account.id])
    let life: CustomerLife = try await support.read("/operator/customers/\(anonymous)")
    #expect(life.id == account.id)
    #expect(life.merged == [anonymous])
    #expect(life.facts.contains { $0.customer == anonymous && $0.fact.kind == .use })
    #expect(Customer(life.facts.map(\.fact)) == (try await phone.snapshot().facts))

    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    for customer in [account.id, anonymous, "nobody"] {
      let exchange = try await support.exchange("/operator/customers/\(customer)")
      #expect(exchange.status == 404)
      #expect(exchange.body.contains(#""code":"unknown_customer""#))
    }
  }

  @Test("a life shows what was known at each instant, and what follows from it later")
  func life() async throws {
    let server = try await TestServer("coach-paid")
    let support = try await TestOperator(server)
    let start = server.now
    let phone = try await server.phone()
    server.advance(Period(1, .hour))
    try await phone.reach("discovery-complete")
    server.advance(Period(1, .hour))
    try await phone.buy("coach.premium.monthly")
    let facts = try await phone.snapshot().facts
    let later = server.now.adding(Period(9, .day))
    let expected: [(Instant, Phase, first: Fact.Kind?)] = [
      (start, .onboarding, nil),
      (start.adding(Period(1, .hour)).adding(milliseconds: -1), .onboarding, nil),
      (start.adding(Period(1, .hour)), .blocked, .milestone),
      (server.now, .trial, .milestone),
      (later, Membership(of: facts, in: server.blueprint, at: later).phase, .milestone),
    ]
    for (instant, phase, first) in expected {
      for text in ["\(instant.milliseconds)", "\(instant)"] {
        let life: CustomerLife = try await support.read(
          "/operator/customers/\(phone.id)?at=\(text)")
        #expect(life.at == instant)
        #expect(life.membership.phase == phase, "\(instant)")
        #expect(life.facts.first?.fact.kind == first)
        #expect(life.facts.allSatisfy { $0.at <= instant && $0.customer == phone.id })
        #expect(life.omitted == 0)
      }
    }
    let now: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(now.membership == (try await phone.membership()))
    #expect(
      Customer(now.facts.map(\.fact.withoutPrice)) == Customer(facts.facts.map(\.withoutPrice)))
    #expect(now.facts.first?.sentence == "The milestone discovery-complete was reached.")
    let wrong = try await support.exchange("/operator/customers/\(phone.id)?at=yesterday")
    #expect(wrong.status == 422)
  }

  @Test("support sees no price, and owners do")
  func revenue() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    for (scope, sees) in [(LedgerSecretKey.Scope.support, false), (.owner, true)] {
      let reader = try await TestOperator(server, scope)
      let life: CustomerLife = try await reader.read("/operator/customers/\(phone.id)")
      let prices = life.facts.filter { $0.fact.withoutPrice != $0.fact }
      #expect(prices.isEmpty != sees)
      #expect(life.facts.contains { $0.fact.kind == .transaction })
      let exchange = try await reader.exchange("/operator/customers/\(phone.id)/why/send-message")
      #expect(exchange.status == 200)
      if !sees { #expect(!exchange.body.contains("\"price\"")) }
    }
  }

  @Test("a reason names the rule, what earlier rules lack, and the facts behind it")
  func reasons() async throws {
    let server = try await TestServer("coach-paid")
    let support = try await TestOperator(server)
    let start = server.now
    let phone = try await server.phone()
    server.advance(Period(1, .hour))
    try await phone.reach("discovery-complete")
    let denied: FeatureReason = try await support.read(
      "/operator/customers/\(phone.id)/why/send-message")
    #expect(denied.access.answer == .denied)
    #expect(denied.rule == FeatureReason.Rule(number: 4, when: "always"))
    #expect(
      denied.skipped.map(\.unmet) == [
        ["the phase is onboarding"], ["the phase is trial"], ["the customer has premium"],
      ])
    #expect(denied.because.map(\.fact.kind) == [.milestone])
    let before: FeatureReason = try await support.read(
      "/operator/customers/\(phone.id)/why/send-message?at=\(start)")
    #expect(before.rule == FeatureReason.Rule(number: 1, when: "the phase is onboarding"))
    #expect(before.because.isEmpty)

    try await phone.buy("coach.premium.monthly")
    let allowed: FeatureReason = try await support.read(
      "/operator/customers/\(phone.id)/why/send-message")
    #expect(allowed.rule?.number == 2)
    #expect(allowed.access.limit == Limit(limit: 100, used: 0, scope: .trial))
    #expect(allowed.nextChange == (try await phone.membership().nextChange))
    let unknown = try await support.exchange("/operator/customers/\(phone.id)/why/nothing")
    #expect(unknown.status == 404)
    #expect(unknown.body.contains(#""code":"unknown_feature""#))
    #expect(allowed.variants == nil)
  }

  @Test("a reason names the customer's variants")
  func variants() async throws {
    let server = try await TestServer("coach-paid") {
      $0.experiments = [
        Experiment(
          id: "page",
          variants: [
            Experiment.Variant(id: "long", weight: 0), Experiment.Variant(id: "short", weight: 1),
          ])
      ]
    }
    let phone = try await server.phone()
    let reason: FeatureReason = try await TestOperator(server).read(
      "/operator/customers/\(phone.id)/why/send-message")
    #expect(reason.variants == ["page": "short"])
  }
}

/// An operator with a secret key.
struct TestOperator: Sendable {
  let server: TestServer
  let key: String
  /// The public part of the key, by which the operator is named.
  let publicPart: String

  init(_ server: TestServer, _ scope: LedgerSecretKey.Scope = .support) async throws {
    self.server = server
    let created = try await server.service.secretKeys.create(
      named: "ada", scope: scope, in: server.app)
    key = created.text
    publicPart = created.record.id
  }

  func exchange(
    _ path: String, _ method: HTTPRequest.Method = .get, key idempotencyKey: String? = nil,
    body: String? = nil
  ) async throws -> Exchange {
    try await server.exchange(
      method, "/v1/apps/\(server.app)\(path)", token: key, key: idempotencyKey, body: body)
  }

  func read<Value: Decodable>(_ path: String) async throws -> Value {
    try Self.value(of: try await exchange(path))
  }

  func send<Value: Decodable>(
    _ path: String, key: String? = nil, _ body: String
  ) async throws -> Value {
    try Self.value(of: try await exchange(path, .post, key: key, body: body))
  }

  private static func value<Value: Decodable>(of exchange: Exchange) throws -> Value {
    let data = Data(exchange.body.utf8)
    guard exchange.status == 200 else { throw try JSONDecoder().decode(Problem.self, from: data) }
    return try JSONDecoder().decode(Value.self, from: data)
  }
}

extension Fact {
  /// The fact as operators without revenue read it.
  fileprivate var withoutPrice: Fact {
    guard case .transaction(let signed) = self else { return self }
    return .transaction(
      StoreTransaction(
        id: signed.id, originalID: signed.originalID, product: signed.product, group: signed.group,
        purchasedAt: signed.purchasedAt, expiresAt: signed.expiresAt, revokedAt: signed.revokedAt,
        isUpgraded: signed.isUpgraded, isRenewal: signed.isRenewal, offer: signed.offer,
        ownership: signed.ownership, quantity: signed.quantity, price: nil,
        environment: signed.environment,
        signedFor: signed.signedFor, signedAt: signed.signedAt))
  }
}
