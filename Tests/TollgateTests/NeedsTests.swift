import Testing
import Tollgate

@Suite("Products that need another one")
struct NeedsTests {
  private static let start = Fixture.start

  /// A plan, brushes and coins for those who have it, and a paywall that sells all of them.
  private static let definition = Fixture.definition {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["pro"],
        period: Period(1, .month), group: "plans"),
      CatalogProduct(
        id: "brush", kind: .nonConsumable, name: "Brush", entitlements: ["brush"], needs: ["pro"]),
      CatalogProduct(
        id: "coins", kind: .consumable, name: "Coins", entitlements: [], needs: ["pro", "brush"]),
    ]
    $0.paywalls = [
      Paywall(
        id: "plans", title: $0.texts[0].id,
        packages: (["monthly", "brush", "coins"] as [CatalogProduct.ID]).map {
          Paywall.Package(product: $0)
        })
    ]
    $0.features = [
      Feature(
        id: "draw",
        rules: [
          Feature.Rule(when: Condition(entitled: ["brush"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied, paywall: "plans"),
        ])
    ]
  }

  private static func shown(_ facts: [Fact], days: Int = 1) throws -> [CatalogProduct.ID] {
    let membership = Membership(
      of: Customer(facts), in: try Blueprint(definition), at: start.days(days))
    return membership.packages(of: "plans").map(\.product)
  }

  private static let monthly = Fact.transaction(
    .subscription("1", product: "monthly", from: start, to: start.days(30)))
  private static let brush = Fact.transaction(
    .subscription("2", of: "2", product: "brush", from: start.days(2), to: nil))

  @Test(
    "RA-14 an add-on is sold only to those who have its base, and the next change says until when")
  func sold() throws {
    #expect(try Self.shown([]) == ["monthly"])
    #expect(try Self.shown([Self.monthly]) == ["brush", "coins"])
    #expect(try Self.shown([Self.monthly, Self.brush], days: 3) == ["coins"])
    let blueprint = try Blueprint(Self.definition)
    let renewal = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "monthly", willRenew: false, signedAt: Self.start.days(1)))
    let customer = Customer([Self.monthly, renewal])
    let membership = Membership(of: customer, in: blueprint, at: Self.start.days(2))
    #expect(membership.nextChange == Self.start.days(30))
    #expect(try Self.shown([Self.monthly, renewal], days: 30) == ["monthly"])
  }

  @Test("RA-14 what was paid for holds when the base ends")
  func kept() throws {
    let membership = Membership(
      of: Customer([Self.monthly, Self.brush]), in: try Blueprint(Self.definition),
      at: Self.start.days(40))
    #expect(membership.phase == .lapsed)
    #expect(membership.access(to: "draw").isAllowed)
    #expect(membership.packages(of: "plans").map(\.product) == ["monthly", "coins"])
  }

  @Test("RA-14 a product that needs something else is not the plan")
  func plan() throws {
    var definition = Self.definition
    definition.products.append(
      CatalogProduct(
        id: "team", kind: .autoRenewable, name: "Team", entitlements: ["team"], needs: ["pro"],
        period: Period(1, .month), group: "teams"))
    let team = Fact.transaction(
      .subscription("3", of: "3", product: "team", from: Self.start, to: Self.start.days(30)))
    let membership = Membership(
      of: Customer([team]), in: try Blueprint(definition), at: Self.start.days(1))
    #expect(membership.phase == .free)
    #expect(membership.entitlement("team").isActive)
  }

  @Test("RA-14 what nobody can have before is a mistake")
  func circular() throws {
    for (needs, isMistake) in [(["brush"], true), (["brush", "pro"], false), (["pro"], false)] {
      var definition = Self.definition
      definition.products[1] = CatalogProduct(
        id: "brush", kind: .nonConsumable, name: "Brush", entitlements: ["brush"],
        needs: needs.map { Entitlement.ID($0) })
      let messages: [String]
      do throws(BlueprintError) {
        _ = try Blueprint(definition)
        messages = []
      } catch {
        messages = error.mistakes.map(\.message)
      }
      #expect(messages.contains { $0.contains("is never sold") } == isMistake, "\(needs)")
    }
  }
}
