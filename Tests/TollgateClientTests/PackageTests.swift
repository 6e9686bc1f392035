import AppStoreSimulator
import Crypto
import OpenStoreKit
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer

@MainActor
@Suite("Packages for some customers, on a phone")
struct PackageTests {
  private let pro = CatalogProduct.ID("strikelab.pro.monthly")

  /// Gives the monthly plan three offers, and the paywall packages with them.
  private static func changes(_ packages: String) -> KeyValuePairs<String, String> {
    let offers = PurchaseOfferTests.offers
    return [
      offers[0].key: offers[0].value, offers[1].key: offers[1].value,
      """
          packages:
            - product: strikelab.pro.yearly
      """: """
          packages:
      \(packages)
            - product: strikelab.pro.yearly
      """,
    ]
  }

  private static let offers = """
          - { product: strikelab.pro.monthly, offer: return }
          - product: strikelab.pro.monthly
            when: { willRenew: false }
            offer: stay
            offerLine: "{offer.length} at {offer.price}"
          - product: strikelab.pro.yearly
            when: { product: strikelab.pro.monthly, willRenew: true }
            badge: "Save {product.saving}, {product.pricePerMonth} a month"
    """

  private static func run() throws -> StoreRun {
    StoreRun(
      offerKey: try AppStoreKey(
        pem: P256.Signing.PrivateKey().pemRepresentation, keyID: "2X9R4HXF34",
        issuerID: "issuer-1"))
  }

  /// What the paywall sells: each product, with its offer.
  private func sold(_ phone: Phone) async -> [String] {
    await phone.client.content(of: "subscribe")?.offers.map { package in
      "\(package.id)" + (package.offer?.id.map { " \($0)" } ?? "")
    } ?? []
  }

  private func settle(_ world: World, _ phone: Phone) async throws {
    try await world.deliverNotifications()
    try await phone.client.refresh()
  }

  @Test("a paywall sells each customer the first package that applies, with its offer")
  func offers() async throws {
    try await World.of(
      "strikelab", changing: Self.changes(Self.offers), identifiers: .random, run: try Self.run()
    ) { world in
      let phone = await Phone.launched(world)
      let model = PaywallModel(phone.client)
      #expect(await sold(phone) == ["strikelab.pro.yearly", "\(pro)"])
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(await sold(phone) == ["strikelab.pro.yearly"])
      let upsell = await phone.client.content(of: "subscribe")?.offers.first
      #expect(upsell?.badge == "Save 16%, $5.00 a month")

      world.store.cancel("apple-id")
      try await settle(world, phone)
      #expect(await sold(phone) == ["\(pro) stay"])
      await phone.client.showPaywall("subscribe")
      let package = try #require(model.packages.first)
      #expect(package.purchaseOffer == .promotional("stay"))
      #expect(package.offerLine?.hasPrefix("2 months at $1.99") == true)
      #expect(!package.isEligibleForIntroductoryOffer)
      await model.purchase()
      try await settle(world, phone)
      #expect(phone.client.membership?.subscription?.willRenew == true)
      #expect(await sold(phone) == ["strikelab.pro.yearly"])

      world.store.cancel("apple-id")
      try await phone.listening { world.pass(70 * World.day) }
      await phone.client.reevaluate()
      try await settle(world, phone)
      #expect(phone.client.phase == .lapsed)
      #expect(await sold(phone) == ["\(pro) return", "strikelab.pro.yearly"])
      let winBack = try #require(await phone.client.content(of: "subscribe")?.offers.first)
      #expect(await phone.client.purchase(pro, offer: winBack.purchaseOffer) == .purchased)
      #expect(phone.client.transactions.last?.offer?.kind == .winBack)
    }
  }

  @Test("an offer that the store does not sell leaves its place to the next package")
  func unavailable() async throws {
    try await World.of("strikelab", changing: Self.changes(Self.offers)) { world in
      // This store lists neither promotional nor win-back offers.
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase(pro) == .purchased)
      world.store.cancel(phone.store.account)
      try await settle(world, phone)
      #expect(phone.client.membership?.packages(of: "subscribe").first?.offer == .named("stay"))
      #expect(await sold(phone) == [])
      world.pass(70 * World.day)
      try await settle(world, phone)
      #expect(phone.client.phase == .lapsed)
      #expect(await sold(phone) == ["strikelab.pro.yearly", "\(pro)"])
    }
  }

  @Test("the button of a package with an offer code opens the store's page with the code filled in")
  func code() async throws {
    let code = "      - { product: strikelab.pro.monthly, offer: { code: SPAR } }"
    try await World.of("strikelab", changing: Self.changes(code), identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("subscribe")
      #expect(model.packages.first?.code == "SPAR")
      #expect(model.page?.purchaseLabel == "Continue")
      await model.purchase()
      let page = try #require(model.pageToOpen?.absoluteString)
      #expect(page.hasPrefix(TollgateClient.redemptionPage))
      #expect(page.hasSuffix("&id=1000000004&code=SPAR"))
      // The store's sheet takes no code: it is for customers who type theirs.
      phone.store.hasSheet = true
      await model.purchase()
      #expect(model.pageToOpen?.absoluteString == page)
      #expect(await phone.client.redeemOfferCode() == .shown)
      #expect(world.store.transactions(of: "apple-id").isEmpty)
    }
  }
}
