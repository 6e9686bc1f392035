import Testing
import Tollgate
import TollgateBlueprints

private func blueprint(_ defaults: String, features: String? = nil, plans: String? = nil) -> String
{
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1, languages: en }
  defaults: \(defaults)
  legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
  products:
    coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
  features:
  \(features ?? chat)
  paywalls:
    plans: { title: Keep talking, packages: \(plans ?? "[coach.monthly]") }
    more: { title: Even more, packages: [coach.monthly] }
  prompts:
    one: { shape: card, placement: home, icon: leaf, text: Look }
    two: { shape: card, placement: home, icon: leaf, text: Look, paywall: more, patience: none }
  """
}

private let chat = """
    chat: [{ when: { entitled: premium }, allow: unlimited }]
    read: allow
    draw: { paywall: more, rules: [{ when: { entitled: premium }, allow: unlimited }] }
    hide: { paywall: none, rules: [{ when: { entitled: premium }, allow: unlimited }] }
  """

private func errors(_ yaml: String) -> [String] {
  BlueprintCheck.check(yaml, name: "coach.yml") { _ in throw NoFile() }.diagnostics
    .filter { $0.severity == .error }.map(\.description)
}

private func warnings(_ yaml: String) -> [String] {
  BlueprintCheck.check(yaml, name: "coach.yml") { _ in throw NoFile() }.diagnostics
    .filter { $0.severity == .warning }.map(\.description)
}

@Suite("Defaults")
struct DefaultsTests {
  @Test("defaults apply to features with rules and without a paywall of their own")
  func features() throws {
    let blueprint = try parse(blueprint("{ feature: { paywall: plans } }")).blueprint
    #expect(blueprint.feature("chat")?.paywall == "plans")
    #expect(blueprint.feature("draw")?.paywall == "more")
    #expect(blueprint.feature("hide")?.paywall == nil)
    #expect(blueprint.feature("read")?.paywall == nil)
  }

  @Test("a rule hides the paywall of its feature and the default with `none`")
  func hidden() throws {
    let yaml = blueprint(
      "{ feature: { paywall: plans } }",
      features: """
          chat:
            - { when: { entitled: premium }, allow: unlimited }
            - { when: { phase: lapsed }, deny: true, paywall: none }
            - { otherwise: deny }
          draw:
            paywall: more
            rules:
              - { when: { entitled: premium }, allow: unlimited }
              - { otherwise: { upTo: 1, per: day }, paywall: none }
        """)
    let blueprint = try parse(yaml).blueprint
    let chat = try #require(blueprint.feature("chat"))
    #expect(chat.rules.map(\.hidesPaywall) == [false, true, false])
    #expect(chat.rules.map { chat.paywall(of: $0) } == ["plans", nil, "plans"])
    let draw = try #require(blueprint.feature("draw"))
    #expect(draw.rules.map { draw.paywall(of: $0) } == ["more", nil])
    // Nothing warns about what is hidden on purpose.
    #expect(!warnings(yaml).contains { $0.contains("is refused and no paywall shows") })
  }

  @Test("defaults apply to packages, with one text for all of them")
  func packages() throws {
    let yaml = blueprint(
      "{ package: { priceLine: \"{product.price} now\" } }", features: "  read: allow",
      plans: "[coach.monthly, { product: coach.monthly, priceLine: Cheap }]")
    let blueprint = try parse(yaml).blueprint
    let lines = blueprint.definition.paywalls[0].packages.map(\.priceLine)
    #expect(lines[0] == "defaults.package.priceLine")
    #expect(lines[1] == "paywalls.plans.packages.1.priceLine")
    #expect(blueprint.definition.paywalls[1].packages[0].priceLine == "defaults.package.priceLine")
    #expect(
      blueprint.text("defaults.package.priceLine")?.wordings["en"]
        == LocalizedText.Wording("{product.price} now"))
  }

  @Test("defaults apply to prompts, which opt out with `none`")
  func prompts() throws {
    let defaults =
      "{ prompt: { paywall: plans, patience: { dismissals: 3, staysAway: P30D } } }"
    let prompts = try parse(blueprint(defaults, features: "  read: allow")).blueprint.definition
      .prompts
    #expect(prompts.map(\.paywall) == ["plans", "more"])
    #expect(prompts[0].patience == Prompt.Patience(dismissals: 3, staysAway: Period(30, .day)))
    #expect(prompts[1].patience == nil)
  }

  @Test("defaults apply to nudges, which opt out with `none` or have their own")
  func nudges() throws {
    let yaml =
      blueprint(
        "{ nudge: { quietHours: { from: \"21:00\", to: \"08:00\" } } }", features: "  read: allow")
        + """

        nudges:
          one: { after: { silence: P7D }, text: Come back }
          two: { after: { silence: P7D }, quietHours: none, text: Come back }
          three: { anchor: periodEnd, before: P1D, quietHours: { from: "23:00", to: "06:30" }, text: Soon }
        """
    let hours = try parse(yaml).blueprint.definition.nudges.map(\.quietHours)
    #expect(hours.map { $0.map { "\($0.from)-\($0.to)" } } == ["21:00-08:00", nil, "23:00-06:30"])
  }

  @Test("a mistake in a default is reported once, even if nothing uses it")
  func mistakes() {
    #expect(
      errors(blueprint("{ feature: { paywall: plns } }", features: "  read: allow")) == [
        "coach.yml:2:33: error: there is no paywall `plns`; did you mean `plans`?"
      ])
    #expect(
      errors(blueprint("{ prompt: { paywall: plns } }", features: "  read: allow")) == [
        "coach.yml:2:32: error: there is no paywall `plns`; did you mean `plans`?"
      ])
    #expect(
      errors(blueprint("{ package: { priceLine: { text: lin } } }", features: "  read: allow")) == [
        "coach.yml:2:43: error: there is no text `lin`"
      ])
    #expect(
      errors(blueprint("{ feature: { offline: wait } }", features: "  read: allow")).count == 1)
  }

  @Test("without a default, `none` says that a feature has no paywall on purpose")
  func none() throws {
    let yaml: String = blueprint("{ package: { priceLine: Cheap } }")
    #expect(try parse(yaml).blueprint.feature("hide")?.paywall == nil)
    #expect(!warnings(yaml).contains { $0.contains("`hide` is refused and no paywall shows") })
    #expect(warnings(yaml).contains { $0.contains("`chat` is refused and no paywall shows") })
  }

  @Test("a default that nothing uses is a warning")
  func unused() {
    let found = warnings(blueprint("{ feature: { paywall: plans } }", features: "  read: allow"))
    #expect(found.contains { $0.hasSuffix("warning: no feature uses this default") })
    #expect(
      !warnings(blueprint("{ feature: { paywall: plans } }"))
        .contains { $0.contains("uses this default") })
  }
}
