import Testing
import Tollgate

@Suite("Blueprints")
struct BlueprintTests {
  private func mistakes(_ change: (inout Blueprint.Definition) -> Void) -> String {
    do {
      _ = try Blueprint(Fixture.definition(change))
      return "none"
    } catch { return error.description }
  }

  @Test("a mistake about a name that does not exist suggests the nearest that does")
  func unknownNames() {
    let found = mistakes {
      $0.products = Fixture.garden.definition.products
      $0.milestones = ["discovery-complete"]
      $0.onboarding = "discovery-completed"
      $0.features = [
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(when: Condition(entitled: ["prro"]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ], paywall: "upgrad")
      ]
      $0.paywalls = [
        Paywall(id: "upgrade", title: "helo", packages: [.init(product: "pro.montly")])
      ]
    }
    #expect(
      found == """
        onboarding: there is no milestone `discovery-completed`; did you mean `discovery-complete`?
        features.scan.paywall: there is no paywall `upgrad`; did you mean `upgrade`?
        features.scan.0.when.entitled: there is no entitlement `prro`; did you mean `pro`?
        paywalls.upgrade.title: there is no text `helo`; did you mean `hello`?
        paywalls.upgrade.packages.0.product: there is no product `pro.montly`; did you mean `pro.monthly`?
        """)
  }

  @Test("the nearest name differs in less than all of the shorter one")
  func nearest() {
    #expect(nearestName(to: "scam", in: ["draw", "scan", "scanner"]) == "scan")
    #expect(nearestName(to: "Scan", in: ["scans", "scan"]) == "scan")
    #expect(nearestName(to: "ad", in: ["a"]) == nil)
    #expect(nearestName(to: "a", in: ["add"]) == nil)
    #expect(nearestName(to: "ad", in: ["add"]) == "add")
  }

  @Test("rules that can never apply, and numbers out of range, are mistakes")
  func impossible() {
    let found = mistakes {
      $0.products = Fixture.garden.definition.products + [Fixture.garden.definition.products[0]]
      $0.features = [
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(allowance: .unlimited), Feature.Rule(allowance: .upTo(0, per: .trial)),
          ])
      ]
      $0.trial = Trial(start: .signUp, terms: Trial.Terms(lasts: nil))
      $0.app = Blueprint.App(id: "a", name: "A", bundleID: "a.b", timeZone: "Mars/Olympus")
    }
    #expect(
      found == """
        products.pro.monthly: the product `pro.monthly` is defined twice; expected one of each name
        app.timeZone: `Mars/Olympus` is not a time zone; expected an IANA name such as `Europe/Berlin`, or `customer`
        trial: the trial never ends; expected `lasts`, `uses` or both
        features.scan.1: this rule is never reached: the one before it always holds
        features.scan.1.allow: up to 0; expected at least 1
        """)
  }

  @Test("CF-7 a text with a phrase from the tone list is refused")
  func tone() {
    let found = mistakes {
      $0.neverSay = ["Trial expires in"]
      $0.texts = [
        LocalizedText(
          id: "banner",
          wordings: ["en": LocalizedText.Wording("Your trial expires in {trial.daysleft}")])
      ]
    }
    #expect(
      found == """
        texts.banner.en.other: there is no value `{trial.daysleft}`; did you mean `trial.daysLeft`?
        texts.banner.en.other: the text says “Trial expires in”, which the tone list rules out
        """)
  }

  @Test("a non-renewing product has a length")
  func seasonWithoutPeriod() {
    let definition = Fixture.definition {
      $0.products = [
        CatalogProduct(id: "season", kind: .nonRenewing, name: "Season", entitlements: ["pro"])
      ]
    }
    #expect(throws: BlueprintError.self) { _ = try Blueprint(definition) }
  }

  @Test("a consumable with an entitlement is a mistake that says what it can fill")
  func consumableWithEntitlement() {
    let definition = Fixture.definition {
      $0.products = [
        CatalogProduct(id: "seeds", kind: .consumable, name: "Seeds", entitlements: ["pro"])
      ]
    }
    let error = #expect(throws: BlueprintError.self) { _ = try Blueprint(definition) }
    let mistake = error?.mistakes.first { $0.path == ["products", "seeds", "entitlements"] }
    #expect(
      mistake?.message
        == "a consumable is used up, so it cannot give the entitlement `pro`; expected credits or "
        + "an allowance that it fills, or another kind of product")
    #expect(mistake?.subject == BlueprintError.Subject(.entitlement, "pro"))
  }
}
