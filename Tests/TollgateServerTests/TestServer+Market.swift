import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateSimulation

extension TestServer {
  /// Serves the app that sells the products of `Market`: three levels of a plan, a season and a permanent product.
  static func market(
    grace: GracePeriod = .threeDays, asksStore: Bool = false,
    ledger: any Ledger = SQLiteLedger.inMemory(),
    configuration: SimulatedBackend.Configuration = .sandbox(),
    storeEnvironment: TollgateAppStore.Environment = .sandbox, moreProducts: String = "",
    selling products: StoreKitConfiguration = Market.configuration
  ) async throws -> TestServer {
    let yaml = marketBlueprint.replacing(
      "\n\ntrial:", with: "\n" + moreProducts + "\ntrial:", maxReplacements: 1)
    let file = try BlueprintFile.parse(yaml, name: "market.yml") { _ in
      throw NoFile()
    }
    return try await TestServer(
      file.blueprint, selling: products,
      from: Market.start,
      grace: grace, asksStore: asksStore, ledger: ledger, configuration: configuration,
      storeEnvironment: storeEnvironment)
  }

  /// Sets the server's clock to the store's.
  func followStore() { set(store.now) }

  /// Advances the store to a day, and the server's clock with it.
  func day(_ day: Int) {
    store.advance(to: Market.days(day))
    followStore()
  }

  private struct NoFile: Error {}

  private static let marketBlueprint = """
    app: { id: market, name: Market, bundleID: com.example.market }
    hasFreeTier: true

    products:
      gold:
        name: Gold
        entitlements: [first, second, third]
        period: P1M
        group: plans
        price: 30 USD
      silver:
        name: Silver
        entitlements: [second, third]
        period: P1M
        group: plans
        price: 20 USD
        introductoryOffer: { payment: freeTrial, period: P1W }
      silver.week:
        name: Silver
        entitlements: [second, third]
        period: P1W
        group: plans
        price: 6 USD
      silver.other:
        name: Silver
        entitlements: [second, third]
        period: P1M
        group: plans
        price: 21 USD
      bronze: { name: Bronze, entitlements: third, period: P1M, group: plans, price: 10 USD }
      lifetime: { kind: nonConsumable, name: For ever, entitlements: first, price: 100 USD }

    trial:
      start: purchase
      lasts: P7D
      entitles: [second, third]
      oncePer: accountAndDevice

    features:
      front-row:
        - when: { entitled: first }
          allow: unlimited
        - otherwise: deny
          paywall: plans
      stalls:
        - when: { phase: trial }
          allow: { upTo: 5, per: trial }
        - when: { entitled: second }
          allow: unlimited
        - otherwise: deny
          paywall: plans
      standing:
        - when: { entitled: third }
          allow: { upTo: 100, per: month }
        - otherwise: deny
          paywall: plans

    paywalls:
      plans:
        title: More of the market
        packages: [gold, silver, bronze]

    nudges:
      ends-soon: { anchor: trialEnd, before: P1D, when: { phase: trial }, text: Tomorrow it ends. }

    texts:
      trial-status:
        en: { count: trial.daysLeft, one: 1 day left, other: "{trial.daysLeft} days left" }
      plan: Day {trial.day} of {trial.days}
    """
}
