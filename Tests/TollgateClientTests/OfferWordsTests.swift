import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("The length of an offer in words")
struct OfferWordsTests {
  /// Custom texts of a blueprint that show every value of a product and its offer.
  nonisolated private static let texts = """
    texts:
      start:
        en: Start {offer.lengthAdjective} free trial
        de: "{offer.lengthAdjective} gratis testen"
        fr: Essayer {offer.lengthAdjective}
        ja: "{offer.lengthAdjective}無料で試す"
        ar: تجربة {offer.lengthAdjective}
      terms:
        en: "{product.name}: {offer.length}, {product.price} {product.perPeriod}, each {product.period}"
        de: "{product.name}: {offer.length}, {product.price} {product.perPeriod}, je {product.period}"
        fr: "{product.name} : {offer.length}, {product.price} {product.perPeriod}, {product.period}"
        ja: "{product.name}、{offer.length}、{product.price} {product.perPeriod}、{product.period}"
        ar: "{product.name}، {offer.length}، {product.price} {product.perPeriod}، {product.period}"
    features:

    """

  @Test(
    "GB-2 a 3-day offer says 3 days in the customer's language, in the standard lines and in a blueprint's own",
    arguments: [
      (
        "en_US", "USA",
        [
          "Start 3-day free trial", "3 days free, then $50.00 per year", "Start 3-day free trial",
          "A year: 3 days, $50.00 per year, each year",
        ]
      ),
      (
        "de_DE", "DEU",
        [
          "3 Tage gratis testen", "3 Tage gratis, danach 50,00\u{A0}€ pro Jahr",
          "3 Tage gratis testen", "A year: 3 Tage, 50,00\u{A0}€ pro Jahr, je Jahr",
        ]
      ),
      (
        "fr_FR", "FRA",
        [
          "Essayer gratuitement pendant 3 jours",
          "Gratuit pendant 3 jours, puis 50,00\u{A0}€ par an", "Essayer 3 jours",
          "A year : 3 jours, 50,00\u{A0}€ par an, an",
        ]
      ),
      (
        "ja_JP", "JPN",
        ["3日間無料で試す", "3日間無料、その後は¥50/年", "3日間無料で試す", "A year、3日間、¥50 1年ごと、年"]
      ),
      (
        "ar_AE", "ARE",
        [
          "بدء تجربة مجانية لمدة 3 أيام",
          "مجانًا لمدة 3 أيام، ثم \u{200F}50.00\u{A0}د.إ.\u{200F} سنويًا", "تجربة 3 أيام",
          "A year، 3 أيام، \u{200F}50.00\u{A0}د.إ.\u{200F} سنويًا، سنة",
        ]
      ),
    ] as [(String, String, [String])])
  func threeDays(locale: String, storefront: String, expected: [String]) async throws {
    try await World.of(
      "studio",
      changing: [
        "\"subscriptionPeriod\": \"P1W\"": "\"subscriptionPeriod\": \"P3D\"",
        "features:\n": Self.texts,
      ]
    ) { world in
      let phone = Phone(world, usesStoreKit: true, locale: Locale(identifier: locale))
      phone.session.locale = Locale(identifier: locale)
      phone.session.storefront = storefront
      await phone.client.launch()
      await phone.client.showPaywall("plans")
      let page = try #require(PaywallModel(phone.client).page)
      let own = ["start", "terms"].map { phone.client.text($0, product: "studio.yearly") }
      #expect([page.purchaseLabel, page.offers.first?.offerLine] + own == expected)
    }
  }

  @Test("GB-2 GroBro's free trial is as long as the store's offer, and a paid offer is not free")
  func store() async throws {
    for (offer, button, line) in [
      ("\"free\"", "Start 3-day free trial", "3 days free, then $29.99 per year"),
      (
        "\"payUpFront\",\n\"displayPrice\" : \"0.99\"", "Start for $0.99",
        "$0.99 for 3 days, then $29.99 per year"
      ),
    ] {
      try await World.of(
        "grobro",
        changing: [
          "\"paymentMode\" : \"free\"": "\"paymentMode\" : \(offer)",
          "\"subscriptionPeriod\" : \"P1W\"": "\"subscriptionPeriod\" : \"P3D\"",
        ]
      ) { world in
        let phone = Phone(world)
        await phone.client.launch()
        await phone.client.showPaywall("upgrade")
        let page = try #require(PaywallModel(phone.client).page)
        #expect(page.purchaseLabel == button)
        #expect(page.offers.first?.offerLine == line)
        #expect(page.offers.map(\.period) == ["per year", "per month"])
      }
    }
  }

  @Test("GB-2 a package that words its price alone says so to everybody, and its page still offers")
  func priceAlone() async throws {
    for (words, line) in [
      ("priceLine: \"{product.price}, {product.pricePerMonth} a month\"", "$29.99, $2.50 a month"),
      ("offerLine: \"{offer.length} to try\"\n        priceLine: Yours", "7 days to try"),
      ("badge: Best", "7 days free, then $29.99 per year"),
    ] {
      try await World.of("grobro", changing: ["badge: Best value": words]) { world in
        let phone = Phone(world)
        await phone.client.launch()
        await phone.client.showPaywall("upgrade")
        #expect(await phone.client.content(of: "upgrade")?.offers.first?.line == line)
        let page = try #require(PaywallModel(phone.client).page)
        #expect(page.purchaseLabel == "Start 7-day free trial")
        #expect(page.offers.first?.offerLine?.hasPrefix("7 days") == true)
        #expect(page.offers.first?.price == "$29.99")
      }
    }
  }

  @Test("a blueprint's own line about a feature shows its name and what is left of it")
  func feature() async throws {
    try await World.of(
      "studio",
      changing: [
        "features:\n": """
        texts:
          access.freeUsesLeft:
            en: { count: feature.left, one: "One {feature.name} left of {feature.limit}", other: "{feature.left} left of {feature.limit}" }
          access.freeUsesMade: "All {feature.limit} of {feature.name} used"
          access.lockedLabel: "{feature.name} is closed"
        features:

        """
      ]
    ) { world in
      let phone = Phone(world)
      let card = LockedCardModel(phone.client, feature: "paint")
      await phone.client.launch()
      #expect(card.statusLine == "2 left of 2")
      try await phone.client.use("paint")
      #expect(card.statusLine == "One paint left of 2")
      try await phone.client.use("paint")
      #expect(card.statusLine == "All 2 of paint used")
      #expect(card.accessibilityLabel == "paint is closed")
    }
  }

  @Test("a blueprint's own line shows the numbers of a feature that it names")
  func namedFeature() async throws {
    try await World.of(
      "studio",
      changing: [
        "features:\n": """
        texts:
          left:
            en: { count: features.paint.left, one: "The last of {features.paint.limit}", other: "{features.paint.left} left" }
        features:

        """
      ]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.text("left") == "2 left")
      try await phone.client.use("paint")
      #expect(phone.client.text("left") == "The last of 2")
    }
  }

  @Test(
    "a blueprint's own line says when more is left of a feature that it names",
    arguments: [("PT3H", ""), ("PT15H", "2 March 2026"), ("PT27H", "2 March 2026")])
  func renewal(refills: String, day: String) async throws {
    try await World.of(
      "studio",
      changing: [
        "{ upTo: 3, per: day }": "{ upTo: 3, refills: \(refills) }",
        "features:\n": """
        texts:
          more: "More: {features.sketch.renewsAt}"
        features:

        """,
      ]
    ) { world in
      let phone = Phone(world, locale: Locale(identifier: "en_GB"))
      await phone.client.launch()
      #expect(phone.client.text("more") == "More: ")
      try await phone.client.use("sketch")
      let line = try #require(phone.client.text("more"))
      #expect(line.hasPrefix("More: \(day)"))
      // The refill after fifteen hours is at midnight, which needs no time.
      #expect(line.hasSuffix(refills == "PT15H" ? day : "12:00"))
      try await phone.client.use("sketch")
      #expect(phone.client.text("more") == line)
    }
  }

  @Test(
    "a nudge says when more is left as on the day on which it comes, and not once that has passed",
    arguments: [("PT3H", ""), ("PT27H", "12:00")])
  func renewalInNudge(refills: String, words: String) async throws {
    try await World.of(
      "studio",
      changing: [
        "{ upTo: 3, per: day }": "{ upTo: 3, refills: \(refills) }",
        "features:\n": """
        nudges:
          again:
            after: { event: { use: sketch }, delay: P1D }
            text: "More: {features.sketch.renewsAt}"
        features:

        """,
      ]
    ) { world in
      let phone = Phone(world, locale: Locale(identifier: "en_GB"))
      await phone.client.launch()
      try await phone.client.use("sketch")
      await phone.client.reevaluate()
      #expect(phone.nudges.steps == [.schedule("again", hours: 24, "More: \(words)")])
    }
  }
}
