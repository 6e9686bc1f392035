import Foundation
import TestSupport
import Testing

@testable import TollgateBlueprints

@Suite("Hostile texts")
struct HostileTests {
  @Test(
    "aliases that multiply are refused, also as a key", .timeLimit(.minutes(1)),
    arguments: ["last: *a12", "? *a12\n: 1", "last: { ? [*a12] : 1 }", "*a12 : 1"])
  func aliases(last: String) {
    var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in 1...12 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      lines.append("a\(level): &a\(level) [\(items)]")
    }
    let found = said(of: (lines + [last]).joined(separator: "\n"))
    #expect(found.first?.hasPrefix("coach.yml:") == true)
  }

  @Test("keys within keys are refused at once", .timeLimit(.minutes(1)))
  func keys() {
    let items = Array(repeating: "x", count: 60_000).joined(separator: ",")
    let nested = String(repeating: "{? ", count: 900) + "[\(items)]"
    #expect(!said(of: nested + String(repeating: ": 1}", count: 900)).isEmpty)
    #expect(
      said(of: "? app\n").contains {
        $0.hasPrefix("coach.yml:1:1: error: a key behind `?` is not supported")
      })
  }

  @Test("of a thousand names that do not exist, only the first hundred get suggestions")
  func unknownNames() {
    let features = (0..<1000).map {
      "  feature-\($0): [{ otherwise: unlimited, paywall: paywal-\($0) }]"
    }
    let paywalls = (0..<200).map { "  paywall-\($0): { title: Plans, packages: [pro] }" }
    let found = said(
      of: """
        app: { id: coach, name: Coach, bundleID: app.coach.ios }
        hasFreeTier: true
        products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }
        paywalls:
        \(paywalls.joined(separator: "\n"))
        features:
        \(features.joined(separator: "\n"))
        """)
    let unknown = found.filter { $0.contains("there is no paywall") }
    #expect(unknown.count == 1000)
    #expect(unknown.filter { $0.contains("did you mean `paywall-") }.count == 100)
    #expect(found.filter { $0.contains("900 more names do not exist") }.count == 1)
  }

  @Test("asterisks and question marks in texts stay, beside private characters")
  func asterisks() throws {
    let text = "\u{F000}Why? *Now* \u{F001}"
    for written in [text, "'\(text)'", "|\n  \(text)"] {
      let root = try YAMLDocument.read("a*key*?: \(written)\n", file: "a.yml").root
      let value = try #require(root["a*key*?"])
      guard case .scalar(let read, _) = value.content else {
        Issue.record("\(value)")
        continue
      }
      #expect(read.trimmingCharacters(in: .newlines) == text)
    }
  }

  @Test("many keys that are defined twice end the reading", .timeLimit(.minutes(1)))
  func duplicates() {
    let lines = (0..<5_000).flatMap { ["k\($0): 1", "k\($0): 2"] }
    #expect(said(of: lines.joined(separator: "\n")).count == 1)
  }

  @Test(
    "conditions within one another are refused where the ninth level begins",
    arguments: [8, 9, 300])
  func levels(count: Int) {
    let yaml = """
      features:
        export:
          rules:
            - when: \(String(repeating: "{ not: ", count: count)){ phase: free }\(String(repeating: " }", count: count))
              allow: unlimited
            - otherwise: deny
      """
    let refusal = "coach.yml:4:73: error: more than 8 levels of `any` and `not`"
    #expect(said(of: yaml).filter { $0.contains("levels") } == (count > 8 ? [refusal] : []))
  }

  @Test("a line may state a price of any number of digits")
  func greatPrice() {
    for amount in ["9223372036854775807", "9223372036854775.808", "\(UInt64.max)"] {
      let yaml = """
        app: {id: coach, name: Coach, bundleID: com.example.coach}
        products: {pro: {name: Pro, period: P1M, price: 9.99 USD, entitlements: [pro]}}
        texts: {price: {en: "Only $\(amount)"}}
        """
      #expect(said(of: yaml).allSatisfy { !$0.isEmpty })
    }
  }

  @Test(
    "a file cut off anywhere is refused with a place in it or at its end, or can be used",
    .exhaustive)
  func truncation() throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path(of: "coach-paid"))))
    for length in stride(from: 0, to: bytes.count, by: 13) {
      let yaml = String(decoding: bytes.prefix(length), as: UTF8.self)
      let report = BlueprintCheck.check(yaml, name: "coach.yml") { _ in storekit() }
      let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(report.isGood || report.diagnostics.contains { $0.severity == .error })
      #expect(report.diagnostics.allSatisfy { $0.line <= lines + 1 }, "cut after \(length) bytes")
    }
  }

  @Test(
    "values nested too deeply are reported with their line, in words of their own",
    arguments: ["[", "{a: "])
  func nested(open: String) {
    let found = said(of: "app: {}\nextra: " + String(repeating: open, count: 20_000))
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("coach.yml:2:"))
    #expect(found[0].hasSuffix("error: lists and maps are nested too deeply"))
  }

  @Test(
    "hostile texts are refused",
    arguments: [
      ("[", 100_000), ("{a: ", 100_000), ("- ", 50_000), ("app: \u{0}", 1), ("\u{FEFF}", 1),
      ("%YAML 9.9\n---\n", 1), ("? [a]\n: b\n", 1), ("<<: {app: 1}\n", 1), ("&a [*a]", 1),
      ("!!binary |\n  AAAA\n", 1), ("\u{7}: 1", 1),
    ])
  func hostile(text: String, times: Int) {
    #expect(!said(of: String(repeating: text, count: times)).isEmpty)
  }

  /// A blueprint whose conditions mention so many milestones that its customers' states are not enumerated.
  private static func crowded(features: [String], prompts: [String] = []) -> String {
    let milestones = (1...15).map { "m\($0)" }
    let reached = milestones.map { "{ reached: \($0) }" }.joined(separator: ", ")
    let about = { (condition: String) in
      "{ shape: card, placement: home, when: \(condition), icon: star, text: Hi, paywall: plans }"
    }
    let cards = (["{ any: [\(reached)] }"] + prompts).enumerated().map {
      "  card\($0.offset): \(about($0.element))"
    }
    return """
      app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      products: { coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach } }
      hasFreeTier: true
      milestones: [\(milestones.joined(separator: ", "))]
      features:
      \(features.joined(separator: "\n"))
      prompts:
      \(cards.joined(separator: "\n"))
      paywalls:
        plans: { title: Plans, packages: [coach.monthly] }
      """
  }

  @Test("a rule on the uses of nine features is read at once, however many milestones there are")
  func manyEvents() {
    let scans = (1...9).map { "scan\($0)" }
    let counts = scans.flatMap { scan in
      [(2, 1), (4, 3), (6, 9)].map { number, days in
        "{ of: { use: \(scan) }, atLeast: \(number), within: P\(days)D }"
      }
    }
    let premium = "{ when: { entitled: premium }, allow: unlimited }"
    let features = scans.map {
      "  \($0): [\(premium), { otherwise: { upTo: 9, per: day }, paywall: plans }]"
    }
    let write = """
        write: [{ when: { count: [\(counts.joined(separator: ", "))] }, allow: { upTo: 3, per: day } }, \
      \(premium), { otherwise: deny, paywall: plans }]
      """
    #expect(said(of: Self.crowded(features: features + [write])) == [])
  }

  @Test("a prompt for those who hold items is accepted, however many milestones there are")
  func held() {
    let garden =
      "  garden: [{ when: { entitled: premium }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]"
    let full = "{ phase: free, held: { feature: garden, atLeast: 3 } }"
    #expect(said(of: Self.crowded(features: [garden], prompts: [full])) == [])
  }
}
