import Foundation
import Testing

/// What `tollgate check` says of histories, as a process of its own.
@Suite("check searches customer histories")
struct CheckTests {
  /// An app whose former subscribers keep all that is sold.
  private static let freeRide = app(
    rules: """
          - when: { phase: lapsed }
            allow: unlimited
          - when: { entitled: pro }
            allow: unlimited
          - otherwise: deny
      """)

  private static let right = app(
    rules: """
          - when: { entitled: pro }
            allow: unlimited
          - otherwise: deny
      """)

  private static func app(rules: String) -> String {
    """
    app: { id: a, name: A, bundleID: a.b, appleID: 1 }
    legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
    products:
      from: grobro.storekit
      entitlements: { grobro.pro.yearly: pro, grobro.pro.monthly: pro }
    features:
      sync:
        paywall: plans
        rules:
    \(rules)
    paywalls:
      plans: { title: Pro, packages: [grobro.pro.monthly, grobro.pro.yearly] }
    """
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in ["a.yml": freeRide, "right.yml": right] {
      try text.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try FileManager.default.copyItem(
      at: Command.root.appendingPathComponent("Blueprints/grobro.storekit"),
      to: folder.url.appendingPathComponent("grobro.storekit"))
    return folder
  }

  @Test("EX-5 a finding comes with its shortest history, and exit code 2")
  func finding() throws {
    let folder = try Self.folder()
    let command = try Command(["check", "a.yml", "--quick"], in: folder.url)
    #expect(command.status == 2)
    #expect(
      command.output.hasSuffix(
        """
        : 1 finding

        a.yml: free ride: the customer does not pay and still has everything that is sold of `sync`, unlike those who never subscribed
          2026-03-02T09:00:01Z  the customer buys grobro.pro.yearly → subscribed
          2026-03-02T09:00:02Z  the customer gets a refund for the latest purchase of grobro.pro.yearly → lapsed

        To accept an intended finding, give the reason in a.yml:
          accept:
            - { finding: free ride, at: features.sync, because: … }

        """), "\(command.output)")
    #expect(command.errors.isEmpty)
  }

  @Test(
    "EX-5 a denial without a paywall is reported once: as a warning, as a finding, or as accepted",
    arguments: [
      ("--no-search", "", 0, "yml:7:", ": dead end:"), ("--quick", "", 2, ": dead end:", "yml:7:"),
      (
        "--quick", "accept: [{ finding: dead end, at: features.sync, because: Only at home. }]", 0,
        ": accepted, dead end:", "yml:7:"
      ),
    ] as [(String, String, Int32, String, String)])
  func deadEnd(
    option: String, accept: String, status: Int32, shown: String, missing: String
  ) throws {
    let folder = try TemporaryFolder()
    let yaml = """
      app: { id: a, name: A, bundleID: a.b, appleID: 1 }
      legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
      hasFreeTier: true
      products:
        pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: a }
      features:
        sync: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }]
      paywalls:
        plans: { title: Pro, packages: [pro] }
      \(accept)
      """
    try yaml.write(
      to: folder.url.appendingPathComponent("a.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["check", "a.yml", option], in: folder.url)
    #expect(command.status == status)
    #expect(command.output.contains(shown), "\(command.output)")
    #expect(!command.output.contains(missing), "\(command.output)")
  }

  @Test("RA-17 accepting what a warning says and no history shows is not itself a finding")
  func acceptedWarning() throws {
    let folder = try TemporaryFolder()
    let yaml = """
      app: { id: a, name: A, bundleID: a.b, appleID: 1 }
      legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
      hasFreeTier: true
      products:
        plus: { name: Plus, entitlements: plus, price: 4.99 USD, period: P1M, group: a, level: 2 }
        pro: { name: Pro, entitlements: [plus, pro], price: 9.99 USD, period: P1M, group: a, level: 1 }
      features:
        sync:
          - { when: { entitled: pro }, allow: { holding: 3 } }
          - { when: { entitled: plus }, allow: { holding: 2 } }
          - { otherwise: deny, paywall: plans }
      paywalls:
        plans: { title: Pro, packages: [plus, pro] }
      accept: [{ finding: dead end, at: features.sync, because: Only at home. }]
      """
    try yaml.write(
      to: folder.url.appendingPathComponent("a.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["check", "a.yml"], in: folder.url)
    #expect(command.status == 0)
    #expect(command.output.hasPrefix("a.yml: good, no warnings"), "\(command.output)")
  }

  @Test(
    "RA-17 a finding that the blueprint accepts is shown with its reason, and the exit code is 0")
  func accepted() throws {
    let folder = try Self.folder()
    let accept = "\naccept: [{ finding: free ride, at: features.sync, because: They keep it. }]\n"
    for (name, text) in ["a.yml": Self.freeRide, "right.yml": Self.right] {
      try (text + accept).write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let command = try Command(["check", "a.yml", "--quick"], in: folder.url)
    #expect(command.status == 0)
    #expect(
      command.output.hasSuffix(
        """
        : nothing wrong, 1 accepted

        a.yml: accepted, free ride: the customer does not pay and still has everything that is sold of `sync`, unlike those who never subscribed
          because: They keep it.

        """), "\(command.output)")
    let json = try Command(["check", "a.yml", "--quick", "--json"], in: folder.url)
    #expect(json.status == 0)
    #expect(json.output.contains(#""because" : "They keep it.""#))
    #expect(json.output.contains(#""findings" : ["#))
    // What a smaller search does not show may be there all the same.
    let quick = try Command(["check", "right.yml", "--quick"], in: folder.url)
    #expect(quick.status == 0)
    #expect(
      quick.output.hasSuffix(
        "\n             accepted and not shown by this search: free ride at features.sync\n"))
    let whole = try Command(["check", "right.yml"], in: folder.url)
    #expect(whole.status == 2)
    #expect(
      whole.output.hasSuffix(
        """

        right.yml: accepts nothing: the blueprint accepts `free ride` at `features.sync`, which no history shows: accept.0

        """), "\(whole.output)")
  }

  @Test(
    "EX-5 without a finding the exit code is 0, and nothing is searched where that is requested")
  func none() throws {
    let folder = try Self.folder()
    let command = try Command(["check", "right.yml"], in: folder.url)
    #expect(command.status == 0)
    #expect(command.output.contains(" steps: nothing wrong\n"))
    #expect(
      command.output.contains(
        "\n  left out   price increases, family sharing, offline use, clocks set back\n"))
    let unsearched = try Command(["check", "a.yml", "--no-search"], in: folder.url)
    #expect(unsearched.status == 0)
    #expect(!unsearched.output.contains("search"))
  }

  @Test(
    "EX-5 a finding's history is a scenario that simulate plays, and that fails as long as it stands"
  )
  func scenarios() throws {
    let folder = try Self.folder()
    let check = try Command(["check", "a.yml", "--quick", "--scenarios", "found"], in: folder.url)
    #expect(check.status == 2)
    let file = "found/a-1-free-ride.yml"
    let history = try Command(["simulate", "--scenario", file], in: folder.url)
    #expect(history.status == 1)
    #expect(history.output.hasSuffix("a-1-free-ride.yml: 1 failure\n"), "\(history.output)")
    let mended = try Command(["simulate", "right.yml", "--scenario", file], in: folder.url)
    #expect(mended.status == 0, "\(mended.output)")
  }

  @Test("EX-5 --against says who loses what by a change, and ends with exit code 3")
  func against() throws {
    let folder = try Self.folder()
    let command = try Command(
      ["check", "right.yml", "--against", "a.yml", "--quick"], in: folder.url)
    #expect(command.status == 3)
    #expect(
      command.output.hasSuffix(
        """
         with a.yml: 1 difference
                     not compared: texts, prices, packages, routes, what is allowed offline

        right.yml: loses: a customer whose subscription is over loses `sync`: nothing instead of any number
          2026-03-02T09:00:01Z  the customer buys grobro.pro.yearly → subscribed
          2026-03-02T09:00:02Z  the customer gets a refund for the latest purchase of grobro.pro.yearly → lapsed

        """), "\(command.output)")
    let same = try Command(
      ["check", "right.yml", "--against", "right.yml", "--quick"], in: folder.url)
    #expect(same.status == 0)
    #expect(same.output.contains(" with right.yml: nobody loses or gains anything\n"))
    // For the findings, and again for the differences.
    #expect(same.output.components(separatedBy: "\n  left out   ").count == 3)
  }

  @Test("EX-5 --against an address compares with what that server serves now")
  func live() throws {
    let folder = try Self.folder()
    let server = try DevServer(["a.yml"], in: folder.url)
    let command = try Command(
      ["check", "right.yml", "--against", server.address, "--quick"], in: folder.url)
    #expect(command.status == 3)
    #expect(command.output.contains("pairs of states with \(server.address), revision "))
    #expect(command.output.contains("right.yml: loses: a customer whose subscription is over"))
    let other = try Command(
      ["check", "Blueprints/glow.yml", "--against", server.address, "--quick"])
    #expect(other.status == 1)
    #expect(other.errors.contains("answers 404 for the blueprint of `glow`"), "\(other.errors)")
  }

  @Test("EX-5 --json prints one object with every file, mistake and finding")
  func json() throws {
    let folder = try Self.folder()
    try "app: { id: a }\n".write(
      to: folder.url.appendingPathComponent("broken.yml"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["check", "a.yml", "broken.yml", "--quick", "--json"], in: folder.url)
    #expect(command.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(command.output.utf8))
    let files = try #require((object as? [String: Any])?["files"] as? [[String: Any]])
    #expect(files.map { $0["isGood"] as? Bool } == [true, false])
    let histories = try #require(files[0]["exploration"] as? [String: Any])
    let findings = try #require(histories["findings"] as? [[String: Any]])
    #expect(findings.map { $0["kind"] as? String } == ["free ride"])
    #expect(findings.map { $0["subject"] as? String } == ["features.sync"])
    let searched = try #require(histories["searched"] as? [String: [String]])
    #expect(searched["products"] == ["grobro.pro.monthly", "grobro.pro.yearly"])
    #expect(searched["phases"] == ["blocked", "subscribed", "lapsed"])
    #expect(searched["events"]?.contains("changes of plan") == true)
    let leftOut = try #require(histories["leftOut"] as? [String: [String]])
    #expect(leftOut["events"]?.contains("late notifications") == true)
    let steps = try #require(findings[0]["history"] as? [[String: Any]])
    #expect(steps.map { $0["phase"] as? String } == ["subscribed", "lapsed"])
    #expect((files[1]["diagnostics"] as? [Any])?.isEmpty == false)
  }

  @Test("--against and --scenarios need the search")
  func contradictions() throws {
    for option in [["--against", "a.yml"], ["--scenarios", "found"]] {
      let command = try Command(["check", "a.yml", "--no-search"] + option)
      #expect(command.status == 64)
    }
  }
}
