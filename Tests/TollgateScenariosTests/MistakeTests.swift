import Foundation
import Testing
import TollgateBlueprints
import TollgateScenarios

@Suite("A scenario file with mistakes")
struct MistakeTests {
  @Test(
    "a scenario file with mistakes gets all of them at once, with places, what was expected and the nearest name"
  )
  func all() throws {
    let error = try #require(
      try mistakes(
        """
        titel: a life
        start: yesterday
        steps:
          - use: send-mesage
            expect: { phase: trail, access: { send-message: maybe }, recorded: -1 }
          - after: 3 days
            reach: memory-moment
            buy: coach.monthly
          - until: tomorrow
            buy: { product: coach.weekly, outcome: steal }
          - on: tablet
            dismiss: { times: 2 }
          - singUp: ada@example.com
          - signUp: { namesDevice: no }
            expect:
              access: { send-message: { startsAt: soon } }
              packages: { plns: none }
              trial: { ending: usess }
              refused: limitReached
        """))
    #expect(error.code == .invalidScenario)
    #expect(
      error.description == """
        life.yml:1:1: error: a scenario has no key `titel`; expected one of `title`, `blueprint`, `start`, `store`, `variants`, `devices`, `steps`; did you mean `title`?
        life.yml:2:8: error: found `yesterday`; expected a date and time such as `2026-03-02T09:00:00Z`
        life.yml:4:10: error: there is no feature `send-mesage`; expected one of `send-message`, `read-conversation`; did you mean `send-message`?
        life.yml:5:22: error: found `trail`; expected one of `unknown`, `onboarding`, `blocked`, `trial`, `trialExpired`, `subscribed`, `lapsed`, `free`; did you mean `trial`?
        life.yml:5:53: error: found `maybe`; expected one of `allowed`, `denied`, `unknown`
        life.yml:5:72: error: found the number `-1`; expected a whole number from 0 to 100,000
        life.yml:6:5: error: a step has more than one action
        life.yml:6:12: error: found `3 days`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `P3D`?
        life.yml:9:12: error: found `tomorrow`; expected `nextChange`
        life.yml:10:21: error: there is no product `coach.weekly`; expected one of `coach.yearly`, `coach.monthly`; did you mean `coach.yearly`?
        life.yml:10:44: error: found `steal`; expected one of `buy`, `cancel`, `askToBuy`, `paymentNotAllowed`, `paymentInvalid`, `network`, `productUnavailable`, `interrupted`
        life.yml:11:9: error: there is no device `tablet`; expected `phone`
        life.yml:12:5: error: `dismiss` lacks `prompt`; expected the name of a prompt
        life.yml:13:5: error: a step has no key `singUp`; did you mean `signUp`?
        life.yml:14:5: error: `signUp` lacks `email`; expected an email address
        life.yml:14:28: error: found `no`; expected `true` or `false`; did you mean `false`?
        life.yml:16:43: error: found `soon`; expected a date and time such as `2026-03-02T09:00:00Z`
        life.yml:17:19: error: there is no paywall `plns`; expected one of `plans`, `keep-going`; did you mean `plans`?
        life.yml:18:24: error: found `usess`; expected one of `time`, `uses`, `refund`, `replacement`, `transfer`; did you mean `uses`?
        life.yml:19:16: error: found `limitReached`; expected `{ code: denied, reason: limitReached }`
        """)
  }

  /// A choir that sells a subscription and a product without seats, and has one experiment.
  private static let choir = """
    app: { id: choir, name: Choir, bundleID: com.example.choir }
    products:
      choir.monthly: { name: Monthly, entitlements: all, price: 4.99 EUR, period: P1M, group: choir }
      choir.once: { kind: nonConsumable, name: Once, entitlements: all, price: 99 EUR }
    hasFreeTier: true
    features: { sing: [{ when: { entitled: all }, allow: unlimited }, { otherwise: deny, paywall: plans }] }
    paywalls: { plans: { title: Sing, packages: [choir.monthly, choir.once] } }
    experiments: { page: { variants: { control: 1, bold: { texts: { paywalls.plans.title: Sing! } } } } }
    """

  @Test(
    "a scenario file with seats and weights that nothing has gets all mistakes",
    arguments: [
      (
        """
        title: a choir
        start: 2026-03-02
        variants: drawn
        steps:
          - buy: { product: choir.monthly, seats: 0 }
          - buy: { product: choir.once, seats: 2 }
          - refund: { product: choir.monthly, seats: 1001 }
          - refund: { product: choir.once, seats: 2 }
          - weights: { pge: { control: 1 } }
          - weights: { page: { control: 0, bold: 0 } }
          - weights: { page: { blod: 1, control: 10001 } }
          - refund: { product: choir.monthly, percent: 50, unused: true }
          - buy: { product: choir.monthly, billing: yearly }
          - after: PT30S
        """,
        """
        life.yml:5:43: error: found the number `0`; expected a whole number from 1 to 1,000
        life.yml:6:40: error: `choir.once` has no seats; expected the name of a subscription
        life.yml:7:46: error: found the number `1001`; expected a whole number from 1 to 1,000
        life.yml:8:43: error: `choir.once` has no seats; expected the name of a subscription
        life.yml:9:16: error: `weights` has no key `pge`; did you mean `page`?
        life.yml:10:16: error: nobody gets a variant of `page`
        life.yml:11:24: error: the weights of `page` have no key `blod`; did you mean `bold`?
        life.yml:11:42: error: found the number `10001`; expected a whole number from 0 to 10,000
        life.yml:12:5: error: a refund has one of `seats`, `percent` and `unused`
        life.yml:13:45: error: found `yearly`; expected `monthly`
        life.yml:14:12: error: found `PT30S`; expected whole minutes or longer, such as `PT1M`, or an instant with seconds, as in `at: 2026-03-02T09:00:30Z`
        """
      ),
      (
        """
        title: a choir
        start: 2026-03-02
        variants: { page: bold }
        steps:
          - weights: { page: { control: 5 } }
        """,
        """
        life.yml:5:5: error: the variants of this scenario do not depend on weights; expected `variants: drawn`
        """
      ),
    ])
  func seatsAndWeights(yaml: String, said: String) throws {
    let file = try BlueprintFile.parse(Self.choir, name: "choir.yml") { _ in Data() }
    let products = try #require(file.store)
    let error = #expect(throws: ScenarioError.self) {
      try Scenario.parse(yaml, name: "life.yml", blueprint: file, products: products)
    }
    #expect(error?.description == said)
  }

  @Test(
    "a scenario file that is not a scenario is refused",
    arguments: [
      ("", ScenarioError.Code.invalidYAML), ("title: [", .invalidYAML),
      ("- a list", .invalidScenario),
      ("title: a\ntitle: b", .invalidYAML),
      ("title: a\nstart: 2026-03-02\nsteps: []", .invalidScenario),
      ("title: a\nstart: 2026-03-02\nsteps: text", .invalidScenario),
    ])
  func noScenario(yaml: String, code: ScenarioError.Code) throws {
    let error = try #require(try mistakes(yaml))
    #expect(error.code == code)
    #expect(!error.diagnostics.isEmpty)
  }

  @Test("a scenario file with a repeated key gets the mistakes after it too")
  func repeatedKey() throws {
    let yaml = """
      title: a
      title: b
      start: soon
      steps: [{ use: send-mesage }]
      """
    let error = try #require(try mistakes(yaml))
    #expect(error.code == .invalidYAML)
    #expect(error.diagnostics.map(\.line) == [2, 3, 4])
  }

  @Test("a scenario file that is missing, or names a missing blueprint, is reported")
  func missing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appendingPathComponent("life.yml").path
    #expect(loading(path)?.description == "life.yml: error: there is no such file")
    try Data("title: a\nblueprint: nowhere.yml".utf8).write(to: URL(fileURLWithPath: path))
    #expect(loading(path)?.code == .invalidBlueprint)
    #expect(loading(path)?.description == "nowhere.yml: error: there is no such file")
    try Data("title: a".utf8).write(to: URL(fileURLWithPath: path))
    #expect(loading(path)?.description == "life.yml: error: the scenario names no `blueprint`")
  }

  private func loading(_ path: String) -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try Scenario.load(path: path)
      return nil
    } catch {
      return error
    }
  }

  private func mistakes(_ yaml: String) throws -> ScenarioError? {
    do {
      _ = try CoachFree.scenario(yaml)
      return nil
    } catch let error as ScenarioError {
      return error
    }
  }
}
