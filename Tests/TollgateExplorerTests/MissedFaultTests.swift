import Testing
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// Blueprints with one fault each, next to a near miss of it.
@Suite("Faults that only show beside another product, trial or text")
struct MissedFaultTests {
  private struct NoFile: Error {}

  /// What is found in a blueprint: each finding's kind, with its subject unless it is about a text.
  private static func found(_ rest: String) throws -> Set<String> {
    let yaml = """
      app: { id: nota, name: Nota, bundleID: com.example.nota, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true

      """
    let file = try BlueprintFile.parse(yaml + rest, name: "nota.yml") { _ in throw NoFile() }
    let exploration = Explorer(file.blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(!exploration.findings.contains { $0.isDefect })
    return Set(
      exploration.findings.map {
        $0.kind == .untrueLine ? $0.kind.rawValue : "\($0.kind.rawValue) \($0.subject)"
      })
  }

  @Test(
    "EX-5 a payer who lacks what another product gives is locked out unless the store starts that at once",
    arguments: [(1, ["payer locked out features.folders"]), (2, [])])
  func otherProduct(levelOfYear: Int, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        year: { name: Year, entitlements: pro, price: 59.99 USD, period: P1Y, group: n, level: \(levelOfYear) }
        month: { name: Month, entitlements: [basic, pro], price: 7.99 USD, period: P1M, group: n, level: 1 }
      features:
        scan: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }] }
        folders: { paywall: plans, rules: [{ when: { entitled: basic }, allow: unlimited }, { otherwise: { holding: 2 } }] }
      paywalls:
        plans: { title: More room, packages: [year, month] }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a nudge or a prompt with a value that its customers lack is found",
    arguments: [
      (
        "nudges: { a: { after: { event: firstSeen, delay: P1D }, text: 'Only {product.price}' } }",
        true
      ),
      (
        "nudges: { a: { after: { event: firstSeen, delay: P1D }, text: 'Until {plan.endsOn}' } }",
        true
      ),
      ("nudges: { a: { anchor: periodEnd, before: P3D, text: 'Until {plan.endsOn}' } }", false),
      (
        "nudges: { a: { after: { event: firstSeen, delay: P1D }, text: 'Hi from {app.name}' } }",
        false
      ),
      (
        "prompts: { a: { shape: card, placement: home, icon: leaf, when: { phase: free }, text: 'Only {product.price}' } }",
        true
      ),
      (
        "prompts: { a: { shape: card, placement: home, icon: leaf, when: { subscription: active }, text: 'Only {product.price}' } }",
        false
      ),
      (
        "prompts: { a: { shape: card, placement: home, icon: leaf, when: { phase: [free, subscribed] }, text: '{features.draw.left} left' } }",
        true
      ),
      (
        "prompts: { a: { shape: card, placement: home, icon: leaf, when: { phase: free }, text: '{features.draw.left} left' } }",
        false
      ),
      (
        "prompts: { a: { shape: card, placement: home, icon: leaf, when: { phase: free }, text: 'More: {features.draw.renewsAt}' } }",
        true
      ),
    ])
  func emptyValues(line: String, isFound: Bool) throws {
    let found = try Self.found(
      """
      products:
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n }
      features:
        scan: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }] }
        draw: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: { upTo: 3, per: day } }] }
      paywalls:
        plans: { title: More room, packages: [month] }
      \(line)
      """)
    #expect(found == (isFound ? ["untrue line"] : []))
  }

  @Test(
    "EX-5 who pays for an introductory period has what the paywall sold",
    arguments: [
      ("subscribed", ["payer locked out features.scan"]), ("[subscribed, trial]", []),
    ])
  func introductory(phases: String, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        year: { name: Year, entitlements: pro, price: 59.99 USD, period: P1Y, group: n, level: 1, introductoryOffer: { payment: payUpFront, period: P1M, price: 4.99 USD } }
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n, level: 1 }
      trial: { start: purchase, entitles: pro }
      features:
        scan: { paywall: plans, rules: [{ when: { phase: \(phases) }, allow: unlimited }, { otherwise: deny }] }
      paywalls:
        plans: { title: More room, packages: [year, month] }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a denial without a paywall can be lifted where another feature's denial sells what lifts it",
    arguments: [(false, ["dead end features.scan"]), (true, [])])
  func otherPaywall(isShown: Bool, expected: [String]) throws {
    let other =
      "  folders: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    let found = try Self.found(
      """
      products:
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n }
      attributes: { recording: { type: boolean } }
      features:
        scan: [{ when: { entitled: pro }, allow: unlimited }, { when: { attribute: { name: recording, is: true } }, deny: true }, { otherwise: deny, paywall: plans }]
      \(isShown ? other : "")
      paywalls:
        plans: { title: More room, packages: [month] }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a tier that gives less than nothing paid is found",
    arguments: [("upTo: 3, per: day", ["buys nothing features.write"]), ("upTo: 9, per: day", [])])
  func belowFree(limit: String, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        pro: { name: Pro, entitlements: [basic, pro], price: 7.99 USD, period: P1M, group: n, level: 1 }
        basic: { name: Basic, entitlements: basic, price: 2.99 USD, period: P1M, group: n, level: 2 }
      features:
        write: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { when: { entitled: basic }, allow: { \(limit) } }, { otherwise: { upTo: 5, per: day } }] }
      paywalls:
        plans: { title: More room, packages: [pro, basic] }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a free trial by the store after the one that begins with the sign-up is a second one",
    arguments: [
      ("freeTrial, period: P1W", ["trial again products.month"]),
      ("payUpFront, period: P1M, price: 1.99 USD", []),
    ])
  func twoTrials(payment: String, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n, introductoryOffer: { payment: \(payment) } }
      trial: { start: signUp, lasts: P7D, entitles: pro }
      features:
        scan: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }] }
      paywalls:
        plans: { title: More room, packages: [month] }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a promised free trial that nothing gives is untrue, and so is a renewal announced to who cancelled",
    arguments: [
      (
        "Start your 14-day free trial.", "phase: subscribed",
        ["untrue line", "nudge after the fact nudges.renews"]
      ),
      ("There is room for more.", "willRenew: true", []),
    ])
  func promises(prompt: String, condition: String, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n }
      features:
        scan: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }] }
      paywalls:
        plans: { title: More room, packages: [month] }
      prompts:
        card: { shape: card, placement: home, when: { phase: free }, icon: star, text: \(prompt), paywall: plans }
      nudges:
        renews: { anchor: periodEnd, before: P3D, when: { \(condition) }, text: Your plan renews in three days. }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "EX-5 a card that tells those who cancelled that their plan renews is untrue",
    arguments: [
      ("phase: subscribed", "Your plan renews by itself.", ["untrue line"]),
      ("willRenew: true", "Your plan renews by itself.", []),
      ("phase: subscribed", "You can turn renewal off in Settings.", []),
    ])
  func renewal(condition: String, line: String, expected: [String]) throws {
    let found = try Self.found(
      """
      products:
        month: { name: Month, entitlements: pro, price: 7.99 USD, period: P1M, group: n }
      features:
        scan: { paywall: plans, rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }] }
      paywalls:
        plans: { title: More room, packages: [month] }
      prompts:
        card: { shape: card, placement: home, when: { \(condition) }, icon: star, text: \(line) }
      """)
    #expect(found == Set(expected))
  }

  @Test(
    "what a line promises is read in six languages, in any form of the word",
    arguments: [
      ("en", "Start your free trial", "It renews in May"),
      ("de", "Starte deine kostenlose Probewoche", "Dein Abo verlängert sich"),
      ("fr", "Commencez votre essai gratuit", "Le renouvellement est demain"),
      ("es", "Empieza tu prueba gratuita", "Tu plan se renueva mañana"),
      ("it", "Inizia la prova gratuita", "Il piano si rinnova domani"),
      ("ja", "無料トライアルを始める", "プランは明日更新されます"),
    ])
  func words(language: String, trial: String, renewal: String) {
    #expect(ClaimedWords.freeTrial.areIn(trial, language: language))
    #expect(ClaimedWords.renewal.areIn(renewal, language: language))
    #expect(!ClaimedWords.freeTrial.areIn(renewal, language: language))
    #expect(!ClaimedWords.renewal.areIn(trial, language: language))
    #expect(!ClaimedWords.renewal.areIn(renewal, language: "ar"))
  }
}
