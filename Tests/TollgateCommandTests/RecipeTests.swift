import Foundation
import Testing

/// The page Recipes.
private enum Recipes {
  static func page() throws -> String {
    try String(
      contentsOf: Command.root.appendingPathComponent("Documentation/Recipes.md"),
      encoding: .utf8)
  }

  /// The files that the page shows, by their names: of each recipe `NAME.yml`, its blueprint, and `NAME-scenario.yml`.
  static func files() throws -> [String: String] {
    let blocks = try page().matches(
      of: /^```yaml (\S+)\n([\s\S]*?)^```$/.anchorsMatchLineEndings())
    return Dictionary(
      uniqueKeysWithValues: blocks.map { (String($0.output.1), String($0.output.2)) })
  }

  /// The names of the recipes.
  static func names() throws -> [String] {
    try files().keys.filter { !$0.hasSuffix("-scenario.yml") }.map { String($0.dropLast(4)) }
      .sorted()
  }

  /// A folder with the blueprint and the scenario of a recipe, as a reader copies them.
  static func copy(of name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = try files()
    for file in ["\(name).yml", "\(name)-scenario.yml"] {
      let text = try #require(files[file], "the page does not show \(file)")
      try text.write(
        to: folder.url.appendingPathComponent(file), atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// Expects that the scenario of a recipe holds as it is written.
  static func expectAsWritten(_ name: String) throws {
    let folder = try copy(of: name)
    let command = try Command(["simulate", "--scenario", "\(name)-scenario.yml"], in: folder.url)
    #expect(command.status == 0, "\(command)")
  }
}

@Suite("The page Recipes")
struct RecipeTests {
  @Test(
    "every recipe has under 30 lines in the house style, and check finds nothing in it",
    arguments: try Recipes.names())
  func accepted(name: String) throws {
    let folder = try Recipes.copy(of: name)
    let file = "\(name).yml"
    let lines = try Recipes.files()[file]?.count(where: { $0 == "\n" })
    let count = try #require(lines)
    #expect(count < 30)
    let format = try Command(["fmt", "--check", file], in: folder.url)
    #expect(format.status == 0, "\(format)")
    let check = try Command(["check", file, "--quick"], in: folder.url)
    #expect(check.status == 0, "\(check)")
    #expect(check.output.hasPrefix("\(file): good, no warnings\n"), "\(check)")
  }

  @Test("the scenario of every recipe holds as written", arguments: try Recipes.names())
  func asWritten(name: String) throws { try Recipes.expectAsWritten(name) }

  @Test("the page's table finds every recipe, by an anchor that exists")
  func found() throws {
    let page = try Recipes.page()
    let headings = page.matches(of: /^## (.+)$/.anchorsMatchLineEndings()).map {
      $0.output.1.lowercased().replacingOccurrences(of: ",", with: "")
        .replacingOccurrences(of: " ", with: "-")
    }
    let found = page.matches(of: /^\|.*\(#([a-z-]+)\) \|$/.anchorsMatchLineEndings()).map {
      String($0.output.1)
    }
    #expect(Set(found) == Set(headings).subtracting(["where-do-i-start?"]))
    let recipes = try Recipes.names()
    #expect(found.count == recipes.count)
  }

  @Test(
    "RA-2 a recipe gives days for friends, codes and apologies",
    arguments: ["referral-days", "vouchers"])
  func rewards(name: String) throws { try Recipes.expectAsWritten(name) }

  @Test("RA-3 a recipe gives coins that nobody buys") func freeCoins() throws {
    try Recipes.expectAsWritten("free-coins")
  }

  @Test("RA-4 a recipe turns a paid app into a free one") func paidToFree() throws {
    try Recipes.expectAsWritten("paid-to-free")
  }

  @Test("RA-5 a recipe gives named testers everything, and others can buy") func testers() throws {
    try Recipes.expectAsWritten("testers")
  }

  @Test("RA-6 a recipe limits storage by the plan") func storage() throws {
    try Recipes.expectAsWritten("storage")
  }

  @Test("RA-7 a recipe has three free uses a day, and then credits") func thenCredits() throws {
    try Recipes.expectAsWritten("then-credits")
  }

  @Test("RA-8 a recipe has five hearts, one back every three hours") func hearts() throws {
    try Recipes.expectAsWritten("hearts")
  }

  @Test("RA-9 a recipe begins a trial with the first launch, to which days are added")
  func firstLaunch() throws { try Recipes.expectAsWritten("first-launch") }

  @Test("RA-10 a recipe gives a yearly plan credits each month") func monthlyCredits() throws {
    try Recipes.expectAsWritten("monthly-credits")
  }

  @Test("EX-11 a recipe keeps unused credits for a month, while the subscription runs")
  func rollover() throws { try Recipes.expectAsWritten("rollover") }

  @Test("RA-11 a recipe sells seasons that add up") func seasonPass() throws {
    try Recipes.expectAsWritten("season-pass")
  }

  @Test("RA-13 a recipe has a sale until Sunday") func sale() throws {
    try Recipes.expectAsWritten("sale")
  }

  @Test("RA-13 a recipe has a sale every November") func yearlySale() throws {
    try Recipes.expectAsWritten("yearly-sale")
  }

  @Test("RA-13 a recipe keeps the old limit for those who signed up early") func early() throws {
    try Recipes.expectAsWritten("old-limit")
  }

  @Test("RA-3 a recipe opens a story with a credit, for good") func unlocked() throws {
    try Recipes.expectAsWritten("unlock-story")
  }

  @Test("RA-6 a recipe shows a week of history, and all of it to subscribers")
  func history() throws { try Recipes.expectAsWritten("history") }

  @Test("RA-7 a recipe lets one boost run at a time, which costs a credit")
  func boosts() throws { try Recipes.expectAsWritten("boosts") }

  @Test("RA-7 a recipe counts three different articles a month, and none twice")
  func articles() throws { try Recipes.expectAsWritten("articles") }

  @Test("RA-7 a recipe lets the third screen stop the one that started first")
  func screens() throws { try Recipes.expectAsWritten("screens") }

  @Test("RA-15 a recipe gives members less than the owner has") func members() throws {
    try Recipes.expectAsWritten("members")
  }

  @Test("RA-15 a recipe shares one subscription in a family of five") func family() throws {
    try Recipes.expectAsWritten("family")
  }

  @Test("RA-14 a recipe sells an add-on to those who have its base") func addOn() throws {
    try Recipes.expectAsWritten("add-on")
  }

  @Test("RA-16 a recipe has a team that pays by invoice, for as many seats as it orders")
  func company() throws { try Recipes.expectAsWritten("company") }

  @Test("RA-16 a recipe honors a subscription that was bought on the web") func web() throws {
    try Recipes.expectAsWritten("sold-on-the-web")
  }
}

@Suite("tollgate init --recipe")
struct InitRecipeTests {
  private func contents(of name: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("init lists every recipe of the page by what product people call it")
  func list() throws {
    let command = try Command(["init", "--list"])
    #expect(command.status == 0, "\(command)")
    let lines = command.output.split(separator: "\n")
    #expect(lines.last == "To write one: tollgate init --recipe <name>")
    let listed = lines.dropLast().compactMap { $0.wholeMatch(of: /(\S+) +(.+)/)?.output }
    let names = try Recipes.names()
    #expect(listed.map { String($0.1) }.sorted() == names)
    let rows = try Recipes.page().matches(
      of: /^\| (.+) \| \[.+\]\(#[a-z-]+\) \|$/.anchorsMatchLineEndings())
    #expect(listed.map { $0.2 } == rows.map { $0.output.1 })
  }

  @Test(
    "every recipe is written with the app's own names; check finds nothing, and the scenario holds",
    arguments: try Recipes.names())
  func written(name: String) throws {
    let folder = try TemporaryFolder()
    let command = try Command(
      [
        "init", "--recipe", name, "--name", "AI: Photos #1", "--bundle-id", "com.example.ai-photos",
      ], in: folder.url)
    #expect(command.status == 0, "\(command)")
    #expect(command.errors == "")
    let file = "ai-photos-1.yml"
    let check = try Command(["check", file, "--quick"], in: folder.url)
    #expect(check.output.hasPrefix("\(file): good, no warnings\n"), "\(check)")
    #expect(check.output.contains("nothing wrong"), "\(check)")
    let format = try Command(["fmt", "--check", file], in: folder.url)
    #expect(format.status == 0, "\(format)")
    let scenario = try Command(
      ["simulate", "--scenario", "ai-photos-1-scenario.yml"], in: folder.url)
    #expect(scenario.status == 0, "\(scenario)")
    #expect(scenario.output.hasPrefix("AI: Photos #1: "), "\(scenario)")

    let shown = try #require(try Recipes.files()["\(name).yml"])
    let products = shown.matches(
      of: /^  (\S+):(?: \{.* price:|\n    name: )/.anchorsMatchLineEndings())
    #expect(!products.isEmpty)
    let texts = try ["ai-photos-1.yml", "ai-photos-1-scenario.yml"].map {
      try contents(of: $0, in: folder)
    }
    for product in products.map({ $0.output.1 }) {
      #expect(!texts.contains { $0.contains(product) }, "\(product)")
    }
  }

  @Test("a recipe's blueprint says what is left to fill in")
  func wholeText() throws {
    let folder = try TemporaryFolder()
    let command = try Command(
      ["init", "--recipe", "rewarded-ads", "--name", "Maze", "--bundle-id", "com.example.maze"],
      in: folder.url)
    #expect(
      command.output == """
        Wrote maze.yml and maze-scenario.yml. Next: tollgate check maze.yml
        To run the scenario: tollgate simulate --scenario maze-scenario.yml

        """)
    let blueprint = try contents(of: "maze.yml", in: folder)
    #expect(
      blueprint == """
        # Maze: what it sells, and what customers may do.

        app:
          id: maze
          name: Maze
          bundleID: com.example.maze
          appleID: 1234567890 # A placeholder: use the number that App Store Connect shows under App Information.

        # Placeholders: App Review follows both links.
        legal:
          terms: https://example.com/terms
          privacy: https://example.com/privacy

        products:
          maze.monthly: { name: Maze Plus, entitlements: plus, price: 2.99 USD, period: P1M, group: plus }

        hasFreeTier: true

        features:
          watch-ad: [{ otherwise: { upTo: 3, per: day } }]
          hint:
            - when: { entitled: plus }
              allow: unlimited
            - when: { since: { event: { use: watch-ad }, lessThan: PT1H } }
              allow: { upTo: 10, per: day }
              paywall: plans
            - otherwise: { upTo: 1, per: day }
              paywall: plans

        paywalls:
          plans: { title: All the hints you like, packages: [maze.monthly] }

        """)
  }

  @Test("products of one's own are named in the recipe's order, and the rest after the app")
  func ownProducts() throws {
    let folder = try TemporaryFolder()
    let options = [
      "init", "--recipe", "sale", "--name", "Maze", "--bundle-id", "com.example.maze", "--output",
      "shop.yml",
    ]
    let command = try Command(options + ["--product-id", "forever"], in: folder.url)
    #expect(command.status == 0, "\(command)")
    let blueprint = try contents(of: "shop.yml", in: folder)
    #expect(blueprint.contains("  forever: { kind: nonConsumable, name: Maze for ever,"))
    #expect(blueprint.contains("  maze.lifetime.sale: { kind: nonConsumable, name: Maze for ever,"))
    #expect(blueprint.contains("  timeZone: Europe/Berlin\n"))
    let scenario = try contents(of: "shop-scenario.yml", in: folder)
    #expect(scenario.contains("blueprint: shop.yml\n"))
    #expect(scenario.contains("  - buy: forever\n"))

    let tooMany = try Command(
      options + ["--force", "--product-id", "a", "--product-id", "b", "--product-id", "c"],
      in: folder.url)
    #expect(tooMany.status == 1)
    #expect(
      tooMany.errors
        == "error: --product-id is given 3 times; the products of `sale` are `pen.lifetime`, `pen.lifetime.sale`\n"
    )
    let kept = try contents(of: "shop.yml", in: folder)
    #expect(kept == blueprint)
  }

  @Test("a scenario that exists is not replaced, and then nothing is written")
  func existingScenario() throws {
    let folder = try TemporaryFolder()
    try "mine".write(
      to: folder.url.appendingPathComponent("maze-scenario.yml"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["init", "--recipe", "hearts", "--name", "Maze", "--bundle-id", "com.example.maze"],
      in: folder.url)
    #expect(command.status == 1)
    #expect(
      command.errors
        == "maze-scenario.yml: error: the file exists; replace it with --force\n")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files == ["maze-scenario.yml"])
  }

  @Test(
    "an unknown recipe gets the nearest name, or that of what product people call so",
    arguments: [
      ("reward-ads", "did you mean `rewarded-ads`?"), ("heart", "did you mean `hearts`?"),
      ("stamina", "did you mean `hearts`?"), ("black-friday", "did you mean `yearly-sale`?"),
      ("loot-boxes-of-gold", "tollgate init --list shows all"),
    ])
  func unknown(name: String, hint: String) throws {
    let command = try Command(["init", "--recipe", name])
    #expect(command.status == 1)
    #expect(command.errors == "error: there is no recipe `\(name)`; \(hint)\n")
  }

  @Test(
    "what a recipe has of its own is not answered too",
    arguments: [
      (["--recipe", "hearts", "--trial", "7"], "A recipe has products, features and a trial"),
      (
        ["--recipe", "hearts", "--feature", "export"], "A recipe has products, features and a trial"
      ),
      (["--product-id", "coach.plus"], "--product-id names the products of a --recipe."),
    ])
  func conflicting(options: [String], sentence: String) throws {
    let command = try Command(
      ["init", "--name", "Coach", "--bundle-id", "com.example.coach"] + options)
    #expect(command.status == 64)
    #expect(command.errors.contains(sentence), "\(command)")
  }
}
