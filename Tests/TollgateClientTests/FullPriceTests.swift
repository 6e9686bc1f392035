import AppStoreSimulator
import Crypto
import OpenStoreKit
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer

@MainActor
@Suite("Packages without the introductory offer, on a phone")
struct FullPriceTests {
  private let pro = CatalogProduct.ID("techniq.pro.monthly")
  private let group = "6A1C0A05"

  /// Leaves the free week out of the only package, with its own lines.
  private static let changes: KeyValuePairs = [
    """
          - product: techniq.pro.monthly
            offerLine: "{offer.length} free, then {product.price}/{product.period}"
            priceLine: "{product.price}/{product.period}"
    """: """
          - product: techniq.pro.monthly
            introductoryOffer: false
    """
  ]

  private static func key() throws -> AppStoreKey {
    try AppStoreKey(
      pem: P256.Signing.PrivateKey().pemRepresentation, keyID: "2X9R4HXF34", issuerID: "issuer-1")
  }

  private func world(
    _ run: StoreRun, signsDownload: Bool = true,
    _ life: @MainActor @Sendable (World, Phone) async throws -> Void
  ) async throws {
    try await World.of(
      "techniq", changing: Self.changes, identifiers: .random,
      isProduction: run.environment == .production, run: run
    ) { world in
      let phone = Phone(world, usesStoreKit: true, signsDownload: signsDownload)
      await phone.client.launch()
      try await life(world, phone)
    }
  }

  /// Lets the subscription lapse, after the store has charged for it.
  private func lapse(_ world: World, _ phone: Phone) async throws {
    try await phone.listening { world.pass(10 * World.day) }
    world.store.cancel("apple-id")
    try await phone.listening { world.pass(70 * World.day) }
    await phone.client.reevaluate()
    #expect(phone.client.phase == .lapsed)
  }

  @Test(
    "a package without the free week says the full price, charges it, and leaves the week for later"
  )
  func fullPrice() async throws {
    try await world(StoreRun(offerKey: try Self.key())) { world, phone in
      let model = PaywallModel(phone.client)
      #expect(await phone.client.isEligibleForIntroductoryOffer(of: pro))
      await phone.client.showPaywall("pro")
      let package = try #require(model.packages.first)
      #expect(package.purchaseOffer == .fullPrice)
      #expect(!package.isEligibleForIntroductoryOffer)
      #expect(package.offerLine == nil)
      #expect(package.line == package.priceLine)
      #expect(package.line?.contains("$6.99") == true)
      #expect(package.line?.contains("free") == false)
      #expect(model.page?.purchaseLabel == "Subscribe")
      await model.purchase()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.transactions.map(\.offer) == [nil])
      #expect(phone.client.transactions.map { $0.price?.milliunits } == [6_990])
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)

      try await lapse(world, phone)
      #expect(world.store.isEligibleForIntroductoryOffer(group: group, account: "apple-id"))
      #expect(await phone.client.isEligibleForIntroductoryOffer(of: pro))
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.phase == .trial)
    }
  }

  @Test("without a key or a network, or with a signature that the store refuses, nothing is bought")
  func notSigned() async throws {
    func refuses(_ run: StoreRun) async throws {
      try await world(run) { world, phone in
        #expect(
          await phone.client.purchase(pro, offer: .fullPrice) == .failed(.productUnavailable))
        #expect(world.store.transactions(of: "apple-id").isEmpty)
      }
    }
    try await refuses(StoreRun())
    try await refuses(StoreRun(offerKey: try Self.key(), storeOfferKey: try Self.key()))
    try await world(StoreRun(offerKey: try Self.key())) { world, phone in
      phone.network.isOnline = false
      #expect(await phone.client.purchase(pro, offer: .fullPrice) == .failed(.network))
      #expect(world.store.transactions(of: "apple-id").isEmpty)
    }
  }

  @Test("the signature names the download of the app or an earlier purchase; it needs one of them")
  func named() async throws {
    try await world(StoreRun(offerKey: try Self.key()), signsDownload: false) { world, phone in
      #expect(
        await phone.client.purchase(pro, offer: .fullPrice) == .failed(.productUnavailable))
      #expect(await phone.client.purchase(pro) == .purchased)
      try await lapse(world, phone)
      #expect(await phone.client.purchase(pro, offer: .fullPrice) == .purchased)
    }
  }

  @Test("a change of plan needs no signature, as subscribers get no introductory offer")
  func changeOfPlan() async throws {
    try await World.of(
      "grobro", changing: ["badge: Best value": "introductoryOffer: false"], identifiers: .random,
      isProduction: true, run: StoreRun(environment: .production)
    ) { world in
      let phone = Phone(world, usesStoreKit: true)
      await phone.client.launch()
      #expect(await phone.client.purchase("grobro.pro.monthly") == .purchased)
      #expect(world.store.isEligibleForIntroductoryOffer(group: "6A1C0A03", account: "apple-id"))
      _ = await phone.client.purchase("grobro.pro.yearly", offer: .fullPrice)
      #expect(
        world.store.conditions(of: "apple-id").map(\.renewalInfo.payload.autoRenewProductId)
          == ["grobro.pro.yearly"])
      #expect(!phone.network.requests.contains { $0.hasSuffix("full-price") })
    }
  }

  @Test("a customer who has had the free week needs no signature for the full price")
  func introduced() async throws {
    try await world(StoreRun(environment: .production)) { world, phone in
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.phase == .trial)
      try await lapse(world, phone)
      #expect(await phone.client.purchase(pro, offer: .fullPrice) == .purchased)
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.network.requests.contains { $0.hasSuffix("full-price") })
    }
  }
}
