import BlueprintFile
import Testing

/// A small blueprint whose one line the tables below replace.
private func document(
  products: String = "coach.monthly: { name: Monthly, entitlements: premium, period: P1M }",
  trial: String = "{ start: signUp, lasts: P7D }",
  message: String = "[{ when: { entitled: premium }, allow: unlimited }]",
  paywall: String = "{ title: Hello, packages: [coach.monthly] }",
  more: String = ""
) -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach }
  products:
    \(products)
  milestones: [discovery-complete]
  trial: \(trial)
  features:
    send-message: \(message)
    garden: [{ otherwise: { holding: 3 } }]
  paywalls:
    plans: \(paywall)
  texts:
    banner: Welcome
  \(more)
  """
}

@Suite("Mistakes in a blueprint")
struct MistakeTests {
  @Test("a good blueprint has none")
  func good() { #expect(said(of: document()) == []) }

  @Test(
    "a broken document says where it breaks",
    arguments: [
      ("", "coach.yml:1:1: error: the file is empty"),
      ("- app", "coach.yml:1:1: error: found a list; expected a blueprint"),
      (
        "app: [coach\nfeatures: {}\n",
        "coach.yml:2:9: error: broken YAML: while parsing a flow sequence: "
          + "did not find expected ',' or ']'"
      ),
      (
        "app:\n\tid: coach\n",
        "coach.yml:2:1: error: broken YAML: while scanning for the next token: "
          + "found character that cannot start any token"
      ),
      (
        "app: *nobody\n",
        "coach.yml:1:6: error: broken YAML: found undefined alias"
      ),
      (
        "app: {}\n---\napp: {}\n",
        "coach.yml:2:1: error: broken YAML: expected a single document in the stream: "
          + "but found another document"
      ),
    ])
  func broken(yaml: String, message: String) throws {
    #expect(said(of: yaml) == [message])
  }

  @Test("a document that is no YAML has another code than one that is no blueprint")
  func codes() {
    #expect(throws: BlueprintFileError.self) { try parse("a: [") }
    do { _ = try parse("a: [") } catch let error as BlueprintFileError {
      #expect(error.code == .invalidYAML)
    } catch {}
    do { _ = try parse("a: b") } catch let error as BlueprintFileError {
      #expect(error.code == .invalidBlueprint)
      #expect(!error.isRetryable)
    } catch {}
    do { _ = try BlueprintFile.load(path: "/nowhere/coach.yml") } catch {
      #expect(error.code == .unreadable)
      #expect(error.description == "coach.yml: error: there is no such file")
    }
  }

  static let table: [(String, String)] = [
    (
      document(message: "alow"),
      "7:17: error: found `alow`; expected one of `allow`, `deny`; did you mean `allow`?"
    ),
    (
      document(message: "[{ when: { phase: trail }, allow: unlimited }]"),
      "7:35: error: found `trail`; expected one of `unknown`, `onboarding`, `blocked`, `trial`, "
        + "`trialExpired`, `subscribed`, `lapsed`, `free`; did you mean `trial`?"
    ),
    (
      document(message: "[{ wen: { phase: trial }, allow: unlimited }]"),
      "7:20: error: a rule has no key `wen`; expected one of `when`, `allow`, `paywall`; "
        + "did you mean `when`?"
    ),
    (
      document(message: "[{ when: { entitled: premum }, allow: unlimited }]"),
      "7:38: error: there is no entitlement `premum`; did you mean `premium`?"
    ),
    (
      document(message: "[{ when: { notEntitled: [premium, premum] }, allow: unlimited }]"),
      "7:51: error: there is no entitlement `premum`; did you mean `premium`?"
    ),
    (
      document(message: "[{ when: { reached: discovery }, allow: unlimited }]"),
      "7:37: error: there is no milestone `discovery`"
    ),
    (
      document(message: "[{ when: { held: { feature: gardn, atLeast: 3 } }, allow: unlimited }]"),
      "7:45: error: there is no feature that holds items `gardn`; did you mean `garden`?"
    ),
    (
      document(message: "[{ when: {}, allow: unlimited }]"),
      "7:20: error: a condition says nothing; expected one of `phase`, `entitled`, "
        + "`notEntitled`, `reached`, `notReached`, `held`"
    ),
    (
      document(message: "[{ otherwise: deny, paywall: plns }]"),
      "7:46: error: there is no paywall `plns`; did you mean `plans`?"
    ),
    (
      document(message: "[{ otherwise: deny }, { otherwise: unlimited }]"),
      "7:39: error: this rule is never reached: the one before it always holds"
    ),
    (
      document(message: "[{ otherwise: { upTo: 0, per: day } }]"),
      "7:39: error: found the number `0`; expected a whole number, at least 1"
    ),
    (
      document(message: "[{ otherwise: { upTo: 5, per: hour } }]"),
      "7:47: error: found `hour`; expected one of `trial`, `day`, `week`, `month`, `ever`"
    ),
    (
      document(message: "{ rules: allow, title: Write }"),
      "7:3: error: a feature with `title` lacks `icon`"
    ),
    (
      document(message: "{ passive: true }"),
      "7:3: error: a feature lacks `rules`; expected `allow`, `deny`, or a list of rules"
    ),
    (
      document(products: "coach.monthly: { name: Monthly, entitlements: premium, period: P30 }"),
      "3:66: error: found `P30`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`"
    ),
    (
      document(products: "coach.monthly: { name: Monthly, entitlements: premium }"),
      "3:3: error: a product that renews lacks `period`; expected a period such as `P3D`, `P1W`, "
        + "`P1M` or `PT12H`"
    ),
    (
      document(
        products: "coach.monthly: { name: M, entitlements: premium, period: P1M, price: 9.99 }"),
      "3:72: error: found the number `9.99`; expected an amount and a currency such as `9.99 USD`"
    ),
    (
      document(products: "coach.monthly: { name: 3, entitlements: premium, period: P1M }"),
      "3:26: error: found the number `3`; expected a line of text; put it in quotes"
    ),
    (
      document(
        products: "coach.monthly: { name: M, entitlements: premium, period: P1M }\n"
          + "  coach.monthly: { name: N, entitlements: premium, period: P1Y }"),
      "4:3: error: `coach.monthly` stands twice; the first is on line 3"
    ),
    (
      document(trial: "{ start: signUp }"),
      "5:1: error: the trial never ends; expected `lasts`, `uses` or both"
    ),
    (
      document(trial: "{ start: { purchaseAfter: discovery }, lasts: P3D }"),
      "5:34: error: there is no milestone `discovery`"
    ),
    (
      document(trial: "{ start: signUp, uses: { of: send-mesage, limit: 3 } }"),
      "5:37: error: there is no feature `send-mesage`; did you mean `send-message`?"
    ),
    (
      document(trial: "{ start: introductoryOffer }"),
      "5:17: error: no product has a free introductory offer for the trial to be"
    ),
    (
      document(paywall: "{ titel: Hello, packages: [coach.monthly] }"),
      "10:12: error: a paywall has no key `titel`; expected one of `title`, `subtitle`, "
        + "`benefits`, `packages`, `dismissible`, `welcome`; did you mean `title`?"
    ),
    (
      document(paywall: "{ title: { text: baner }, packages: [coach.monthly] }"),
      "10:27: error: there is no text `baner`; did you mean `banner`?"
    ),
    (
      document(paywall: "{ title: Hello, packages: [coach.montly] }"),
      "10:37: error: there is no product `coach.montly`; did you mean `coach.monthly`?"
    ),
    (
      document(paywall: "{ title: Hello, packages: [] }"),
      "10:26: error: the list is empty; expected the name of a product, or a map with `product`"
    ),
    (
      document(
        paywall: "{ title: Hello, packages: [coach.monthly], benefits: [{ feature: garden }] }"),
      "10:75: error: the feature `garden` says nothing of itself; "
        + "expected a feature with `title` and `icon`"
    ),
    (
      document(paywall: "{ title: \"{trial.dayLeft} days\", packages: [coach.monthly] }"),
      "10:19: error: there is no value `{trial.dayLeft}`; did you mean `trial.daysLeft`?"
    ),
    (
      document(more: "  bye: { de: Auf Wiedersehen }"),
      "13:3: error: nothing in the app's own language, `en`"
    ),
    (
      document(more: "  left: { en: { count: trial.daysLeft, one: One day } }"),
      "13:11: error: a text with plural forms lacks `other`; expected a line of text"
    ),
    (
      document(more: "  left: { English: Hello }"),
      "13:11: error: found `English`; expected a language such as `en` or `pt-BR`"
    ),
    (
      document(more: "  no way: Hello"),
      "13:3: error: found `no way`; expected a name of letters, digits, `.`, `_` and `-`"
    ),
    (
      document(more: "neverSay: welcom"),
      "13:11: error: found `welcom`; expected a list, each a line of text"
    ),
    (
      document(more: "nudge: {}"),
      "13:1: error: a blueprint has no key `nudge`; expected one of `app`, `products`, "
        + "`milestones`, `onboarding`, `hasFreeTier`, `trial`, `features`, `paywalls`, "
        + "`placements`, `prompts`, `nudges`, `profile`, `routes`, `texts`, `neverSay`; "
        + "did you mean `nudges`?"
    ),
    (
      document(more: "nudges: { soon: { anchor: trialEnds, before: P1D, text: Soon } }"),
      "13:27: error: found `trialEnds`; expected one of `trialEnd`, `periodEnd`; "
        + "did you mean `trialEnd`?"
    ),
    (
      document(more: "routes: [{ screen: app, paywall: plan }]"),
      "13:34: error: there is no paywall `plan`; did you mean `plans`?"
    ),
    (
      document(more: "onboarding: discovery-complet"),
      "13:13: error: there is no milestone `discovery-complet`; "
        + "did you mean `discovery-complete`?"
    ),
  ]

  @Test("each is named with its line, column and what was expected", arguments: table)
  func one(yaml: String, message: String) {
    #expect(said(of: yaml) == ["coach.yml:\(message)"])
  }

  @Test("a document with many says them all in one run, in the order of the file")
  func all() {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach }
      products:
        coach.monthly:
          name: Monthly
          entitlements: premium
          price: 9.99
          period: 1 month
        coach.monthly:
          name: Again
      milestones: [discovery-complete]
      onboarding: discovery-complet
      trial:
        start: { purchaseAfter: discovery-done }
        lasts: P3D
        uses: { of: send-mesage, limit: 0 }
      features:
        send-message:
          - when: { phase: trail }
            allow: { upTo: 100, per: trial }
          - when: { phase: trial }
            alow: unlimited
          - otherwise: deny
            paywall: after-discvery
        read: allow
        read: deny
        read: allow
      paywalls:
        after-discovery:
          titel: Hello
          packages: [coach.montly]
      texts:
        hello: { de: Hallo }
        left: { en: { count: trial.daysLef, one: One day } }
      """
    #expect(
      said(of: yaml).map { String($0.prefix { $0 != ";" }) } == [
        "coach.yml:6:12: error: found the number `9.99`",
        "coach.yml:7:13: error: found `1 month`",
        "coach.yml:8:3: error: `coach.monthly` stands twice",
        "coach.yml:11:13: error: there is no milestone `discovery-complet`",
        "coach.yml:13:27: error: there is no milestone `discovery-done`",
        "coach.yml:15:35: error: found the number `0`",
        "coach.yml:18:22: error: found `trail`",
        "coach.yml:21:7: error: a rule has no key `alow`",
        "coach.yml:23:16: error: there is no paywall `after-discvery`",
        "coach.yml:25:3: error: `read` stands twice",
        "coach.yml:26:3: error: `read` stands twice",
        "coach.yml:29:5: error: a paywall has no key `titel`",
        "coach.yml:32:3: error: nothing in the app's own language, `en`",
        "coach.yml:33:11: error: a text with plural forms lacks `other`",
        "coach.yml:33:24: error: found `trial.daysLef`",
      ])
  }

  @Test("a list with a broken item keeps the positions of the others")
  func positions() {
    let yaml = document(
      message: """
        [
            { when: { phase: trail }, allow: unlimited },
            { when: { entitled: premium }, allow: unlimited, paywall: plns }]
        """)
    #expect(
      said(of: yaml).map { String($0.prefix { $0 != ";" }) } == [
        "coach.yml:8:22: error: found `trail`",
        "coach.yml:9:63: error: there is no paywall `plns`",
      ])
  }

  @Test("aliases that multiply are refused")
  func aliases() {
    var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in 1...8 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      lines.append("a\(level): &a\(level) [\(items)]")
    }
    #expect(
      said(of: lines.joined(separator: "\n")) == [
        "coach.yml:1:1: error: more than 100000 values, aliases written out"
      ])
  }
}
