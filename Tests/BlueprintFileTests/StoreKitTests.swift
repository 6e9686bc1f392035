import BlueprintFile
import Foundation
import Testing
import Tollgate

private let document = """
  app: { id: coach, name: Coach, bundleID: com.example.coach, language: de }
  products:
    from: coach.storekit
    entitlements:
      coach.monthly: premium
  features: { send-message: allow }
  """

private func said(of yaml: String, with data: Data) -> [String] {
  BlueprintCheck.check(yaml, name: "coach.yml") { _ in data }.diagnostics.map(\.description)
}

@Suite("Products from a .storekit file")
struct StoreKitTests {
  @Test("the file gives name, price, period, group and introductory offer")
  func products() throws {
    let offer = """
      { "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3,
        "displayPrice": "1.99" }
      """
    let file = try BlueprintFile.parse(document, name: "coach.yml") { name in
      #expect(name == "coach.storekit")
      return storekit(offer: offer, storefront: "DEU")
    }
    #expect(
      file.blueprint.definition.products == [
        Product(
          id: "coach.monthly", kind: .autoRenewable, name: "Alles", entitlements: ["premium"],
          price: Money(milliunits: 9990, currency: "EUR"), period: Period(1, .month),
          group: "6A1C0A01",
          introductoryOffer: Product.IntroductoryOffer(
            payment: .payAsYouGo, period: Period(1, .month), periods: 3,
            price: Money(milliunits: 1990, currency: "EUR")))
      ])
  }

  @Test("the revision changes with either file, and with nothing else")
  func revision() throws {
    let first = try BlueprintFile.parse(document, name: "a.yml") { _ in storekit() }
    let again = try BlueprintFile.parse(document, name: "b.yml") { _ in storekit() }
    let dearer = try BlueprintFile.parse(document, name: "a.yml") { _ in storekit(price: "10.99") }
    let commented = try BlueprintFile.parse(document + "\n#", name: "a.yml") { _ in storekit() }
    #expect(first.revision == again.revision)
    #expect(Set([first, dearer, commented].map(\.revision)).count == 3)
    #expect(first.revision.count == 64)
  }

  @Test("a file that is not there is named where it is asked for")
  func missing() {
    let report = BlueprintCheck.check(document, name: "coach.yml") { _ in throw NoFile() }
    #expect(
      report.diagnostics.map(\.description) == [
        "coach.yml:3:9: error: `coach.storekit` cannot be read"
      ])
  }

  @Test("a product that the file lacks is named with the nearest that it has")
  func unknownProduct() {
    #expect(
      said(of: document, with: storekit(product: "coach.month")) == [
        "coach.yml:3:9: warning: the product `coach.month` of `coach.storekit` gives no "
          + "entitlement; expected its name under `entitlements`",
        "coach.yml:5:5: error: there is no product `coach.monthly` in `coach.storekit`; "
          + "did you mean `coach.month`?",
      ])
  }

  @Test("every mistake in the file itself is said with its path there")
  func brokenFile() {
    #expect(
      said(of: document, with: storekit(period: "a month", price: "much")) == [
        "coach.storekit: error: subscriptionGroups[0].subscriptions[0].displayPrice: "
          + "expected a decimal with a point, such as 9.99",
        "coach.storekit: error: subscriptionGroups[0].subscriptions[0]."
          + "recurringSubscriptionPeriod: expected a period such as P1M",
      ])
  }

  @Test("a storefront whose currency is not known asks for one")
  func currency() throws {
    #expect(
      said(of: document, with: storekit(storefront: "ATA")) == [
        "coach.yml:3:9: error: the currency of the storefront `ATA` is not known; "
          + "expected `currency`, such as `currency: USD`"
      ])
    let file = try BlueprintFile.parse(
      document.replacingOccurrences(
        of: "  entitlements:", with: "  currency: NOK\n  entitlements:"), name: "coach.yml"
    ) { _ in storekit(storefront: "ATA") }
    #expect(file.blueprint.definition.products.first?.price?.currency == "NOK")
  }

  @Test(
    "a file is only looked for beside the blueprint",
    arguments: ["../secret.storekit", "/etc/x.storekit", "a\\b.storekit", "coach.json"])
  func traversal(name: String) {
    let yaml = document.replacingOccurrences(of: "coach.storekit", with: name)
    #expect(
      said(of: yaml, with: storekit()) == [
        "coach.yml:3:9: error: found `\(name)`; "
          + "expected the name of a `.storekit` file beside the blueprint"
      ])
  }
}
