import Testing
import TollgateBlueprints

@Suite("Mistakes in a blueprint")
struct MistakeTests {
  @Test("a good blueprint has none")
  func good() { #expect(said(of: smallBlueprint()) == []) }

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
        "app: *nobody\n",
        "coach.yml:1:6: error: an alias of YAML is not supported; expected the value itself, "
          + "or quotes around a text that begins with `*`"
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

  @Test(
    "a key without its colon is reported at its own line, and the rest of the file is read",
    arguments: [
      (
        smallBlueprint().replacing("features:", with: "features"),
        "6:1: error: the colon after `features` is missing; expected `features:`"
      ),
      (
        smallBlueprint().replacing("plans: {", with: "plans {"),
        "10:3: error: the colon after `plans` is missing; expected `plans:`"
      ),
      (
        smallBlueprint(
          message: """

                  paywall: plans
                  rules
                    - { when: { entitled: premium }, allow: unlimited }
                    - { otherwise: deny }
            """),
        "9:7: error: the colon after `rules` is missing; expected `rules:`"
      ),
      (
        smallBlueprint(
          message: """

                  paywall plans
                  rules: [{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny }]
            """),
        "8:7: error: the colon after `paywall` is missing; expected `paywall:`"
      ),
    ])
  func missingColon(yaml: String, message: String) {
    #expect(said(of: yaml) == ["coach.yml:\(message)"])
    // Mistakes elsewhere are found in the same run.
    let more = said(of: yaml.replacing("holding: 3", with: "holding: many"))
    #expect(more.count == 2, "\(more)")
  }

  @Test("text that a comment cuts off is pointed out")
  func comments() {
    #expect(
      said(of: smallBlueprint(more: "  note: We are #1")) == [
        "coach.yml:13:9: warning: the value ends before ` #1`, since `#` after a space begins a comment; "
          + "expected quotes around a text with `#`, or a space after the `#` of a comment"
      ])
    for fine in ["  note: We are C# people", "  note: \"We are #1\"", "  note: We are # one"] {
      #expect(said(of: smallBlueprint(more: fine)) == [], "\(fine)")
    }
    let flow = said(
      of: smallBlueprint(paywall: "{ title: We are #1, packages: [coach.monthly] }"))
    #expect(flow.count == 1)
    #expect(
      flow[0].hasSuffix(
        "; `#` after a space begins a comment, on line 10 at column 26: put text that contains it in quotes"
      ), "\(flow)")
  }

  @Test("texts in a section whose key is misspelled are one mistake")
  func misspelledTexts() {
    let yaml = smallBlueprint(
      paywall: "{ title: { text: banner }, packages: [coach.monthly] }"
    ).replacing("texts:", with: "text:")
    let mistakes = said(of: yaml)
    #expect(mistakes.count == 1, "\(mistakes)")
    #expect(mistakes[0].hasPrefix("coach.yml:11:1: error: a blueprint has no key `text`;"))
  }

  @Test("a document that is not YAML has another code than one that is not a blueprint")
  func codes() {
    let broken = #expect(throws: BlueprintFileError.self) { try parse("a: [") }
    #expect(broken?.code == .invalidYAML)
    let wrong = #expect(throws: BlueprintFileError.self) { try parse("a: b") }
    #expect(wrong?.code == .invalidBlueprint)
    let missing = #expect(throws: BlueprintFileError.self) {
      try BlueprintFile.load(path: "/nowhere/coach.yml")
    }
    #expect(missing?.code == .unreadable)
    #expect(missing?.description == "coach.yml: error: there is no such file")
    #expect(missing?.isRetryable == false)
  }

  @Test(
    "each is named with its line, column and what was expected",
    arguments: mistakeTable + pageMistakes + wordMistakes + guessMistakes)
  func one(yaml: String, message: String) {
    #expect(said(of: yaml) == ["coach.yml:\(message)"])
  }

  @Test("a document with many reports all of them in one run, in the order of the file")
  func all() {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
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
        "coach.yml:8:3: error: `coach.monthly` is defined twice",
        "coach.yml:11:13: error: there is no milestone `discovery-complet`",
        "coach.yml:13:27: error: there is no milestone `discovery-done`",
        "coach.yml:15:35: error: found the number `0`",
        "coach.yml:18:22: error: found `trail`",
        "coach.yml:21:7: error: a rule has no key `alow`",
        "coach.yml:23:16: error: there is no paywall `after-discvery`",
        "coach.yml:25:3: error: `read` is defined twice",
        "coach.yml:26:3: error: `read` is defined twice",
        "coach.yml:29:5: error: a paywall has no key `titel`",
        "coach.yml:32:3: error: nothing in the app's own language, `en`",
        "coach.yml:33:11: error: a text with plural forms lacks `other`",
        "coach.yml:33:24: error: found `trial.daysLef`",
      ])
  }

  @Test(
    "a section whose key is misspelled is one mistake, whatever names what is in it",
    arguments: ["products", "features", "paywalls", "credits", "hasFreeTier"])
  func misspelled(section: String) {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      products:
        coach.monthly: { name: M, entitlements: premium, period: P1M }
        coach.coins: { kind: consumable, name: Coins }
      hasFreeTier: true
      credits: { coins: { filledBy: { coach.coins: 10 } } }
      features:
        ask:
          title: Ask
          icon: star
          paywall: plans
          rules:
            - { when: { entitled: premium }, allow: unlimited }
            - otherwise: { spend: coins }
      paywalls:
        plans: { title: Plans, benefits: [{ feature: ask }], packages: [coach.monthly, coach.coins] }
      placements:
        home: { when: { phase: [free, lapsed] }, paywall: plans, gate: false }
      """
    #expect(said(of: yaml) == [])
    let found = said(of: yaml.replacing("\n\(section):", with: "\n\(section.dropLast()):"))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("did you mean `\(section)`?") ?? false)
  }

  @Test("a byte-order mark is ignored, and lines and columns stay the same")
  func mark() throws {
    let yaml = smallBlueprint()
    #expect(said(of: "\u{FEFF}" + yaml) == [])
    let wrong = yaml.replacing("app: {", with: "ap: {")
    #expect(said(of: "\u{FEFF}" + wrong) == said(of: wrong))
  }

  @Test("a list with a broken item keeps the positions of the others")
  func positions() {
    let yaml = smallBlueprint(
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
}
