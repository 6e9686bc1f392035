import Foundation
import Testing

@testable import TollgateBlueprints

/// A blueprint with every key of the form.
let everything = """
  app:
    id: coach
    name: Coach
    bundleID: com.example.coach
    appleID: 1234567890
    timeZone: Europe/Berlin
    language: en
    languages: [en, de, pt-BR]
  defaults:
    feature: { paywall: plans }
    package: { priceLine: "{product.price}" }
    prompt: { paywall: plans, patience: { dismissals: 2, staysAway: P7D } }
    nudge: { quietHours: { from: "22:30", to: "07:00" } }
  legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy?v=2" }
  skin:
    accent: { light: "#1F7041", dark: "#7FD79A" }
    highlight: "#8FCE5A"
    text: "#15301F"
    page: "#EAF5E6"
    card: "#FFFFFF"
    background: { glow: ["#FFF2B8", "#BFE9C4"], dark: ["#4D4A14"] }
    appearance: automatic
    font: rounded
    titles: { font: { name: Sora, file: fonts/sora.woff2, fallback: serif }, capitals: true }
    icon: leaf
    corners: soft
    button: { shape: corners, weight: heavy }
    align: start
    picture: behind
    benefits: grid
    plans: cards
  products:
    coach.monthly:
      kind: autoRenewable
      name: Monthly
      entitlements: [premium]
      price: 9.99 USD
      period: P1M
      group: plans
      level: 1
      introductoryOffer: { payment: payAsYouGo, period: P1M, periods: 2, price: 1.99 USD }
      offers:
        back: { kind: winBack, payment: payUpFront, period: P1M, periods: 3, price: 4.99 USD }
        FRIEND: { kind: code, payment: freeTrial, period: P1W }
        stay: { kind: promotional, payment: payAsYouGo, period: P1M, price: 4.99 USD }
      familyShareable: true
    coach.yearly: { name: Yearly, entitlements: premium, price: 59.99 USD, monthlyPrice: 5.99 USD, seatPrices: [{ from: 6, price: 49.99 USD }], period: P1Y, group: plans, level: 1 }
    coach.season: { kind: nonRenewing, name: Season, entitlements: premium, price: 29.99 USD, period: P90D, addsUp: false }
    coach.coins: { kind: consumable, name: Coins, needs: premium, price: 0.99 USD }
  purchases: { transfer: transferIfInactive, lateRenewal: PT12H }
  milestones: [discovery-complete]
  attributes:
    goal: { type: text, values: [strength, endurance] }
    sessions: { type: number }
    coach: { type: boolean, setBy: backend }
  conditions:
    lifter: { attribute: { name: goal, is: strength } }
    regular: { is: lifter, any: [{ count: { of: opened, atLeast: 9 } }] }
  onboarding: discovery-complete
  hasFreeTier: true
  plan: premium
  granted: beta
  grants:
    referral: { by: backend, when: { phase: free }, entitlement: premium, lasts: P7D, waitsFor: purchases, upTo: 4, per: month }
    apology: { entitlement: premium, until: 2027-01-01 }
    sorry: { credits: coins, amount: 10, lasts: P30D, upTo: 2, per: month }
    web: { elsewhere: true, entitlement: [premium, beta], credits: coins, amount: 900 }
  teams:
    family: { when: { phase: subscribed }, shares: premium, seats: { premium: 4 }, pooled: sketch, invitation: P14D }
    pair: { shares: [premium, beta], gives: guest, seats: 1 }
  trial:
    id: taste
    start: { purchaseAfter: discovery-complete }
    lasts: P2M
    uses: { of: send-message, limit: 100 }
    entitles: premium
    oncePer: account
  trials:
    welcome:
      start: { milestone: discovery-complete }
      when: { notEntitled: premium }
      lasts: P3D
      entitles: [premium]
      oncePer: account
    hello: { start: signUp, lasts: P1D, entitles: premium }
  credits:
    coins:
      filledBy:
        coach.monthly: { amount: 50, each: period, rollsOver: true, upTo: 120, lasts: P3M, inTrial: 5, onUpgrade: keep }
        coach.coins: 100
      given:
        - { amount: 50, on: signUp, lasts: P30D }
        - { amount: 10, on: { milestone: discovery-complete }, lasts: whileSubscribed }
        - { amount: 5, each: day, upTo: 20, lasts: whileSubscribed, when: { phase: [trial, subscribed] } }
      spendFirst: bought
      spending: { upTo: 100, per: day }
      mayOverdraw: 10
  features:
    send-message:
      - { when: { phase: [trial, free] }, allow: { upTo: 100, per: trial }, paywall: plans }
      - { when: { entitled: premium, notReached: discovery-complete }, allow: unlimited }
      - { when: { notEntitled: premium, reached: discovery-complete }, deny: true }
      - when:
          since:
            - { event: signUp, atLeast: P3D, lessThan: P14D }
            - { event: { use: send-message }, first: true, from: 2026-01-01, before: 2026-03-01 }
          count:
            - { of: { use: send-message }, atLeast: 3, lessThan: 10, within: P7D }
            - { of: { use: send-message }, lessThan: 5, within: day }
            - { of: { milestone: discovery-complete }, atLeast: 1 }
            - { of: { dismissal: card }, lessThan: 2, from: 2026-01-01, before: 2026-03-01 }
            - { of: { paywall: plans }, lessThan: 9 }
            - { of: { closed: plans }, lessThan: 9 }
            - { of: { bought: coach.monthly }, lessThan: 3 }
            - { of: renewal, lessThan: 99 }
            - { of: opened, every: 3 }
            - { of: updated, lessThan: 9 }
          ends:
            - { anchor: trialEnd, within: P2D }
            - { anchor: periodEnd, within: P1M }
        allow: unlimited
      - { when: { any: [{ subscription: grace }, { willRenew: false, product: coach.monthly }] }, allow: unlimited }
      - { otherwise: { upTo: 3, per: day }, paywall: plans }
    plants:
      title: Plants
      detail: Every one.
      icon: leaf
      passive: false
      paywall: plans
      offline: { allow: 2 }
      reservation: PT30M
      surplus: blocked
      rules: [{ otherwise: { holding: 3 } }]
    draw: [{ when: { phase: free }, allow: { spend: coins } }, { otherwise: { spend: coins, cost: 3 } }]
    print: [{ otherwise: { spend: coins, cost: any } }]
    sketch: [{ otherwise: { first: [{ all: [{ upTo: 3, per: day }, { upTo: 10, per: month }] }, { spend: coins }] } }]
    hearts: [{ otherwise: { upTo: 5, refills: PT3H } }]
    store: [{ otherwise: { holding: 5000000000, cost: any, each: album } }]
    record: [{ otherwise: { upTo: 60, per: month, cost: any, each: room } }]
    goal: [{ when: { phase: free }, allow: { holding: 3, each: project } }, { otherwise: { upTo: 3, per: day, each: project } }]
    ask: [{ otherwise: { all: [{ upTo: 80, per: PT3H, counts: requests }, { upTo: 900, per: year }] } }]
    answer: [{ otherwise: { upTo: 80, per: day, counts: requests } }]
    card: [{ otherwise: { all: [{ holding: 3, each: board }, { holding: 9 }, { upTo: 5, per: day }] } }]
    chat: [{ otherwise: { upTo: 40, per: PT3H, from: firstUse } }]
    attach: [{ otherwise: { largest: 25 } }]
    read: allow
    write: { rules: deny }
  paywalls:
    plans:
      title: { en: Plans, de: Pläne }
      subtitle: { text: hello }
      benefits:
        - { icon: chat, title: { text: hello }, detail: { text: hello }, free: { text: hello } }
        - { feature: plants }
      packages:
        - { product: coach.monthly, when: { phase: lapsed }, offer: back, offerLine: { text: left }, priceLine: { text: left }, badge: { text: left }, countdown: true }
        - { product: coach.monthly, offer: { code: FRIEND } }
        - { product: coach.yearly, billing: monthly }
        - coach.monthly
      button: { text: hello }
      dismissible: true
      welcome: { text: hello }
      cases:
        - { when: { phase: lapsed }, title: { text: hello }, subtitle: { text: hello }, button: { text: hello }, welcome: { text: hello } }
      icon: leaf
      image: { file: art/hero.webp, dark: art/hero-dark.webp, description: { text: hello } }
      timeline: true
      proof:
        - { stars: 5, text: { text: hello }, by: { text: hello } }
      questions:
        - { question: { text: hello }, answer: { text: hello } }
      closeAfter: 5
      webPage: true
      tabs:
        - { entitlement: beta, title: { text: hello } }
        - { entitlement: premium, title: { text: hello }, benefits: [{ feature: plants }] }
      pages:
        - { title: { text: hello }, text: { text: hello }, icon: leaf, image: art/hero.webp, benefits: [{ feature: plants }] }
        - title: { text: hello }
          question:
            attribute: goal
            answers:
              - { value: strength, text: { text: hello } }
              - { value: endurance, text: { text: hello } }
      exitOffer: goodbye
    goodbye: { title: { text: hello }, packages: [coach.monthly] }
  placements:
    chat:
      when: { held: { feature: plants, atLeast: 2 } }
      paywall: plans
      oncePerSession: true
      priority: 2
      gate: false
      cooldown: P1D
      holdOut: 10
  paywallLimit: [{ upTo: 1, per: day }, { upTo: 9, per: P7D }]
  experiments:
    page:
      group: pages
      traffic: 50
      variants:
        control: 1
        bold:
          weight: 2
          paywalls: { plans: plans }
          texts: { paywalls.plans.title: { en: More, de: Mehr, pt-BR: Mais }, hello: { text: left } }
  refunds:
    consent: coach
    sample: false
    rules:
      - { product: coach.coins, reason: [unsatisfied, other], consumed: 50, prefer: decline }
      - { used: { feature: send-message, atLeast: 20 }, prefer: grantProrated }
      - { prefer: grantFull }
  retention:
    - product: coach.monthly
      used: { feature: send-message, atLeast: 1, lessThan: 10 }
      message: { en: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, de: 1C7A2F0E-5B8D-4E6F-9A3C-2D4E6F8A0B1C }
      offer: stay
    - { message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, instead: coach.yearly }
    - message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b
  prompts:
    full:
      shape: banner
      placement: garden
      when:
        left:
          - { of: plants, lessThan: 2 }
          - { of: plants, atLeast: 1, lessThan: 50% }
          - { of: { credits: coins }, lessThan: 5 }
        members: { of: family, lessThan: 3 }
      icon: leaf
      text: { text: hello }
    card:
      shape: card
      placement: garden
      when:
        country: [DE, AT]
        language: de
        appVersion: { atLeast: "2.1", lessThan: "3" }
        device: [iPhone, iPad]
        attribute: [{ name: goal, is: strength }, { name: sessions, atLeast: 3, lessThan: 10 }]
        boughtApp: { before: { iOS: "238", macOS: "2.0", tvOS: "7", visionOS: "1" } }
        ageRange: { atLeast: 13, lessThan: 18, declared: [guardianDeclared, selfDeclared] }
        regulatoryFeature: [declaredAgeRangeRequired, significantAppChangeRequiresParentalConsent]
        consent: [withdrawn, given]
        environment: [production, sandbox]
        from: 2026-11-27
        until: 2026-12-01T09:00:00Z
      icon: leaf
      text: { text: hello }
      action: { text: hello }
      paywall: plans
      patience: { dismissals: 3, staysAway: P30D }
  nudges:
    soon:
      { anchor: trialEnd, before: PT12H, when: { phase: trial, is: regular }, text: { text: hello }, paywall: plans }
    back:
      after: { event: { milestone: discovery-complete }, delay: P3D }
      repeat: { every: P7D, atMost: 3 }
      quietHours: { from: "21:00", to: "08:00" }
      text: { text: hello }
    quiet: { after: { silence: P7D }, quietHours: none, text: { text: hello }, paywall: plans }
  profile:
    users: [user]
    skills: { rows: { jab: { level: 1, name: Jab, isNew: true }, hook: {} }, values: { xp: 0 } }
    trackers: { rows: [today], daily: true }
  routes:
    - when: { phase: free }
      session: signedIn
      hasSeenOnboarding: true
      hasJustSubscribed: false
      location: { not: [app, editor] }
      screen: app
      paywall: plans
    - { location: login, stay: true }
    - { location: [login, paywall], screen: app }
  texts:
    hello: { en: Hello, pt-BR: Oi, de: Hallo }
    left:
      en: { count: trial.daysLeft, "=0": none, "=1": one, zero: z, one: o, two: t, few: f, many: m, other: x }
      de: Noch da
      pt-BR: "{trial.daysLeft}"
    of-messages: { en: { count: features.send-message.left, one: o, other: x } }
  neverSay: [Trial expires in]
  accept: [{ finding: free ride, at: features.send-message, because: Intended. }]
  """

let everythingFromFile = """
  app:
    id: coach
    name: Coach
    bundleID: com.example.coach
    appleID: 1
    timeZone: customer
    fallbackTimeZone: Europe/Berlin
  parts: [texts/de.yml, paywalls.yaml]
  skin: { accent: "#1F7A4D", background: { gradient: ["#FFF2B8"] }, titles: serif }
  products:
    from: coach.storekit
    currency: USD
    entitlements: { coach.monthly: premium, coach.season: premium }
    lasts: { coach.season: P90D }
  trial: { start: signUp, lasts: P3D, earned: [{ days: 1, on: { use: read }, upTo: 3 }] }
  features: { read: allow }
  experiments: { length: { variants: { short: 1, long: { trial: { lasts: P30D } } } } }
  """

/// Asks the jsonschema package of Python whether documents satisfy the schema.
func satisfySchema(
  _ documents: [String], schema: String = BlueprintSchema.json
) throws -> [Bool] {
  let python = repository.appendingPathComponent(".venv/bin/python").path
  try #require(
    FileManager.default.isExecutableFile(atPath: python),
    "\(python) is missing; `make test` installs it")
  let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    given = json.load(sys.stdin)
    Draft202012Validator.check_schema(given["schema"])
    validator = Draft202012Validator(given["schema"])
    print(json.dumps([validator.is_valid(document) for document in given["documents"]]))
    """
  let process = Process()
  process.executableURL = URL(fileURLWithPath: python)
  process.arguments = ["-c", script]
  let output = Pipe()
  process.standardOutput = output
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("tollgate-schema-\(ProcessInfo.processInfo.globallyUniqueString).json")
  let given =
    "{\"schema\": \(schema), \"documents\": [\(documents.joined(separator: ","))]}"
  try Data(given.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  process.standardInput = try FileHandle(forReadingFrom: file)
  try process.run()
  let answer = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "the schema is not a JSON Schema")
  return try JSONDecoder().decode([Bool].self, from: answer)
}

extension YAMLNode {
  /// The node as JSON.
  var json: String {
    switch content {
    case .scalar(let text, .text): JSON.string(text).text()
    case .scalar(let text, .integer), .scalar(let text, .number): text
    case .scalar(let text, .flag): text.lowercased()
    case .scalar(_, .empty): "null"
    case .list(let items): "[\(items.map(\.json).joined(separator: ","))]"
    case .map(let entries):
      "{\(entries.map { "\(JSON.string($0.key).text()):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private func with(_ content: Content) -> YAMLNode {
    YAMLNode(content: content, position: position, path: path)
  }

  /// Every document that differs from this one at a single place: another kind of value, a key more or less.
  var neighbours: [YAMLNode] {
    let others: [Content] = [
      .scalar("7", .integer), .scalar("-1", .integer), .scalar("7.5", .number),
      .scalar("true", .flag), .scalar("", .text), .scalar("no such!", .text),
      .scalar("", .empty), .list([]), .map([]),
    ]
    var result = others.map(with)
    switch content {
    case .scalar: break
    case .list(let items):
      for (index, item) in items.enumerated() {
        for neighbour in item.neighbours {
          var copy = items
          copy[index] = neighbour
          result.append(with(.list(copy)))
        }
      }
    case .map(let entries):
      let stray = Entry(key: "zzz", position: position, value: with(.scalar("x", .text)))
      result.append(with(.map(entries + [stray])))
      for (index, entry) in entries.enumerated() {
        var without = entries
        without.remove(at: index)
        result.append(with(.map(without)))
        for neighbour in entry.value.neighbours {
          var copy = entries
          copy[index] = Entry(key: entry.key, position: entry.position, value: neighbour)
          result.append(with(.map(copy)))
        }
      }
    }
    return result
  }
}
