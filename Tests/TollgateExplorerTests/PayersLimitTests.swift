import Testing
import Tollgate
import TollgateBlueprints
import TollgateExplorer

@Suite("The limits of those who pay")
struct PayersLimitTests {
  private struct NoFile: Error {}

  @Test(
    "EX-5 a payer's own limit is the blueprint's decision, also for somebody who reached it before",
    arguments: [
      ("holding: 15", "holding: 250"), ("upTo: 3, per: week", "upTo: 10, per: month"),
      ("upTo: 1, per: month", "upTo: 5, per: period"), ("upTo: 3, per: ever", "upTo: 9, per: ever"),
    ])
  func own(free: String, paid: String) throws {
    let findings = try Self.findings(
      """
      products:
        pro: { name: Pro, entitlements: pro, price: 6.99 USD, period: P1M, group: base }
      features:
        add-task:
          - { when: { entitled: pro }, allow: { \(paid) } }
          - { otherwise: { \(free) }, paywall: p }
      paywalls: { p: { title: Pro, packages: [pro] } }
      """)
    #expect(findings == [])
  }

  @Test(
    "EX-5 a payer at their own limit finds no fault in an add-on on the same paywall, nor in a higher tier elsewhere",
    arguments: ["holding: 20", "upTo: 20, per: ever"])
  func besideOthers(paid: String) throws {
    let addOn = try Self.findings(
      """
      products:
        pro: { name: Pro, entitlements: pro, price: 6.99 USD, period: P1M, group: base }
        icons: { kind: nonConsumable, name: Icons, entitlements: icons, price: 2 USD }
      features:
        add-task: { paywall: p, rules: [{ when: { entitled: pro }, allow: { \(paid) } }, { otherwise: deny }] }
        theme: { paywall: p, rules: [{ when: { entitled: icons }, allow: unlimited }, { otherwise: deny }] }
      paywalls: { p: { title: Pro, packages: [pro, icons] } }
      """)
    #expect(addOn == [])
    let tier = try Self.findings(
      """
      products:
        pro: { name: Pro, entitlements: [basic, pro], price: 6.99 USD, period: P1M, group: base, level: 1 }
        basic: { name: Basic, entitlements: basic, price: 2.99 USD, period: P1M, group: base, level: 2 }
      features:
        add-task:
          - { when: { entitled: pro }, allow: unlimited }
          - { when: { entitled: basic }, allow: { \(paid) } }
          - { otherwise: deny, paywall: p }
      paywalls: { p: { title: Pro, packages: [pro, basic] } }
      """)
    #expect(tier == [])
  }

  @Test("RA-14 who bought one add-on is not locked out of another one on the same paywall")
  func otherAddOn() throws {
    let findings = try Self.findings(
      """
      products:
        pro: { name: Pro, entitlements: pro, price: 6.99 USD, period: P1M, group: base }
        oils: { kind: nonConsumable, name: Oils, entitlements: oils, needs: pro, price: 2 USD }
        inks: { kind: nonConsumable, name: Inks, entitlements: inks, needs: pro, price: 2 USD }
      features:
        oil: { paywall: p, rules: [{ when: { entitled: oils, any: [{ entitled: pro }] }, allow: unlimited }, { otherwise: deny }] }
        ink: { paywall: p, rules: [{ when: { entitled: inks, any: [{ entitled: pro }] }, allow: unlimited }, { otherwise: deny }] }
      paywalls: { p: { title: Pro, packages: [pro, oils, inks] } }
      """)
    #expect(findings.filter { $0.contains("oils`, which the paywall of `ink") } == [])
    #expect(findings.filter { $0.contains("inks`, which the paywall of `oil") } == [])
  }

  /// What a search finds in a blueprint, with the histories.
  private static func findings(_ rest: String) throws -> [String] {
    let yaml = """
      app: { id: hold, name: Hold, bundleID: com.example.hold, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true

      """ + rest
    let file = try BlueprintFile.parse(yaml, name: "hold.yml") { _ in throw NoFile() }
    let exploration = Explorer(file.blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    return exploration.findings.map { finding in
      "\(finding.kind.rawValue): \(finding.sentence)\n\(finding.history?.description ?? "")"
    }
  }
}
