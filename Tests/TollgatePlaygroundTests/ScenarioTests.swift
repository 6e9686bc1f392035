import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateScenarios

@testable import TollgatePlayground

@Suite("Lives that are saved and opened")
@MainActor
struct ScenarioTests {
  private struct NoFile: Error {}

  private static func file() throws -> BlueprintFile {
    let yaml = try BlueprintTemplate(
      name: "Coach", bundleID: "com.example.coach", features: ["export"]
    ).text()
    return try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() }
  }

  private static func worlds(_ own: BlueprintFile? = nil) async throws -> Worlds {
    try await Worlds(
      own: BlueprintReading(
        name: "coach.yml", file: try own ?? file(), problems: [], isSearched: true),
      chain: try SigningChain(), pages: try Pages(), pause: {})
  }

  /// Does what a visitor does, and returns the life as a scenario.
  private static func life(of actions: [VisitorAction]) async throws -> String {
    let worlds = try await worlds()
    for action in actions { _ = try await worlds.perform(action, in: .own) }
    return try await worlds.scenario(of: .own).yaml
  }

  private static func scenario(_ yaml: String) throws -> Scenario {
    let file = try file()
    let products = try #require(file.store)
    return try Scenario.parse(yaml, name: "life.yml", blueprint: file, products: products)
  }

  nonisolated private static let bought: [VisitorAction] = [
    .showPaywall("export"), .buy("coach.yearly"), .answerSheet(.buy), .closeSheet,
  ]

  nonisolated static let lives: [[VisitorAction]] = [
    [],
    bought + [.use("export", item: nil, text: nil), .advance(.week), .store(.cancel())],
    bought + [.store(.cancel()), .advance(.renewal), .secondAccount],
    bought + [.store(.failBilling), .advance(.renewal), .advance(.week), .store(.fixBilling)],
    bought + [.store(.refund(.current)), .kill, .advance(.day), .relaunch],
    [
      .signUp(email: "maya@example.com", password: "a-good-password"), .reinstall,
      .signIn(email: "maya@example.com", password: "a-good-password"), .world(.device(.second)),
      .world(.support(.grant("premium", .week))), .advance(.day),
    ],
    [
      .showPaywall("export"), .buy("coach.monthly"), .answerSheet(.askParent), .advance(.hour),
      .store(.approve()),
    ],
  ]

  @Test("EX-8 a saved life is a scenario that simulate plays to the same end", arguments: lives)
  func saved(actions: [VisitorAction]) async throws {
    let yaml = try await Self.life(of: actions)
    #expect(yaml.contains("expect:"))
    let timeline = try await Self.scenario(yaml).play()
    #expect(timeline.failures.isEmpty, "\(timeline)\n\(yaml)")
  }

  @Test("EX-8 a saved life that is opened again ends where it was saved", arguments: lives)
  func opened(actions: [VisitorAction]) async throws {
    let yaml = try await Self.life(of: actions)
    let worlds = try await Self.worlds()
    let update = try await worlds.open(yaml, named: "life.yml", in: .own)
    #expect(!update.contains("cannot repeat"))
    let again = try await worlds.scenario(of: .own).yaml
    let end = { (yaml: String) in yaml.components(separatedBy: "expect:").last }
    #expect(end(again) == end(yaml), "\(yaml)\n\(again)")
  }

  @Test("what was refused is not part of a saved life")
  func uses() async throws {
    let use = VisitorAction.use("export", item: nil, text: nil)
    let refused = try await Self.life(of: [use])
    #expect(!refused.contains("use:"))
  }

  @Test("RA-7 an item that credits pay for is one use of a saved life")
  func paidItem() async throws {
    let yaml = """
      app: { id: easel, name: Easel, bundleID: com.example.easel, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      products:
        easel.paint: { kind: consumable, name: Twenty drops of paint, price: 1.99 USD }
      hasFreeTier: true
      credits:
        paint:
          filledBy: { easel.paint: 20 }
          given: [{ amount: 20, on: firstSeen }]
      features:
        canvas:
          - otherwise: { all: [{ holding: 2 }, { upTo: 9, per: day }, { spend: paint, cost: 5 }] }
            paywall: paint
      paywalls:
        paint:
          title: More paint
          packages: [{ product: easel.paint, priceLine: "{product.price}" }]

      """
    let file = try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() }
    let worlds = try await Self.worlds(file)
    _ = try await worlds.perform(.use("canvas", item: "oak", text: nil), in: .own)
    let life = try await worlds.scenario(of: .own).yaml
    #expect(life.components(separatedBy: "use: ").count == 2, "\(life)")
    #expect(life.contains("use: { feature: canvas, item:"))
  }

  @Test("a purchase in a package without the introductory offer is saved and played as one")
  func fullPrice() async throws {
    let yaml = """
      app: { id: easel, name: Easel, bundleID: com.example.easel, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      products:
        easel.monthly:
          name: Easel
          entitlements: plus
          price: 4.99 USD
          period: P1M
          introductoryOffer: { payment: freeTrial, period: P1W }
      trial: { start: introductoryOffer }
      hasFreeTier: true
      features:
        export: [{ when: { entitled: plus }, allow: unlimited }, { otherwise: deny, paywall: plans }]
      paywalls:
        plans:
          title: Draw more
          packages: [{ product: easel.monthly, introductoryOffer: false }]

      """
    let file = try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() }
    let worlds = try await Self.worlds(file)
    for action in [
      VisitorAction.showPaywall("export"), .buy("easel.monthly"), .answerSheet(.buy), .closeSheet,
    ] {
      _ = try await worlds.perform(action, in: .own)
    }
    let life = try await worlds.scenario(of: .own).yaml
    #expect(life.contains("buy: { product: easel.monthly, introductoryOffer: false }"), "\(life)")
    #expect(life.contains("phase: subscribed"), "\(life)")

    let again = try await Self.worlds(file)
    let update = try await again.open(life, named: "life.yml", in: .own)
    #expect(!update.contains("cannot repeat"))
    #expect(
      try await again.scenario(of: .own).yaml.contains(
        "buy: { product: easel.monthly, introductoryOffer: false }"))
  }

  @Test("a life that no scenario can repeat says so, and expects nothing at its end")
  func omissions() async throws {
    let yaml = try await Self.life(
      of: [.world(.notifications(.lost))] + Self.bought + [.store(.cancel())])
    #expect(yaml.contains("#   - notifications were lost"))
    #expect(!yaml.contains("expect:"))
  }

  @Test("a scenario begins at its own time, and steps that no visitor can take are named")
  func leftOut() async throws {
    let worlds = try await Self.worlds()
    let update = try await worlds.open(
      """
      title: "by hand"
      start: 2027-01-01T12:00:00Z
      steps:
        - open: true
        - after: P1D
          resetTrial: true
      """, named: "hand.yml", in: .own)
    #expect(update.contains("The phone cannot repeat all of hand.yml: line 5."))
    let document = try await worlds.document(of: .own)
    #expect(document.contains("2027-01-02"))
  }

  @Test(
    "a file that is not a scenario of the app changes nothing, and its mistakes are at their lines")
  func mistakes() async throws {
    let worlds = try await Self.worlds()
    _ = try await worlds.perform(.advance(.week), in: .own)
    let update = try await worlds.open(
      "title: a\nstart: 2027-01-01\nsteps:\n  - use: nothing\n", named: "a.yml", in: .own)
    #expect(update.contains("a.yml:4:10: error: there is no feature `nothing`"))
    let document = try await worlds.document(of: .own)
    #expect(document.contains("2026-03-09"))
  }
}
