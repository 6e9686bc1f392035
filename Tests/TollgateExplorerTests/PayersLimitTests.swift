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
      ("upTo: 1, per: month", "upTo: 5, per: period"),
    ])
  func own(free: String, paid: String) throws {
    let yaml = """
      app: { id: hold, name: Hold, bundleID: com.example.hold, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      products:
        pro: { name: Pro, entitlements: pro, price: 6.99 USD, period: P1M, group: base }
      hasFreeTier: true
      features:
        add-task:
          - { when: { entitled: pro }, allow: { \(paid) } }
          - { otherwise: { \(free) }, paywall: p }
      paywalls: { p: { title: Pro, packages: [pro] } }
      """
    let file = try BlueprintFile.parse(yaml, name: "hold.yml") { _ in throw NoFile() }
    let exploration = Explorer(file.blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    let findings = exploration.findings.map { finding in
      "\(finding.kind.rawValue): \(finding.sentence)\n\(finding.history?.description ?? "")"
    }
    #expect(findings == [])
  }
}
