import Testing
import Tollgate
import TollgateBlueprints

/// The rules of a feature that is sold, and what `check` says about forged reports.
struct TrustCase: CustomTestStringConvertible, Sendable {
  let rules: String
  let result: Result

  enum Result: String, Sendable {
    case unlocks = "but a forged report unlocks it for free"
    case evades = "but a forged report evades this rule"
    case unclear = "too many combinations to tell"
    case nothing
  }

  var testDescription: String { "\(result): \(rules)" }

  init(_ result: Result, _ rules: String) {
    self.result = result
    self.rules = rules
  }

  static let all = [
    // Dismissals.
    TrustCase(
      .unlocks,
      "{ when: { count: { of: { dismissal: hello }, atLeast: 3 } }, allow: unlimited }, \(sold), none"
    ),
    TrustCase(
      .unlocks,
      "{ when: { since: { event: { dismissal: hello }, lessThan: P1D } }, allow: { upTo: 9, per: day } }, "
        + "\(sold), { otherwise: { upTo: 1, per: day } }"),
    TrustCase(
      .nothing,
      "{ when: { entitled: member, count: { of: { dismissal: hello }, atLeast: 3 } }, allow: unlimited }, "
        + "\(sold), none"),
    TrustCase(
      .nothing,
      "{ when: { count: { of: { dismissal: hello }, atLeast: 3 } }, allow: { upTo: 1, per: day } }, "
        + "\(sold), { otherwise: { upTo: 1, per: day } }"),
    TrustCase(
      .nothing, "{ when: { count: { of: { dismissal: hello }, lessThan: 1 } }, allow: unlimited }"),
    // Paywalls that were shown.
    TrustCase(
      .unlocks,
      "{ when: { count: { of: { paywall: plans }, atLeast: 3 } }, allow: unlimited }, \(sold), none"
    ),
    TrustCase(
      .nothing,
      "{ when: { entitled: member, count: { of: { paywall: plans }, atLeast: 3 } }, allow: unlimited }, "
        + "\(sold), none"),
    // Uses: of a feature that a report opens, and of one that is open to all.
    TrustCase(
      .unlocks,
      "{ when: { count: { of: { use: swiss }, atLeast: 3 } }, allow: unlimited }, \(sold), none"),
    TrustCase(
      .unlocks,
      "{ when: { count: { of: { use: indirect }, atLeast: 1 } }, allow: unlimited }, \(sold), none"),
    TrustCase(
      .nothing,
      "{ when: { count: { of: { use: walk }, atLeast: 3 } }, allow: unlimited }, \(sold), none"),
    TrustCase(
      .nothing,
      "{ when: { count: { of: { use: train }, lessThan: 3 } }, allow: { upTo: 3, per: ever } }, \(sold), none"
    ),
    // Milestones and items may give something, but not everything that is sold.
    TrustCase(.unlocks, "{ when: { reached: shared }, allow: unlimited }, \(sold), none"),
    TrustCase(.unlocks, "{ when: { notReached: shared }, allow: unlimited }, \(sold), none"),
    TrustCase(
      .unlocks,
      "{ when: { since: { event: { milestone: shared }, lessThan: P1D } }, allow: unlimited }, \(sold), none"
    ),
    TrustCase(
      .unlocks,
      "{ when: { held: { feature: keep, atLeast: 2 } }, allow: unlimited }, \(sold), none"),
    TrustCase(
      .nothing, "{ when: { reached: shared }, allow: { upTo: 5, per: ever } }, \(sold), none"),
    TrustCase(.nothing, "{ when: { reached: met }, allow: { upTo: 5, per: ever } }, \(sold), none"),
    TrustCase(
      .nothing, "{ when: { phase: trial, reached: shared }, allow: unlimited }, \(sold), none"),
    TrustCase(.nothing, "{ when: { reached: shared }, allow: unlimited }, none"),
    TrustCase(.nothing, "{ when: { reached: shared, entitled: member }, allow: unlimited }, none"),
    // A denial that a report evades.
    TrustCase(
      .evades,
      "{ when: { country: CH, phase: lapsed }, deny: true }, { when: { phase: lapsed }, allow: unlimited }, "
        + "\(sold), none"),
    TrustCase(
      .evades,
      "{ when: { not: [{ entitled: member }, { country: CH }] }, deny: true }, { otherwise: unlimited }"
    ),
    TrustCase(
      .nothing,
      "{ when: { country: CH }, deny: true }, \(sold), { otherwise: deny }"),
    // More than can be told apart.
    TrustCase(
      .unclear,
      "{ when: { count: [\((1...6).map { "{ of: { dismissal: hello }, atLeast: \(2 * $0), within: P\($0)D }" }.joined(separator: ", "))] }, "
        + "allow: unlimited }, \(sold), none"),
  ]

  private static let sold = "{ when: { entitled: member }, allow: unlimited }"

  /// A blueprint with these rules.
  var yaml: String {
    """
    app: { id: club, name: Club, bundleID: com.example.club, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
    milestones: [met, shared]
    onboarding: met
    products: { club.monthly: { name: Monthly, entitlements: member, price: 9.99 USD, period: P1M, group: club } }
    trial: { start: signUp, lasts: P7D, entitles: member }
    features:
      train:
        paywall: plans
        rules: [\(rules.replacing(", none", with: ", { otherwise: deny }"))]
      swiss: [{ when: { country: CH }, allow: { upTo: 5, per: day } }, { otherwise: deny }]
      indirect:
        - when: { count: { of: { use: swiss }, atLeast: 1 } }
          allow: { upTo: 5, per: day }
        - otherwise: deny
      walk: [{ otherwise: { upTo: 5, per: day } }]
      keep: [{ otherwise: { holding: 3 } }]
    paywalls: { plans: { title: Train, packages: [club.monthly] } }
    prompts:
      hello:
        { shape: card, placement: home, icon: star, text: Hello, patience: { dismissals: 3, staysAway: P30D } }
    """
  }
}

@Suite("Reports that a device can forge")
struct TrustTests {
  @Test("EX-9 what is sold is not unlocked by a forged report", arguments: TrustCase.all)
  func forged(row: TrustCase) {
    let said = said(of: row.yaml)
    let found = said.filter { $0.contains("`train`") && $0.contains("forged report") }
    if row.result == .nothing {
      #expect(found == [])
    } else {
      #expect(found.count == 1 && found.first?.contains(row.result.rawValue) == true, "\(said)")
    }
  }

  /// A blueprint in which each of several Booleans gives something without a purchase.
  private static func flags(_ count: Int, allow: String) -> String {
    let names = (1...count).map { "flag\($0)" }
    let rules = names.map {
      "{ when: { attribute: { name: \($0), is: true } }, allow: \(allow) }"
    }
    return """
      app: { id: club, name: Club, bundleID: com.example.club, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true
      attributes: { \(names.map { "\($0): { type: boolean }" }.joined(separator: ", ")) }
      products: { club.monthly: { name: Monthly, entitlements: member, price: 9.99 USD, period: P1M, group: club } }
      features:
        train:
          paywall: plans
          rules:
            - { when: { entitled: member }, allow: unlimited }
            - \(rules.joined(separator: "\n      - "))
            - { otherwise: { upTo: 1, per: day } }
      paywalls: { plans: { title: Train, packages: [club.monthly] } }
      """
  }

  @Test("values that only separate rules distinguish are not combined")
  func many() {
    let free = said(of: Self.flags(30, allow: "{ upTo: 1, per: day }"))
    #expect(!free.contains { $0.contains("error:") }, "\(free)")
    let more = said(of: Self.flags(30, allow: "{ upTo: 2, per: day }"))
    #expect(more.contains { $0.contains(TrustCase.Result.unlocks.rawValue) }, "\(more)")
  }
}
