import AppStoreSimulator
import Crypto
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer
import TollgateWire

@MainActor
@Suite("Promotional and win-back offers and offer codes through StoreKit")
struct PurchaseOfferTests {
  private let pro = CatalogProduct.ID("strikelab.pro.monthly")

  /// Gives the monthly plan three offers.
  static let offers: KeyValuePairs = [
    """
    "adHocOffers" : [],
              "codeOffers" : [],
              "displayPrice" : "5.99"
    """: """
    "adHocOffers" : [
            { "displayPrice" : "1.99", "internalID" : "O1", "numberOfPeriods" : 2, "offerID" : "stay",
              "paymentMode" : "payAsYouGo", "referenceName" : "stay", "subscriptionPeriod" : "P1M" }
          ],
          "codeOffers" : [
            { "internalID" : "O2", "numberOfPeriods" : 1, "offerID" : "SPAR", "paymentMode" : "free",
              "referenceName" : "SPAR", "subscriptionPeriod" : "P1M" }
          ],
              "displayPrice" : "5.99"
    """,
    """
    "referenceName" : "Pro Monthly",
              "subscriptionGroupID" : "6A1C0A04",
              "type" : "RecurringSubscription",
              "winbackOffers" : []
    """: """
    "referenceName" : "Pro Monthly",
              "subscriptionGroupID" : "6A1C0A04",
              "type" : "RecurringSubscription",
              "winbackOffers" : [
                { "displayPrice" : "0.99", "internalID" : "O3", "numberOfPeriods" : 1,
                  "offerID" : "return", "paymentMode" : "payUpFront", "referenceName" : "return",
                  "subscriptionPeriod" : "P1M" }
              ]
    """,
  ]

  private static func key(_ id: String = "2X9R4HXF34") throws -> AppStoreKey {
    try AppStoreKey(
      pem: P256.Signing.PrivateKey().pemRepresentation, keyID: id, issuerID: "issuer-1")
  }

  private func world(
    _ run: StoreRun, _ life: @MainActor @Sendable (World, Phone) async throws -> Void
  ) async throws {
    try await World.of(
      "strikelab", changing: Self.offers, identifiers: .random, run: run
    ) { world in try await life(world, await Phone.launched(world)) }
  }

  private func offers(
    _ phone: Phone
  ) async -> (promotional: [String?], winBack: [String?]) {
    let package = await phone.client.offerings().first { $0.id == "subscribe" }?.packages
      .first { $0.id == pro }
    return (package?.promotionalOffers.map(\.id) ?? [], package?.winBackOffers.map(\.id) ?? [])
  }

  /// Lets the subscription lapse.
  private func lapse(_ world: World, _ phone: Phone) async throws {
    world.store.cancel("apple-id")
    try await phone.listening { world.pass(70 * World.day) }
    await phone.client.reevaluate()
    #expect(phone.client.phase == .lapsed)
  }

  @Test(
    "a former subscriber gets a promotional offer, signed by the server and checked by the store"
  )
  func promotional() async throws {
    try await world(StoreRun(offerKey: try Self.key())) { world, phone in
      #expect(await offers(phone).promotional == [])
      #expect(await phone.client.purchase(pro) == .purchased)
      try await lapse(world, phone)
      #expect(await offers(phone).promotional == ["stay"])
      #expect(await phone.client.purchase(pro, offer: .promotional("stay")) == .purchased)
      #expect(phone.client.phase == .subscribed)
      let bought = try #require(world.store.transactions(of: "apple-id").last?.payload)
      #expect(bought.offerIdentifier == "stay")
      #expect(phone.client.transactions.last?.offer?.kind == .promotional)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("the server signs nothing for a customer who never subscribed, and nothing is sold")
  func neverSubscribed() async throws {
    try await world(StoreRun(offerKey: try Self.key())) { world, phone in
      #expect(
        await phone.client.purchase(pro, offer: .promotional("stay"))
          == .failed(.productUnavailable))
      #expect(world.store.transactions(of: "apple-id").isEmpty)
    }
  }

  @Test("an offer that the server cannot sign, or the store does not accept, is not sold")
  func notSigned() async throws {
    let other = try Self.key("AAAAAAAAAA")
    for run in [StoreRun(), StoreRun(offerKey: try Self.key(), storeOfferKey: other)] {
      try await world(run) { world, phone in
        #expect(await phone.client.purchase(pro) == .purchased)
        try await lapse(world, phone)
        let known = world.store.transactions(of: "apple-id").count
        #expect(
          await phone.client.purchase(pro, offer: .promotional("stay"))
            == .failed(.productUnavailable))
        #expect(world.store.transactions(of: "apple-id").count == known)
      }
    }
  }

  @Test("a promotional offer needs the server: without a network nothing is sold")
  func offline() async throws {
    try await world(StoreRun(offerKey: try Self.key())) { world, phone in
      #expect(await phone.client.purchase(pro) == .purchased)
      try await lapse(world, phone)
      phone.network.isOnline = false
      #expect(
        await phone.client.purchase(pro, offer: .promotional("stay")) == .failed(.network))
      phone.network.isOnline = true
      #expect(await phone.client.purchase(pro, offer: .promotional("stay")) == .purchased)
    }
  }

  @Test("a win-back offer is in the offering of customers who left, and of nobody else")
  func winBack() async throws {
    try await world(StoreRun()) { world, phone in
      #expect(await offers(phone).winBack == [])
      #expect(
        await phone.client.purchase(pro, offer: .winBack("return"))
          == .failed(.productUnavailable))
      #expect(await phone.client.purchase(pro) == .purchased)
      try await lapse(world, phone)
      #expect(await offers(phone).winBack == ["return"])
      #expect(await phone.client.purchase(pro, offer: .winBack("return")) == .purchased)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.transactions.last?.offer?.kind == .winBack)
      #expect(
        await phone.client.purchase(pro, offer: .winBack("none")) == .failed(.productUnavailable))
    }
  }

  @Test("an offer code redeemed in the store is taken like any other purchase")
  func code() async throws {
    try await world(StoreRun()) { world, phone in
      guard case .open(let page) = await phone.client.redeemOfferCode() else {
        Issue.record("a sheet was shown")
        return
      }
      #expect(page.absoluteString.hasPrefix(TollgateClient.redemptionPage))
      try await phone.listening {
        try await phone.session.buyProduct(
          identifier: pro.rawValue, options: [.codeOffer(referenceName: "SPAR")])
      }
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.transactions.last?.offer?.kind == .code)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }
}
