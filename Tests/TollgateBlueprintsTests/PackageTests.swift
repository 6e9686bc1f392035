import Foundation
import Testing
import Tollgate
import TollgateBlueprints

/// A list of packages, what is at the place of its only finding, and the finding.
private struct Row: Sendable, CustomTestStringConvertible {
  let packages: String
  let place: String
  let message: String
  var isFree = false

  var testDescription: String { packages }

  /// The blueprint, in which the packages are on line 9.
  var yaml: String {
    meant(
      products: products, trial: isFree ? nil : "{ start: signUp, lasts: P7D, entitles: premium }",
      paywall: "{ title: Plans, packages: [\(packages)] }")
  }
}

private let products = """
  { coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, level: 2, \
  offers: { stay: { kind: promotional, payment: freeTrial, period: P1M }, \
  back: { kind: winBack, payment: payUpFront, period: P1M, price: 4.99 USD }, \
  FRIENDS: { kind: code, payment: freeTrial, period: P1M } } }, \
  coach.yearly: { name: Yearly, entitlements: premium, price: 59.99 USD, period: P1Y, group: coach, level: 1 } }
  """

/// What is expected in place of an offer for former customers.
private let forNewcomers =
  "`offer: { code: … }`, or a product of its own with an `introductoryOffer`"

private let promotionForAll =
  "warning: newcomers are not shown this package: `stay` is for those who have or had a subscription of the group; expected a condition that excludes newcomers, such as `phase: lapsed` or `willRenew: false`; for newcomers, \(forNewcomers)"

private let rows = [
  Row(
    packages: "{ product: coach.monthly, offer: stay, when: { willRenew: false, country: DE } }",
    place: "when: { willRenew",
    message: "warning: a forged report meets this condition, and the server then signs `stay`; "
      + "expected attributes that the backend sets"),
  Row(
    packages: "{ product: coach.yearly, badge: 'Save {product.saving}' }, "
      + "{ product: coach.monthly, badge: '{product.saving} less' }",
    place: "'{product.saving} less'",
    message:
      "warning: `{product.saving}` is empty: `coach.monthly` is what others are compared with"),
  Row(
    packages: "{ product: coach.monthly, offer: stey }", place: "stey",
    message: "error: `coach.monthly` has no offer `stey`; did you mean `stay`?"),
  Row(
    packages: "{ product: coach.monthly, offer: { code: FREINDS } }", place: "FREINDS",
    message: "error: `coach.monthly` has no offer `FREINDS`; did you mean `FRIENDS`?"),
  Row(
    packages: "{ product: coach.monthly, offer: FRIENDS }", place: "FRIENDS",
    message: "error: the offer `FRIENDS` is redeemed with a code; expected "
      + "`offer: { code: FRIENDS }`"),
  Row(
    packages: "{ product: coach.monthly, offer: { code: stay } }", place: "stay",
    message: "error: the offer `stay` is not redeemed with a code; expected `offer: stay`"),
  Row(
    packages: "{ product: coach.yaerly, offer: stay }", place: "coach.yaerly",
    message: "error: there is no product `coach.yaerly`; did you mean `coach.yearly`?"),
  Row(
    packages: "{ product: coach.yearly, when: { product: coach.montly } }", place: "coach.montly",
    message: "error: there is no product `coach.montly`; did you mean `coach.monthly`?"),
  Row(
    packages: "coach.monthly, { product: coach.monthly, when: { phase: lapsed } }",
    place: "{ product",
    message: "error: the package is never shown: those it is for are shown an earlier one of "
      + "`coach.monthly`; expected it before the other one"),
  Row(
    packages: "coach.monthly, { product: coach.monthly, offer: back }", place: "{ product",
    message: "error: the package is never shown: those it is for are shown an earlier one of "
      + "`coach.monthly`; expected it before the other one"),
  Row(
    packages: "{ product: coach.monthly, when: { product: coach.monthly, willRenew: true } }",
    place: "{ product",
    message: "error: the package is never shown: those it is for have `coach.monthly` already"),
  Row(
    packages: "{ product: coach.monthly, offer: back, when: { phase: subscribed } }",
    place: "{ product",
    message: "error: the package is never shown: a win-back offer is for those whose subscription "
      + "has ended"),
  Row(
    packages: "{ product: coach.monthly, offer: stay, when: { phase: free } }", place: "{ product",
    message: "error: the package is never shown: a promotional offer is for those who have or had "
      + "a subscription of the group; expected \(forNewcomers)", isFree: true),
  Row(
    packages:
      "{ product: coach.monthly, offer: stay, when: { count: { of: purchase, lessThan: 1 } } }, coach.monthly",
    place: "when: { count",
    message: "warning: `stay` is for those who have or had a subscription of the group, but the "
      + "condition selects those who have bought nothing; expected \(forNewcomers)", isFree: true),
  Row(
    packages:
      "{ product: coach.monthly, offer: stay, when: { from: 11-20, until: 12-03 } }, coach.monthly",
    place: "when: { from", message: promotionForAll),
  Row(
    packages:
      "{ product: coach.monthly, offer: stay, when: { phase: [free, lapsed] } }, coach.monthly",
    place: "when: { phase", message: promotionForAll, isFree: true),
  Row(
    packages: "{ product: coach.monthly, offer: stay }, coach.monthly", place: "{ product",
    message: promotionForAll),
  Row(
    packages: "{ product: coach.monthly, when: { willRenew: false, phase: lapsed } }",
    place: "when: { willRenew",
    message: "error: the package is never shown: no customer meets all of its conditions at once"),
]

@Suite("Packages of a paywall")
struct PackageTests {
  @Test(
    "a product's offer cannot have a condition, and the mistake says where it belongs",
    arguments: [
      ("kind: promotional, ", "", "a package with `when` and `offer`"),
      (
        "level: 2, ", "introductoryOffer: { payment: freeTrial, period: P1W, ",
        "a product of its own with this offer, in a package with `when`"
      ),
    ])
  func conditions(after key: String, opening: String, expected: String) {
    let when = "\(opening)when: { phase: lapsed }\(opening.isEmpty ? "" : " }"), "
    let yaml = Row(packages: "coach.monthly", place: "", message: "").yaml
      .replacing(key, with: key + when)
    let errors = said(of: yaml).filter { $0.contains(" error: ") }
    #expect(errors.count == 1)
    #expect(
      errors.first?.hasSuffix("error: an offer cannot have a condition; expected \(expected)")
        == true)
  }

  @Test("a paywall may have packages for some customers, before those for everyone")
  func good() throws {
    let row = Row(
      packages: "{ product: coach.yearly, when: { product: coach.monthly } }, "
        + "{ product: coach.monthly, offer: back }, "
        + "{ product: coach.monthly, offer: stay, when: { willRenew: false } }, "
        + "{ product: coach.monthly, offer: { code: FRIENDS }, when: { phase: lapsed } }, "
        + "coach.monthly", place: "", message: "")
    #expect(said(of: row.yaml) == [])
    let paywall = try #require(try parse(row.yaml).blueprint.paywall("plans"))
    #expect(
      paywall.packages == [
        Paywall.Package(product: "coach.yearly", when: Condition(products: ["coach.monthly"])),
        Paywall.Package(product: "coach.monthly", offer: .named("back")),
        Paywall.Package(
          product: "coach.monthly", when: Condition(willRenew: false), offer: .named("stay")),
        Paywall.Package(
          product: "coach.monthly", when: Condition(phases: [.lapsed]), offer: .code("FRIENDS")),
        Paywall.Package(product: "coach.monthly"),
      ])
  }

  @Test(
    "an offer that a product lacks, and a package that nobody is shown, are found", arguments: rows)
  fileprivate func found(row: Row) throws {
    let line = try #require(row.yaml.split(separator: "\n").first { $0.hasPrefix("  plans:") })
    let place = try #require(line.range(of: row.place))
    let column = line.distance(from: line.startIndex, to: place.lowerBound) + 1
    // The products have more offers than a row sells.
    let findings = said(of: row.yaml).filter { !$0.contains("nothing sells the offer") }
    #expect(findings == ["coach.yml:9:\(column): \(row.message)"])
  }

  /// The findings about a paywall whose packages may leave out the free week of the monthly plan.
  private func findings(
    ofPackages packages: String, title: String = "Plans", ownTrial: Bool = false
  ) -> [String] {
    let week = "introductoryOffer: { payment: freeTrial, period: P1W }"
    return said(
      of: meant(
        products:
          "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, level: 2, \(week) }, "
          + "coach.yearly: { name: Yearly, entitlements: premium, price: 59.99 USD, period: P1Y, group: coach, level: 1 } }",
        trial: ownTrial
          ? "{ start: signUp, lasts: P7D, entitles: premium }"
          : "{ start: introductoryOffer, entitles: premium }",
        paywall: "{ title: '\(title)', packages: [\(packages)] }"))
  }

  @Test("a package may leave out the introductory offer of its product, which is its default")
  func fullPrice() throws {
    let packages =
      "{ product: coach.monthly, when: { phase: lapsed }, introductoryOffer: false }, { product: coach.monthly, introductoryOffer: true }"
    #expect(findings(ofPackages: packages) == [])
    let yaml = Row(packages: packages, place: "", message: "").yaml
    #expect(
      try parse(yaml).blueprint.paywall("plans")?.packages == [
        Paywall.Package(
          product: "coach.monthly", when: Condition(phases: [.lapsed]),
          hasIntroductoryOffer: false),
        Paywall.Package(product: "coach.monthly"),
      ])
  }

  @Test(
    "what a package without the introductory offer cannot have, or must not promise, is found",
    arguments: [
      (
        "{ product: coach.yearly, introductoryOffer: false }", "Plans",
        "warning: there is nothing to leave out: `coach.yearly` has no introductory offer"
      ),
      (
        "{ product: coach.monthly, introductoryOffer: false, offerLine: A week for nothing }",
        "Plans",
        "warning: the line is never shown: the package leaves out the introductory offer"
      ),
      (
        "{ product: coach.monthly, introductoryOffer: false, priceLine: '{offer.length} for nothing' }",
        "Plans",
        "warning: the line promises the introductory offer, which the package leaves out; expected a line about `{product.price}`"
      ),
      (
        "{ product: coach.monthly, introductoryOffer: false, badge: 7 days free }",
        "Plans",
        "warning: the line promises the introductory offer, which the package leaves out; expected a line about `{product.price}`"
      ),
      (
        "{ product: coach.monthly, introductoryOffer: false }, coach.yearly", "Plans",
        "warning: no paywall starts the trial: every package of `coach.monthly` leaves out the introductory offer; expected a package without `introductoryOffer: false`"
      ),
      (
        "{ product: coach.monthly, introductoryOffer: false }", "Start your free trial",
        "warning: the line promises an introductory offer, and no package of `plans` has one; expected a line about the price, or a package without `introductoryOffer: false`"
      ),
    ])
  func fullPriceMistakes(packages: String, title: String, message: String) {
    #expect(
      findings(ofPackages: packages, title: title).contains { $0.hasSuffix(" \(message)") },
      "\(findings(ofPackages: packages, title: title))")
  }

  @Test("a paywall may promise a trial that a package leaves out if another package has it")
  func fullPriceBesideTrial() {
    #expect(
      findings(
        ofPackages:
          "{ product: coach.monthly, when: { phase: lapsed }, introductoryOffer: false }, coach.monthly",
        title: "Start your free trial") == [])
  }

  @Test("a trial without a purchase needs no package with the introductory offer")
  func fullPriceBesideOwnTrial() {
    #expect(
      !findings(
        ofPackages: "{ product: coach.monthly, introductoryOffer: false }", title: "Plans",
        ownTrial: true
      ).contains { $0.contains("no paywall starts the trial") })
  }

  @Test("words for a free trial may be about the app's own trial, values of the offer may not")
  func fullPriceWithOwnTrial() {
    let package = "{ product: coach.monthly, introductoryOffer: false }"
    let promise = { (title: String) in
      findings(ofPackages: package, title: title, ownTrial: true).contains {
        $0.contains("no package of `plans` has one")
      }
    }
    #expect(!promise("Your free trial is over"))
    #expect(promise("{offer.length} for nothing"))
  }

  @Test("a package has an offer or leaves out the introductory one, not both")
  func fullPriceWithOffer() {
    let row = Row(
      packages: "{ product: coach.monthly, offer: back, introductoryOffer: false }", place: "",
      message: "")
    #expect(
      said(of: row.yaml).contains {
        $0.hasSuffix(
          "error: a package sells the offer `back` or leaves out the introductory one; expected `offer` or `introductoryOffer: false`, not both"
        )
      })
  }

  @Test(
    "an offer that nothing sells is found, unless it has a code",
    arguments: [
      ("coach.monthly", ["back", "stay"]),
      ("{ product: coach.monthly, offer: back }, coach.monthly", ["stay"]),
      (
        "{ product: coach.monthly, offer: stay, when: { willRenew: false } }, { product: coach.monthly, offer: back }, coach.monthly",
        []
      ),
    ])
  func unsoldOffers(packages: String, unsold: [String]) {
    let row = Row(packages: packages, place: "", message: "")
    let findings = said(of: row.yaml).map { $0.drop { $0 != " " } }
    let expected = unsold.map {
      " warning: nothing sells the offer `\($0)` of `coach.monthly`; expected a package with `offer: \($0)`"
    }
    #expect(Set(findings) == Set(expected.map { $0[...] }))
    #expect(findings.count == unsold.count)
  }

  @Test("the offer of a retention message is sold with it")
  func retainedOffer() {
    let retention =
      "retention: [{ product: coach.monthly, message: 7b6a5948-3726-4150-8e9d-acbd0e1f2031, offer: stay }]"
    let findings = said(
      of: meant(
        products: products, paywall: "{ title: Plans, packages: [coach.monthly] }",
        more: retention))
    #expect(!findings.contains { $0.contains("nothing sells the offer `stay`") })
    #expect(findings.contains { $0.contains("nothing sells the offer `back`") })
  }

  @Test("a timeline never shows where the packages leave out the introductory offer")
  func fullPriceTimeline() {
    let yaml = meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, introductoryOffer: { payment: freeTrial, period: P1W } } }",
      trial: "{ start: introductoryOffer, entitles: premium }",
      paywall:
        "{ title: Plans, timeline: true, packages: [{ product: coach.monthly, introductoryOffer: false }] }"
    )
    #expect(
      said(of: yaml).map { $0.drop { $0 != " " } }.sorted() == [
        " error: the timeline never shows: no package has an introductory offer",
        " warning: no paywall starts the trial: every package of `coach.monthly` leaves out the introductory offer; expected a package without `introductoryOffer: false`",
      ])
  }

  @Test("an offer for former customers may be for those who have bought nothing for some time")
  func noRecentPurchase() {
    let row = Row(
      packages:
        "{ product: coach.monthly, offer: stay, when: { count: { of: purchase, lessThan: 1, from: 2026-01-01 } } }, coach.monthly",
      place: "", message: "", isFree: true)
    #expect(!said(of: row.yaml).contains { $0.contains("bought nothing") })
  }

  @Test(
    "a promotional offer whose condition says something about purchases is left alone",
    arguments: [
      "willRenew: false, from: 11-20, until: 12-03", "phase: lapsed", "entitled: premium",
      "any: [{ phase: lapsed }, { willRenew: false }]", "not: { phase: free }",
      "since: { event: purchase, atLeast: P30D }",
    ])
  func promotionsForSubscribers(when: String) {
    let row = Row(
      packages: "{ product: coach.monthly, offer: stay, when: { \(when) } }, coach.monthly",
      place: "", message: "", isFree: true)
    #expect(!said(of: row.yaml).contains { $0.contains("newcomers are not shown") })
  }

  @Test(
    "a promotional offer on a paywall for former customers needs no condition of its own",
    arguments: [
      ("placements: { back: { when: { phase: lapsed }, paywall: plans } }", false),
      ("placements: { back: { when: { phase: [free, lapsed] }, paywall: plans } }", true),
      (
        "nudges: { back: { after: { event: lapse, delay: P3D }, text: { text: banner }, paywall: plans } }",
        false
      ),
    ])
  func paywallForSubscribers(shownBy: String, isFound: Bool) {
    let yaml = meant(
      products: products, trial: nil,
      message: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny }]",
      garden: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { holding: 3 } }]",
      paywall: "{ title: Plans, packages: [{ product: coach.monthly, offer: stay }] }",
      more: shownBy)
    #expect(said(of: yaml).contains { $0.contains("newcomers are not shown") } == isFound)
  }

  @Test("a package names an offer of a `.storekit` file as well")
  func storekitOffers() throws {
    let offers = """
      "adHocOffers": [{ "offerID": "stay", "referenceName": "Stay", "paymentMode": "payAsYouGo",
        "subscriptionPeriod": "P1M", "numberOfPeriods": 2, "displayPrice": "4.99" }],
      "codeOffers": [{ "referenceName": "FRIENDS", "paymentMode": "free",
        "subscriptionPeriod": "P1M", "numberOfPeriods": 1 }],
      "introductoryOffer": null,
      """
    let file = Data(
      String(decoding: storekit(), as: UTF8.self)
        .replacing("\"introductoryOffer\": null,", with: offers).utf8)
    let blueprint = try BlueprintFile.parse(
      """
      app: { id: coach, name: Coach, bundleID: com.example.coach }
      products: { from: coach.storekit, entitlements: { coach.monthly: premium } }
      features: { send-message: allow }
      paywalls:
        plans:
          title: Plans
          packages:
            - { product: coach.monthly, offer: stay }
            - { product: coach.monthly, offer: { code: FRIENDS } }
      """, name: "coach.yml"
    ) { _ in file }.blueprint
    let product = try #require(blueprint.product("coach.monthly"))
    #expect(
      product.offers == [
        CatalogProduct.Offer(
          id: "stay", kind: .promotional, payment: .payAsYouGo, period: Period(1, .month),
          periods: 2, price: Money(milliunits: 4990, currency: "USD")),
        CatalogProduct.Offer(
          id: "FRIENDS", kind: .code, payment: .freeTrial, period: Period(1, .month)),
      ])
    #expect(blueprint.paywall("plans")?.packages.map(\.offer?.id) == ["stay", "FRIENDS"])
  }
}
