import ArgumentParser
import Foundation
import Testing

@testable import TollgateCommand

@Suite("tollgate init")
struct InitTests {
  private func contents(of name: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  /// Expects that a file is in the house style, and that check finds nothing in it, not even a warning.
  private func expectTidy(_ name: String, in folder: TemporaryFolder) throws {
    let check = try Command(["check", name, "--quick"], in: folder.url)
    #expect(check.status == 0, "\(check)")
    #expect(check.output.hasPrefix("\(name): good, no warnings\n"), "\(check)")
    #expect(check.output.contains("nothing wrong"), "\(check)")
    #expect(try Command(["fmt", "--check", name], in: folder.url).status == 0)
  }

  @Test("without a .storekit file it writes two subscriptions")
  func plain() throws {
    let folder = try TemporaryFolder()
    let command = try Command(
      ["init", "--name", "Coach", "--bundle-id", "com.example.coach", "--feature", "export"],
      in: folder.url)
    #expect(command.status == 0)
    #expect(command.output == "Wrote coach.yml. Next: tollgate check coach.yml\n")
    #expect(command.errors == "")
    #expect(
      try contents(of: "coach.yml", in: folder) == """
        # Coach: what it sells, and what customers may do.

        app:
          id: coach
          name: Coach
          bundleID: com.example.coach
          appleID: 1234567890 # A placeholder: use the number that App Store Connect shows under App Information.

        # Placeholders: App Review follows both links.
        legal:
          terms: https://example.com/terms
          privacy: https://example.com/privacy

        products:
          coach.yearly:
            name: Premium, a year
            entitlements: premium
            price: 59.99 USD
            period: P1Y
            group: premium
          coach.monthly:
            name: Premium, a month
            entitlements: premium
            price: 9.99 USD
            period: P1M
            group: premium

        # Everything else is free.
        hasFreeTier: true

        features:
          export:
            title: Export
            icon: star
            paywall: upgrade
            rules:
              - when: { entitled: premium }
                allow: unlimited
              - otherwise: deny

        paywalls:
          upgrade:
            title: Get more out of Coach
            benefits:
              - { feature: export }
            packages: [coach.yearly, coach.monthly]

        """)
    try expectTidy("coach.yml", in: folder)
  }

  @Test(
    "whatever is answered, check finds nothing",
    arguments: [
      ["--trial", "7"], ["--trial", "store"], ["--no-free-tier"],
      ["--no-free-tier", "--trial", "3", "--feature", "Éditer: tout", "--feature", "export"],
    ])
  func answers(options: [String]) throws {
    let folder = try TemporaryFolder()
    let command = try Command(
      ["init", "--name", "AI: Photos #1", "--bundle-id", "com.example.photos"] + options,
      in: folder.url)
    #expect(command.status == 0, "\(command)")
    #expect(command.errors == "")
    try expectTidy("ai-photos-1.yml", in: folder)
  }

  @Test(
    "init writes a blueprint without findings from each .storekit file of the repository",
    arguments: ["coach-free", "grobro", "strikelab", "techniq"])
  func storekit(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Command.root.appendingPathComponent("Blueprints/\(name).storekit"),
      to: folder.url.appendingPathComponent("Shop.storekit"))
    let command = try Command(
      [
        "init", "--storekit", "Shop.storekit", "--name", "Shop", "--bundle-id", "com.example.shop",
      ], in: folder.url)
    #expect(command.status == 0, "\(command)")
    try expectTidy("shop.yml", in: folder)
  }

  @Test("a storefront whose currency is not known gets a currency to change")
  func unknownStorefront() throws {
    let folder = try TemporaryFolder()
    try #"""
    {"products": [{"productID": "harp", "displayPrice": "3", "type": "NonConsumable"}],
     "settings": {"_storefront": "ATA"}, "version": {"major": 3, "minor": 0}}
    """#.write(
      to: folder.url.appendingPathComponent("Harp.storekit"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["init", "--storekit", "Harp.storekit", "--name", "Harp", "--bundle-id", "com.example.harp"],
      in: folder.url)
    #expect(command.status == 0, "\(command)")
    #expect(
      try contents(of: "harp.yml", in: folder).contains(
        "  currency: USD # A placeholder: the currency of the file's storefront is not known.\n"))
    try expectTidy("harp.yml", in: folder)
  }

  @Test(
    "a .storekit file with nothing to unlock is refused with what to do",
    arguments: [
      ("", "there are no products; add them in Xcode, or leave out --storekit"),
      (
        #"{"productID": "tip", "displayPrice": "1", "type": "Consumable"}"#,
        "there is nothing but consumables, which unlock no feature; leave out --storekit"
      ),
    ])
  func nothingToUnlock(product: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    try #"{"products": [\#(product)], "version": {"major": 4, "minor": 0}}"#.write(
      to: folder.url.appendingPathComponent("Tip.storekit"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["init", "--storekit", "Tip.storekit", "--name", "Tip", "--bundle-id", "com.example.tip"],
      in: folder.url)
    #expect(command.status == 1)
    #expect(command.errors == "Tip.storekit: error: \(sentence)\n")
  }

  @Test(
    "init names answers that check refuses, and writes or replaces nothing",
    arguments: [
      (["--bundle-id", "not valid id!"], "`app.bundleID`: found `not valid id!`"),
      (["--bundle-id", "com.example.coach", "--feature", "!!!"], "expected the name of a feature"),
      (["--bundle-id", "com.example.coach", "--feature", ","], "`features`: found nothing"),
    ])
  func refused(options: [String], mistake: String) throws {
    let folder = try TemporaryFolder()
    let command = try Command(["init", "--name", "Coach"] + options, in: folder.url)
    #expect(command.status == 1)
    #expect(command.output == "")
    #expect(command.errors.hasPrefix("error: coach.yml would not pass the check"), "\(command)")
    #expect(command.errors.contains(mistake), "\(command)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)

    let file = folder.url.appendingPathComponent("coach.yml")
    try "mine".write(to: file, atomically: true, encoding: .utf8)
    #expect(
      try Command(["init", "--force", "--name", "Coach"] + options, in: folder.url).status == 1)
    #expect(try contents(of: "coach.yml", in: folder) == "mine")
  }

  @Test("a file is replaced only with --force")
  func force() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("coach.yml")
    try "mine".write(to: file, atomically: true, encoding: .utf8)
    let options = ["init", "--name", "Coach", "--bundle-id", "com.example.coach"]
    let refused = try Command(options, in: folder.url)
    #expect(refused.status == 1)
    #expect(refused.errors == "coach.yml: error: the file exists; replace it with --force\n")
    #expect(try contents(of: "coach.yml", in: folder) == "mine")
    #expect(try Command(options + ["--force"], in: folder.url).status == 0)
    #expect(try contents(of: "coach.yml", in: folder) != "mine")
  }

  @Test("without a terminal, a missing answer names its option")
  func missing() throws {
    let command = try Command(["init", "--name", "Coach"])
    #expect(command.status == 1)
    #expect(
      command.errors == "error: --bundle-id is missing: What is its bundle identifier?\n")
  }

  @Test("five questions are asked, with suggestions for three of them")
  func questions() throws {
    var asked: [String] = []
    var given = ["Coach", "com.example.coach", " export , share", "", "7"]
    let template = try InitAnswers().template(for: nil) { question in
      asked.append(question)
      return given.removeFirst()
    }
    #expect(
      asked == [
        "What is the app called?", "What is its bundle identifier?",
        "Which features are paid for, with commas between them? [premium features]",
        "Is the rest free (yes), or is everyone asked to buy (no)? [yes]",
        "Which trial: none, a number of days from signing up, or store (its free offer)? [none]",
      ])
    let description = String(describing: template)
    #expect(description.contains(#"features: ["export", "share"]"#), "\(description)")
    #expect(description.contains("hasFreeTier: true"), "\(description)")
    #expect(description.contains("days(7)"), "\(description)")
  }
}
