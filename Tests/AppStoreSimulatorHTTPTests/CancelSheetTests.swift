import AppStoreSimulator
import Crypto
import Foundation
import HTTPTypes
import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("What a customer sees before canceling")
struct CancelSheetTests {
  /// An answer of the app's server, and what the sheet of anna's gold shows.
  static let choices: [(String, shows: String, product: String?, offer: String?)] = [
    (#"{"message":{"messageIdentifier":"{illustrated}"}}"#, "message", nil, nil),
    (
      #"{"message":{"messageIdentifier":"{illustrated}"},"promotionalOffer":null}"#, "message", nil,
      nil
    ),
    (
      #"{"alternateProduct":{"messageIdentifier":"{text}","productId":"silver"}}"#,
      "alternateProduct", "silver", nil
    ),
    (
      #"{"promotionalOffer":{"messageIdentifier":"{text}","promotionalOfferSignatureV1":{first}}}"#,
      "promotionalOffer", "silver", "stay"
    ),
    (
      #"""
      {"promotionalOffer":{"messageIdentifier":"{text}","promotionalOfferSignatureV1":null,\#
      "promotionalOfferSignatureV2":"{second}"}}
      """#, "promotionalOffer", "silver", "stay"
    ),
  ]

  @Test("EX-19 the sheet shows what the app's server chooses", arguments: choices.indices)
  func choice(_ index: Int) async throws {
    let (answer, shows, product, offer) = Self.choices[index]
    let (market, id) = try await Self.market()
    market.retentionServer.answer(then: try Self.answer(answer, market, id))
    let opened = try await Self.open(market, id)
    let sheet = try #require(opened["sheet"])
    #expect(sheet["shows"]?.text == shows, "\(opened)")
    #expect(sheet["source"]?.text == "server")
    #expect(sheet["message"]?["header"]?.text == "Stay")
    #expect(sheet["product"]?.text == product && sheet["offer"]?.text == offer)
    #expect(sheet["responseTime"] == .integer(5))
    #expect(sheet["problem"] == nil)
    #expect((sheet["message"]?["image"] != nil) == (shows == "message"))
  }

  @Test(
    "EX-19 the sheet shows the billing plan that the server names, if the product is sold with it",
    arguments: [
      (nil, true, nil), (nil, false, nil), ("BILLED_UPFRONT", true, nil),
      ("BILLED_UPFRONT", false, nil), ("MONTHLY", true, nil), ("MONTHLY", false, "wrongProduct"),
    ] as [(String?, Bool, String?)])
  func billingPlan(named: String?, isEnabled: Bool, problem: String?) async throws {
    var products = Market.configuration
    products.subscriptionGroups[0].subscriptions[1].period = Period(1, .year)
    products.subscriptionGroups[0].subscriptions[1].billingPlans = [
      .init(
        type: .monthly, price: Milliunits(2_000), commitmentPrice: Milliunits(24_000),
        isEnabled: isEnabled)
    ]
    let (market, id) = try await Self.market(selling: products)
    let answer = Self.said("alternateProduct", Market.text, Self.plan("silver", named))
    market.retentionServer.answer(then: RetentionServer.answer(200, answer))
    let sheet = try #require(try await Self.open(market, id)["sheet"])
    #expect(sheet["problem"]?["code"]?.text == problem)
    #expect(sheet["product"]?.text == (problem == nil ? "silver" : nil))
    #expect(sheet["billingPlan"]?.text == (problem == nil ? named : nil))
  }

  @Test("the server is asked about the subscription as it is now, in the customer's locale")
  func request() async throws {
    let (market, id) = try await Self.market()
    market.simulator.purchase("silver", by: "anna")
    market.simulator.renewNow("anna", group: nil)
    let opened = try await market.control(
      "cancel-sheet", #"{"transaction":"\#(id)","locale":"de-AT"}"#)
    #expect(opened.status == 200, "\(opened)")
    let received = market.retentionServer.received
    let request = try #require(received.first)
    let payload = try await market.verifier.retentionRequest(
      request.signedPayload, at: Market.start
    ).payload
    #expect(payload.originalTransactionId == id && payload.productId == "silver")
    #expect(payload.userLocale == "de-AT" && payload.environment == .sandbox)
    #expect(received.count == 1 && request.timeLimit == .milliseconds(700))
  }

  /// An answer of the app's server, and the code of the reason that it is not used.
  static let problems: [(RetentionRequester.Exchange, String)] = [
    (.init(.failed(.timedOut), after: .milliseconds(700)), "late"),
    (RetentionServer.answer(200, said("message", "{text}"), after: 701), "late"),
    (.init(.failed(.prematureClose), after: .milliseconds(3)), "noResponse"),
    (RetentionServer.answer(404, said("message", "{text}")), "wrongStatus"),
    (RetentionServer.answer(200, ""), "wrongForm"),
    (RetentionServer.answer(200, "[]"), "wrongForm"),
    (RetentionServer.answer(200, "{}"), "wrongForm"),
    (RetentionServer.answer(200, said("advancedCommerceInfo", "{text}")), "wrongForm"),
    (RetentionServer.answer(200, #"{"message":"{text}"}"#), "wrongForm"),
    (RetentionServer.answer(200, #"{"message":{}}"#), "wrongForm"),
    (
      RetentionServer.answer(
        200,
        #"{"message":{"messageIdentifier":"{text}"},"alternateProduct":{"messageIdentifier":"{text}"}}"#
      ), "wrongForm"
    ),
    (RetentionServer.answer(200, said("message", "{unused}")), "unknownMessage"),
    (RetentionServer.answer(200, said("message", "x")), "unknownMessage"),
    (
      RetentionServer.answer(200, said("alternateProduct", "{illustrated}", plan("silver"))),
      "imageNotAllowed"
    ),
    (RetentionServer.answer(200, said("alternateProduct", "{text}")), "wrongForm"),
    (RetentionServer.answer(200, said("alternateProduct", "{text}", plan("gold"))), "wrongProduct"),
    (
      RetentionServer.answer(200, said("alternateProduct", "{text}", plan("silver", "MONTHLY"))),
      "wrongProduct"
    ),
    (
      RetentionServer.answer(200, said("alternateProduct", "{text}", plan("silver", "WEEKLY"))),
      "wrongForm"
    ),
    (
      RetentionServer.answer(
        200, said("alternateProduct", "{text}", plan("silver") + #","billingPlanType":1"#)),
      "wrongForm"
    ),
    (
      RetentionServer.answer(200, said("alternateProduct", "{text}", plan("coins"))),
      "wrongProduct"
    ),
    (RetentionServer.answer(200, said("promotionalOffer", "{text}")), "wrongForm"),
    (
      RetentionServer.answer(
        200, said("promotionalOffer", "{text}", #""promotionalOfferSignatureV1":{}"#)), "wrongForm"
    ),
    (
      RetentionServer.answer(
        200, said("promotionalOffer", "{text}", #""promotionalOfferSignatureV2":"a.b""#)),
      "wrongForm"
    ),
    (
      RetentionServer.answer(
        200, said("promotionalOffer", "{text}", #""promotionalOfferSignatureV2":"{unclaimed}""#)),
      "wrongForm"
    ),
    (
      RetentionServer.answer(
        200,
        said(
          "promotionalOffer", "{text}",
          #""promotionalOfferSignatureV1":{first},"promotionalOfferSignatureV2":"{second}""#)),
      "wrongForm"
    ),
    (
      RetentionServer.answer(
        200, said("promotionalOffer", "{text}", #""promotionalOfferSignatureV2":"{other}""#)),
      "wrongOffer"
    ),
    (
      RetentionServer.answer(
        200, said("promotionalOffer", "{text}", #""promotionalOfferSignatureV2":"{forged}""#)),
      "wrongOffer"
    ),
  ]

  @Test(
    "an answer that cannot be used is explained, and the default message shows",
    arguments: problems.indices)
  func problem(_ index: Int) async throws {
    let (exchange, code) = Self.problems[index]
    let (market, id) = try await Self.market()
    var answer = exchange
    if case .answered(let status, let body) = exchange.outcome {
      let filled = try Self.answer(String(decoding: body, as: UTF8.self), market, id)
      if case .answered(_, let body) = filled.outcome {
        answer.outcome = .answered(status: status, body: body)
      }
    }
    market.retentionServer.answer(then: answer)
    let none = try await Self.open(market, id)
    #expect(none["sheet"]?["problem"]?["code"]?.text == code, "\(none)")
    #expect(none["sheet"]?["problem"]?["detail"]?.text?.isEmpty == false)
    #expect(none["sheet"]?["shows"]?.text == "nothing")
    #expect(none["sheet"]?["source"] == nil && none["sheet"]?["message"] == nil)

    let body = #"{"messageIdentifier":"\#(Market.illustrated)"}"#
    _ = try await market.messaging(.put, "default/gold/en-US", body)
    let byDefault = try await Self.open(market, id)
    #expect(byDefault["sheet"]?["problem"]?["code"]?.text == code)
    #expect(byDefault["sheet"]?["shows"]?.text == "message")
    #expect(byDefault["sheet"]?["source"]?.text == "default")
    #expect(
      byDefault["sheet"]?["message"]?["messageIdentifier"]?.text == Market.illustrated)
  }

  @Test("a message that Apple rejects is not shown, not even by default")
  func rejected() async throws {
    let (market, id) = try await Self.market()
    market.retentionServer.answer(
      then: RetentionServer.answer(200, Self.said("message", Market.illustrated)))
    let body = #"{"messageIdentifier":"\#(Market.illustrated)"}"#
    _ = try await market.messaging(.put, "default/gold/en-US", body)
    for (upload, code) in [
      (#""image":"\#(Market.bullet)""#, "imageNotApproved"),
      (#""message":"\#(Market.illustrated)""#, "messageNotApproved"),
    ] {
      _ = try await market.control("review", "{\(upload),\"approved\":false}")
      let sheet = try await Self.open(market, id)["sheet"]
      #expect(sheet?["problem"]?["code"]?.text == code)
      #expect(sheet?["shows"]?.text == "nothing")
    }
  }

  @Test("without a URL no server is asked; the default is that of the locale, or of its language")
  func defaults() async throws {
    let (market, id) = try await Self.market()
    _ = try await market.messaging(.delete, "realtime/url")
    for (locale, message) in [
      ("en-GB", Market.text), ("de-DE", Market.illustrated), ("zh-Hans", Market.text),
    ] {
      _ = try await market.messaging(
        .put, "default/gold/\(locale)", #"{"messageIdentifier":"\#(message)"}"#)
    }
    for (locale, message) in [
      ("de-DE", Market.illustrated), ("de-AT", Market.illustrated), ("de", Market.illustrated),
      ("en-US", Market.text), ("ja", nil), ("zh-Hans-CN", Market.text), ("zh-Hant-TW", nil),
    ] {
      let sheet = try await market.control(
        "cancel-sheet", #"{"transaction":"\#(id)","locale":"\#(locale)"}"#)["sheet"]
      #expect(sheet?["problem"]?["code"]?.text == "noURL")
      #expect(sheet?["message"]?["messageIdentifier"]?.text == message)
      #expect(sheet?["responseTime"] == nil)
    }
    #expect(market.retentionServer.received.isEmpty)
  }

  @Test("only the customer who pays for a subscription that renews can cancel it")
  func nothingToCancel() async throws {
    let (market, id) = try await Self.market()
    let coins = market.buy("coins")
    market.simulator.share("anna", with: "ben")
    let shared = market.simulator.transactions(of: "ben").first?.payload.transactionId ?? ""
    for transaction in [coins, shared] {
      #expect(try await Self.open(market, transaction)["code"]?.text == "nothingToDo")
    }
    #expect(try await Self.open(market, "1")["code"]?.text == "unknownTransaction")
    let wrong = try await market.control(
      "cancel-sheet", #"{"transaction":"\#(id)","locale":"en_US"}"#)
    #expect(wrong["code"]?.text == "wrongField")
    #expect(try await Self.open(market, id).status == 200)
    market.simulator.cancel("anna", group: nil)
    #expect(try await Self.open(market, id)["code"]?.text == "nothingToDo")
  }

  @Test("notifications that are due are posted before the server is asked")
  func order() async throws {
    let (market, id) = try await Self.market(notifying: "http://backend.localhost")
    let inbox = market.inbox
    market.retentionServer.onRequest { #expect(inbox.signedPayloads.count == 1) }
    #expect(try await Self.open(market, id).status == 200)
    #expect(market.retentionServer.received.count == 1)
  }
}

extension CancelSheetTests {
  private static let nonce = "9E4B6C2A-7D0F-4B3E-8A51-0C1D2E3F4A5C"
  private static let pem = P256.Signing.PrivateKey().pemRepresentation

  /// A store with messages, a URL and a key for offers, and the original transaction of anna's gold.
  fileprivate static func market(
    notifying address: String? = nil, selling products: StoreKitConfiguration = Market.configuration
  ) async throws -> (Market, String) {
    let market = try Market(selling: products, notifying: address)
    market.simulator.setOfferKey(try key(pem))
    try await market.uploadMessages()
    let url = "https://backend.localhost/retention"
    _ = try await market.messaging(.put, "realtime/url", #"{"realtimeURL":"\#(url)"}"#)
    return (market, market.buy("gold"))
  }

  fileprivate static func open(_ market: Market, _ id: String) async throws -> MarketAnswer {
    try await market.control("cancel-sheet", #"{"transaction":"\#(id)"}"#)
  }

  /// The JSON of an answer with one member.
  fileprivate static func said(_ member: String, _ id: String, _ more: String = "") -> String {
    let more = more.isEmpty ? "" : ",\(more)"
    return #"{"\#(member)":{"messageIdentifier":"\#(id)"\#(more)}}"#
  }

  fileprivate static func plan(_ product: String, _ billingPlan: String? = nil) -> String {
    #""productId":"\#(product)""# + (billingPlan.map { #","billingPlanType":"\#($0)""# } ?? "")
  }

  /// An answer with the messages and signatures that its names stand for.
  fileprivate static func answer(
    _ text: String, _ market: Market, _ id: String
  ) throws -> RetentionRequester.Exchange {
    let first =
      #"{"encodedSignature":"MEUCIQ==","productId":"silver","nonce":"\#(nonce)","timestamp":1,"#
      + #""keyId":"2X9R4HXF34","offerIdentifier":"stay"}"#
    let names = [
      "{text}": Market.text, "{illustrated}": Market.illustrated, "{unused}": Market.unused,
      "{first}": first, "{second}": try signature(of: "stay", pem, id),
      "{unclaimed}": try signature(of: "stay", pem, nil),
      "{other}": try signature(of: "leave", pem, id),
      "{forged}": try signature(
        of: "stay", P256.Signing.PrivateKey().pemRepresentation, id),
    ]
    let filled = names.reduce(text) { $0.replacing($1.key, with: $1.value) }
    return RetentionServer.answer(200, filled)
  }

  private static func signature(
    of offer: String, _ pem: String, _ transaction: String?
  ) throws -> String {
    let signer = OfferSigner(key: try key(pem), bundleID: "com.example.market")
    return try signer.promotionalOfferJWS(
      offer, for: "silver", transactionID: transaction,
      nonce: try #require(UUID(uuidString: nonce)),
      at: Market.start)
  }

  private static func key(_ pem: String) throws -> AppStoreKey {
    try AppStoreKey(pem: pem, keyID: "2X9R4HXF34", issuerID: "issuer-1")
  }
}
