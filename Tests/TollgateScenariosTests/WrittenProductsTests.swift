import Foundation
import Testing
import TollgateAppStore
import TollgateBlueprints
import TollgateScenarios

@Suite("Products without a .storekit file")
struct WrittenProductsTests {
  private static let blueprint = """
    app: { id: editor, name: Editor, bundleID: com.example.editor }
    products:
      editor.weekly: { name: Weekly, entitlements: pro, price: 4.99 EUR, period: P1W, group: pro, level: 2 }
      editor.yearly:
        name: Yearly
        entitlements: pro
        price: 39.99 EUR
        period: P1Y
        group: pro
        level: 1
        introductoryOffer: { payment: freeTrial, period: P1W }
        offers:
          come-back: { kind: winBack, payment: payUpFront, period: P1Y, price: 19.99 EUR }
          FRIENDS: { kind: code, payment: freeTrial, period: P1M }
          thanks: { kind: promotional, payment: payAsYouGo, period: P1M, periods: 3, price: 1.99 EUR }
        familyShareable: true
      editor.once: { kind: nonConsumable, name: Once, entitlements: pro, price: 99 EUR }
      editor.season: { kind: nonRenewing, name: Season, entitlements: pro, price: 9 EUR, period: P90D }
      editor.coins: { kind: consumable, name: Coins, price: 0.99 EUR }
    hasFreeTier: true
    trial: { start: introductoryOffer }
    features:
      retouch:
        - when: { entitled: pro }
          allow: unlimited
        - otherwise: deny
          paywall: plans
    paywalls:
      plans: { title: Retouch, packages: [editor.yearly, editor.weekly, editor.once, editor.season] }
    """

  @Test("a simulated store sells what the blueprint says")
  func store() throws {
    let file = try BlueprintFile.parse(Self.blueprint, name: "editor.yml") { _ in Data() }
    let store = try #require(file.store)
    #expect(store.settings.storefront == "DEU")
    #expect(store.subscriptions.map(\.productID) == ["editor.weekly", "editor.yearly"])
    #expect(store.products.map(\.productID) == ["editor.once", "editor.coins"])
    #expect(store.nonRenewingSubscriptions.map(\.productID) == ["editor.season"])
    let yearly = try #require(store.subscription("editor.yearly"))
    #expect(yearly.price == Milliunits(39_990))
    #expect(yearly.level == 1)
    #expect(yearly.isFamilyShareable)
    #expect(yearly.introductoryOffer?.paymentMode == .free)
    #expect(yearly.winBackOffers.map(\.price) == [Milliunits(19_990)])
    #expect(yearly.codeOffers.map(\.id) == ["FRIENDS"])
    #expect(yearly.promotionalOffers.map(\.numberOfPeriods) == [3])
  }

  @Test(
    "EX-20 the simulated store sells the commitments of a blueprint, with the offers of that plan")
  func commitments() throws {
    let yaml = Self.blueprint.replacing(
      "introductoryOffer: { payment: freeTrial, period: P1W }",
      with: "monthlyPrice: 3.99 EUR\n    "
        + "introductoryOffer: { payment: freeTrial, period: P1W, billing: monthly }")
    let file = try BlueprintFile.parse(yaml, name: "editor.yml") { _ in Data() }
    let yearly = try #require(file.store?.subscription("editor.yearly"))
    #expect(yearly.billingPlans.map(\.type) == [.billedUpfront, .monthly])
    #expect(yearly.billingPlans.map(\.price) == [Milliunits(39_990), Milliunits(3_990)])
    #expect(yearly.billingPlans.map(\.commitmentPrice) == [Milliunits(39_990), Milliunits(47_880)])
    #expect(yearly.introductoryOffer?.billingPlan == .monthly)
    #expect(yearly.promotionalOffers.map(\.billingPlan) == [nil])
    #expect(file.store?.subscription("editor.weekly")?.billingPlans.isEmpty == true)
  }

  @Test("a scenario buys, renews and upgrades them")
  func scenario() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-products-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.blueprint.write(
      to: folder.appendingPathComponent("editor.yml"), atomically: true, encoding: .utf8)
    let scenario = folder.appendingPathComponent("life.yml")
    try """
    title: a week, then a free week of the year
    blueprint: editor.yml
    start: 2026-03-02T09:00:00Z
    steps:
      - expect: { phase: free, access: { retouch: denied } }
      - buy: editor.weekly
        expect: { phase: subscribed, entitled: pro }
      - after: P8D
        expect: { phase: subscribed }
      - buy: editor.season
        expect: { entitled: pro }
    """.write(to: scenario, atomically: true, encoding: .utf8)
    let timeline = try await Scenario.load(path: scenario.path).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
  }

  @Test("a purchase names an offer of its product")
  func offers() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-offers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.blueprint.write(
      to: folder.appendingPathComponent("editor.yml"), atomically: true, encoding: .utf8)
    let scenario = folder.appendingPathComponent("life.yml")
    try """
    title: offers
    blueprint: editor.yml
    start: 2026-03-02T09:00:00Z
    steps:
      - buy: { product: editor.yearly, offer: thank }
      - buy: { product: editor.weekly, offer: thanks }
    """.write(to: scenario, atomically: true, encoding: .utf8)
    let error = #expect(throws: ScenarioError.self) { try Scenario.load(path: scenario.path) }
    #expect(
      error?.description == """
        life.yml:5:43: error: there is no offer `thank`; expected one of `FRIENDS`, `come-back`, `thanks`; did you mean `thanks`?
        life.yml:6:43: error: `editor.weekly` has no such offer
        """)
  }

  @Test(
    "a scenario names a package's offer as a paywall does, alone or in a list",
    arguments: [
      "{ product: editor.yearly, offer: { code: FRIENDS } }",
      "[{ product: editor.yearly, offer: { code: FRIENDS } }]",
      "[{ product: editor.yearly, offer: FRIENDS }]",
    ])
  func packages(shown: String) async throws {
    let yaml = """
      title: a code offer
      start: 2026-03-02T09:00:00Z
      steps: [{ open: true, expect: { packages: { plans: \(shown) } } }]
      """
    let timeline = try await Self.codeOffer(yaml).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
  }

  @Test("a package's offer that is unknown, or not redeemed with a code, is found")
  func packageMistakes() throws {
    let yaml = """
      title: a code offer
      start: 2026-03-02T09:00:00Z
      steps:
        - { open: true, expect: { packages: { plans: { product: editor.yearly, offer: [FRIENDS] } } } }
        - { open: true, expect: { packages: { plans: { product: editor.yearly, offer: { code: thanks } } } } }
      """
    let error = #expect(throws: ScenarioError.self) { try Self.codeOffer(yaml) }
    #expect(
      error?.description == """
        life.yml:4:74: error: found a list; expected the name of an offer, or `{ code: NAME }`
        life.yml:5:89: error: there is no code offer `thanks`; expected `FRIENDS`
        """)
  }

  /// A scenario of the blueprint with a paywall that sells a code offer.
  private static func codeOffer(_ yaml: String) throws -> Scenario {
    let blueprint = Self.blueprint.replacing(
      "packages: [editor.yearly, editor.weekly, editor.once, editor.season]",
      with: "packages: [{ product: editor.yearly, offer: { code: FRIENDS } }]")
    let file = try BlueprintFile.parse(blueprint, name: "editor.yml") { _ in Data() }
    let products = try #require(file.store)
    return try Scenario.parse(yaml, name: "life.yml", blueprint: file, products: products)
  }

  @Test(
    "a mistake in a product is found, with the nearest name",
    arguments: [
      (
        "kind: winBack", "kind: winback",
        "editor.yml:13:26: error: found `winback`; expected one of `promotional`, `winBack`, `code`; did you mean `winBack`?"
      ),
      (
        "        familyShareable", "        familySharable",
        "editor.yml:16:5: error: a product has no key `familySharable`; expected one of `kind`, `name`, `entitlements`, `needs`, `price`, `monthlyPrice`, `seatPrices`, `period`, `addsUp`, `group`, `level`, `introductoryOffer`, `offers`, `familyShareable`; did you mean `familyShareable`?"
      ),
      (
        "payUpFront, period: P1Y, price: 19.99 EUR", "payUpFront, period: P1Y",
        "editor.yml:13:44: error: found `payUpFront`; expected `freeTrial`, or a `price`"
      ),
    ])
  func mistakes(written: String, wrong: String, message: String) throws {
    let trimmed = { (text: String) in text.replacing(#/^ +/#, with: "") }
    let yaml = Self.blueprint.replacing(trimmed(written), with: trimmed(wrong))
    let report = BlueprintCheck.check(yaml, name: "editor.yml") { _ in Data() }
    #expect(report.diagnostics.filter { $0.severity == .error }.map(\.description) == [message])
  }
}
