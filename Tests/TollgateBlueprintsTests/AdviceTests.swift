import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@Suite("What a check advises")
struct AdviceTests {
  @Test(
    "keys without an effect on the store's own trial are pointed out",
    arguments: [
      (
        ", uses: { of: send-message, limit: 5 }",
        "`uses` has no effect with `start: introductoryOffer`: only the store ends its own free trial; "
          + "expected `start: purchase`, whose trial the last use ends"
      ),
      (
        ", lasts: P1W",
        "`lasts` has no effect with `start: introductoryOffer`: the store's free trial is as long as "
          + "the offer; expected the `period` of the product's `introductoryOffer`"
      ),
      (
        ", oncePer: account",
        "`oncePer` has no effect with `start: introductoryOffer`: the store gives its free trial once "
          + "per store account; expected packages with `introductoryOffer: false` for accounts that "
          + "had it, by `count: { of: trialStart, atLeast: 1 }`"
      ),
    ])
  func keysOfStoreTrial(key: String, warning: String) {
    func lines(_ start: String, _ key: String) -> [String] {
      said(
        of: meant(
          products:
            "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, introductoryOffer: { payment: freeTrial, period: P1W } } }",
          trial: "{ start: \(start)\(key) }"))
    }
    #expect(lines("introductoryOffer", key).contains { $0.hasSuffix("warning: \(warning)") })
    #expect(lines("introductoryOffer", "") == [])
    #expect(!lines("purchase", key).contains { $0.contains("has no effect") })
  }

  @Test(
    "CP-9 the check reports that the offer as worded cannot be created, and the line stands as written"
  )
  func impossibleOffer() throws {
    let report = BlueprintCheck.check(path: path(of: "coach-paid"))
    #expect(report.isGood)
    #expect(
      report.diagnostics.map(\.description) == [
        "coach-paid.yml:40:5: warning: App Store Connect cannot create the introductory offer of "
          + "`coach.premium.monthly`, a price for 3 days, paid as you go, on a product billed "
          + "every month; expected whole billing periods of the product, 1 to 12 of them",
        "coach-paid.yml:76:20: warning: the line says 19.99, which the store charges in one currency "
          + "only; expected `{product.price}` or `{offer.price}`, which the store fills in",
        "coach-paid.yml:76:20: warning: the line says 2.99, which the store charges in one currency "
          + "only; expected `{product.price}` or `{offer.price}`, which the store fills in",
        "coach-paid.yml:76:20: warning: the line says “/week”, which is not a length of "
          + "`coach.premium.monthly`; expected `{product.period}`, `{offer.length}` or "
          + "`{trial.days}`",
      ])
    let paywall = try #require(try blueprint("coach-paid").paywall("after-discovery"))
    let line = try #require(paywall.packages.first?.offerLine)
    #expect(
      try blueprint("coach-paid").text(line)?.wordings["en"]?.forms[.other]
        == "$2.99/week for 3 days, then $19.99/month")
  }

  static let offers: [(String, String, String, Int, String?)] = [
    ("P1M", "free", "P3D", 1, nil),
    ("P1M", "free", "P7D", 1, nil),
    ("P1M", "free", "P1W", 2, nil),
    ("P1Y", "free", "P1Y", 1, nil),
    ("P1M", "free", "P6M", 1, nil),
    (
      "P1M", "free", "P5D", 1,
      "a free trial of 5 days; expected 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year"
    ),
    (
      "P1M", "free", "P3W", 1,
      "a free trial of 3 weeks; expected 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year"
    ),
    ("P1W", "payAsYouGo", "P1W", 12, nil),
    ("P1M", "payAsYouGo", "P1M", 12, nil),
    ("P2M", "payAsYouGo", "P2M", 6, nil),
    ("P3M", "payAsYouGo", "P3M", 4, nil),
    ("P6M", "payAsYouGo", "P6M", 2, nil),
    ("P1Y", "payAsYouGo", "P1Y", 1, nil),
    (
      "P1Y", "payAsYouGo", "P1Y", 2,
      "a price for 2 years, paid as you go, on a product billed every year; expected whole billing periods of the product, 1 of them"
    ),
    (
      "P1M", "payAsYouGo", "P1M", 13,
      "a price for 13 months, paid as you go, on a product billed every month; expected whole billing periods of the product, 1 to 12 of them"
    ),
    (
      "P1M", "payAsYouGo", "P1W", 1,
      "a price for 1 week, paid as you go, on a product billed every month; expected whole billing periods of the product, 1 to 12 of them"
    ),
    ("P1M", "payUpFront", "P3M", 1, nil),
    ("P1M", "payUpFront", "P1Y", 1, nil),
    ("P1W", "payUpFront", "P2W", 1, nil),
    (
      "P1M", "payUpFront", "P2W", 1,
      "2 weeks paid up front; expected 1, 2, 3 or 6 months, or 1 year"
    ),
    (
      "P1M", "payUpFront", "P4M", 1,
      "4 months paid up front; expected 1, 2, 3 or 6 months, or 1 year"
    ),
  ]

  @Test("an introductory offer is checked against what App Store Connect allows", arguments: offers)
  func offer(period: String, mode: String, length: String, count: Int, mistake: String?) {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      products: { from: coach.storekit, entitlements: { coach.monthly: premium } }
      features: { send-message: allow }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      """
    let report = BlueprintCheck.check(yaml, name: "coach.yml") { _ in
      storekit(
        period: period,
        offer: """
          { "paymentMode": "\(mode)", "subscriptionPeriod": "\(length)",
            "numberOfPeriods": \(count), "displayPrice": "1.99" }
          """)
    }
    let expected = mistake.map {
      "coach.yml:2:51: warning: App Store Connect cannot create the introductory offer of "
        + "`coach.monthly`, \($0)"
    }
    #expect(report.diagnostics.map(\.description) == [expected].compactMap { $0 })
  }

  @Test(
    "for an app that sells without an Apple ID, a warning says what needs it",
    arguments: [
      ("", ""),
      (
        "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b }]",
        ", and none answers Apple's requests for retention messages"
      ),
    ])
  func appleID(retention: String, needs: String) {
    let yaml = meant(more: retention).replacing(", appleID: 1", with: "")
    let lines = said(of: yaml).filter { $0.contains("appleID") }
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasSuffix(
        "warning: the app has no `appleID`: a server for production does not start without it\(needs); "
          + "expected the number that App Store Connect shows under App Information") == true,
      "\(lines)")
  }

  @Test("TQ-9 an app that sells subscriptions without legal links is pointed out")
  func legal() {
    func yaml(period: String) -> String {
      """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      products: { coach.pro: { name: Pro, entitlements: premium\(period) } }
      features: { send-message: allow }
      """
    }
    let warnings = said(of: yaml(period: ", period: P1M"))
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("guideline 3.1.2") == true)
    #expect(said(of: yaml(period: ", kind: nonConsumable")).isEmpty)
  }

  @Test("a text that lacks a language and a line without an offer are pointed out")
  func more() {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      products:
        coach.monthly:
          name: Monthly
          entitlements: premium
          period: P30D
        coach.yearly:
          name: Yearly
          entitlements: premium
          period: P1Y
          introductoryOffer: { payment: freeTrial, period: P1W }
      trial: { start: purchase, lasts: P3D }
      features: { send-message: [{ when: { phase: subscribed }, allow: unlimited }, { otherwise: deny, paywall: plans }] }
      paywalls:
        plans:
          title: { en: Plans, de: Pläne }
          packages:
            - { product: coach.monthly, offerLine: { en: Free, de: Gratis } }
            - coach.yearly
      texts:
        hello: Hello
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      """
    #expect(
      said(of: yaml) == [
        "coach.yml:3:3: warning: App Store Connect has no subscription that is billed every "
          + "30 days; expected 1 week, 1, 2, 3 or 6 months, or 1 year",
        "coach.yml:12:34: warning: the trial lasts 3 days, the introductory offer of "
          + "`coach.yearly` 1 week",
        "coach.yml:18:35: warning: the line is never shown: `coach.monthly` has no introductory "
          + "offer",
        "coach.yml:21:10: warning: other texts speak `de`, this one does not",
      ])
  }

  @Test("a report says what was checked")
  func summary() {
    let report = BlueprintCheck.check(path: path(of: "coach-free"))
    #expect(
      report.description == """
        coach-free.yml: good, no warnings
          products   2 from coach-free.storekit, no introductory offers
          features   2, 4 rules
          selling    2 paywalls, 1 placement, 1 prompt, 1 nudge
          routes     0
          texts      77 in de, en, 158 lines against 29 phrases of the tone list
          revision   \(report.coverage?.revision.prefix(12) ?? "")
        """)
    #expect(
      BlueprintCheck.check("app: {", name: "coach.yml") { _ in throw NoFile() }.description
        .hasSuffix("coach.yml: 1 error, no warnings"))
  }

  @Test("a plural form that a language never uses is pointed out, and one that it lacks")
  func plurals() {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      trial: { start: signUp, lasts: P3D }
      features: { send-message: allow }
      texts:
        left:
          en: { count: trial.daysLeft, one: 1 day, few: Some days, other: Days }
          de: { count: trial.daysLeft, "=1": Ein Tag, one: 1 Tag, other: Tage }
          ru: { count: trial.daysLeft, one: день, other: дня }
          fr: { count: trial.daysLeft, one: un jour, many: des jours, other: jours }
          pt-PT: { count: trial.daysLeft, "=1": um dia, other: dias }
          ja: { count: trial.daysLeft, one: 一日, other: 日 }
          lv: { count: trial.daysLeft, "=0": nav, one: diena, other: dienas }
          tlh: { count: trial.daysLeft, one: jaj, two: jajmey, other: jaj }
      """
    #expect(
      said(of: yaml) == [
        "coach.yml:6:46: warning: the form `few` is never used: `en` has `one` and `other`",
        "coach.yml:7:49: warning: the form `one` is never used: each of its numbers has a line of "
          + "its own",
        "coach.yml:8:5: warning: a form of `ru` is missing: `few`, as for 2, 3, 4; `many`, as for "
          + "0, 5, 6",
        "coach.yml:11:34: warning: the form `one` is never used: `ja` has only `other`",
        "coach.yml:12:5: warning: a form of `lv` is missing: `zero`, as for 10, 11, 12",
      ])
  }

  @Test(
    "a value that the trial does not have is pointed out",
    arguments: [
      ("", "trial.daysLeft", "there is no trial"),
      ("trial: { start: signUp, lasts: P3D }", "trial.daysLeft", nil),
      (
        "trial: { start: signUp, lasts: P3D }", "trial.usesLeft", "no number of uses ends the trial"
      ),
      ("trial: { start: signUp, lasts: P3D }", "plan.startsOn", "no number of uses ends the trial"),
      (
        "trial: { start: signUp, uses: { of: send-message, limit: 5 } }", "trial.day",
        "only uses end the trial"
      ),
      ("trial: { start: signUp, uses: { of: send-message, limit: 5 } }", "trial.limit", nil),
      ("", "product.perPeriod", nil),
    ])
  func values(trial: String, value: String, reason: String?) {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      \(trial)
      features: { send-message: allow }
      texts:
        status: "Left: {\(value)}"
      """
    #expect(
      said(of: yaml)
        == [reason.map { "coach.yml:5:11: warning: `{\(value)}` has no value: \($0)" }]
        .compactMap { $0 })
  }
}
