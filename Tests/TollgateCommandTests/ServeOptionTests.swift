import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateServer

@testable import TollgateCommand

@Suite("The options of a server")
struct ServeOptionTests {
  private static let secret = "whsec_" + Data(0..<32).base64EncodedString()

  @Test("rates are taken from the options, and have defaults")
  func rates() throws {
    func rates(_ words: String...) throws -> [Int] {
      let rates = try ServeCommand.parse(["coach.yml"] + words).rates
      return [
        rates.maxRequestsPerAddress, rates.maxRequestsPerCustomer, rates.maxRequestsPerApp,
        rates.maxRequestsPerKey,
      ]
    }
    #expect(try rates() == [6000, 600, 0, 60_000])
    #expect(
      try rates(
        "--max-requests-per-address", "0", "--max-requests-per-customer=7",
        "--max-requests-per-app", "60000000", "--max-requests-per-key", "1")
        == [0, 7, 60_000_000, 1])
  }

  /// An app with packages that the server has to sign, and one that it does not.
  private static let signing = """
    app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
    products:
      coach.monthly:
        name: Coach
        entitlements: premium
        price: 9.99 USD
        period: P1M
        group: coach
        introductoryOffer: { payment: freeTrial, period: P1W }
        offers: { back: { kind: promotional, payment: payUpFront, price: 4.99 USD, period: P1M } }
    hasFreeTier: true
    features: { chat: [{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }] }
    paywalls:
      plans:
        title: Plans
        packages:
          - { product: coach.monthly, when: { phase: lapsed }, offer: back }
          - { product: coach.monthly, when: { country: BR }, introductoryOffer: false }
          - coach.monthly
    """

  @Test("a server without a key says at its start what it cannot sell")
  func unsold() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("coach.yml").path
    try Data(Self.signing.utf8).write(to: URL(fileURLWithPath: path))
    let blueprint = try BlueprintFile.load(path: path).blueprint
    #expect(
      try ServeCommand.parse([path]).unsold(blueprint)
        == "Cannot sell the offer back of coach.monthly, coach.monthly without its introductory offer: the server of coach needs --store-key to sign that."
    )
    let options = ["--store-key", "k.p8", "--store-key-id", "2X9R4HXF34", "--store-issuer-id", "i"]
    #expect(try ServeCommand.parse([path] + options).unsold(blueprint) == nil)
    let grobro = Command.root.appendingPathComponent("Blueprints/grobro.yml").path
    #expect(
      try ServeCommand.parse([grobro]).unsold(BlueprintFile.load(path: grobro).blueprint) == nil)

    let doctor = try Command(["doctor", path], in: folder.url)
    #expect(doctor.status == 0)
    #expect(
      doctor.output.contains(
        """
        warning: key: a server without a key cannot sell the offer back of coach.monthly, coach.monthly without its introductory offer
          Start it with these options; it signs that with their key.

        """))
  }

  @Test(
    "a rate that is out of range is refused", arguments: ["address", "customer", "app", "key"])
  func rateOutOfRange(name: String) throws {
    let folder = try TemporaryFolder()
    for value in ["-1", "60000001"] {
      let command = try Command(
        ["serve", "coach.yml", "--max-requests-per-\(name)=\(value)"], in: folder.url)
      #expect(command.status == 64)
      #expect(
        command.errors.hasPrefix(
          "error: --max-requests-per-\(name) must be a number from 0 to 60000000, not \(value).\n"))
    }
    let word = try Command(
      ["serve", "coach.yml", "--max-requests-per-\(name)", "x"], in: folder.url)
    #expect(
      word.errors.hasPrefix(
        "error: The value 'x' is invalid for '--max-requests-per-\(name) <number>'\n"))
  }

  @Test("EX-7 --revenuecat names an app and its public key")
  func revenueCat() throws {
    func apps(_ words: String...) throws -> Set<String> {
      let options = try ServeCommand.parse(["coach.yml"] + words).revenueCat
      return Set(try options.keys().apps.map(\.rawValue))
    }
    #expect(try apps() == [])
    #expect(
      try apps("--revenuecat", "coach=appl_a", "--revenuecat=coach=appl_b", "--revenuecat", "x=k=1")
        == ["coach", "x"])
    for value in ["appl_a", "=appl_a", "coach=", "coach=sk_coach_1", "coach=a b"] {
      #expect(throws: (any Error).self) { try apps("--revenuecat=\(value)") }
    }
    #expect(throws: (any Error).self) { try apps("--revenuecat=a=k", "--revenuecat=b=k") }
  }

  @Test("the age at which a key is reported is a number of days, or never")
  func keyAge() throws {
    func duration(_ words: String...) throws -> Duration? {
      try ServeCommand.parse(["coach.yml"] + words).ledgerOptions.keys.keyAgeWarning.duration
    }
    #expect(try duration() == .seconds(730 * 86_400))
    #expect(try duration("--key-age-warning", "90") == .seconds(90 * 86_400))
    #expect(try duration("--key-age-warning", "never") == nil)
    for value in ["0", "-1", "36526", "old", "1.5"] {
      #expect(throws: (any Error).self) { try duration("--key-age-warning=\(value)") }
    }
  }

  @Test("the time to wait for a database at the start is a number of seconds, or zero")
  func startup() throws {
    #expect(try ServeCommand.parse(["coach.yml"]).startupTimeout == 60)
    #expect(try ServeCommand.parse(["coach.yml", "--startup-timeout", "0"]).startupTimeout == 0)
    let command = try Command(["serve", "coach.yml", "--startup-timeout=1000001"])
    #expect(command.status == 64)
    #expect(
      command.errors.hasPrefix(
        "error: --startup-timeout must be a number from 0 to 1000000, not 1000001.\n"))
  }

  @Test("a mail hook takes its secret from a file or the environment")
  func mailHook() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("secret")
    try "\(Self.secret)\n".write(to: file, atomically: true, encoding: .utf8)
    let hook = ["--mail-hook", "https://mail.example.com/hook"]
    let command = try ServeCommand.parse(
      ["coach.yml"] + hook + ["--mail-secret-file", file.path])
    #expect(try command.mail.hook() != nil)
    #expect(try ServeCommand.parse(["coach.yml"]).mail.hook() == nil)
    let none = try Command(["serve", "coach.yml", "--mail-secret-file", file.path])
    #expect(none.status == 64)
    #expect(none.errors.hasPrefix("error: --mail-secret-file needs --mail-hook.\n"))
  }

  @Test("a mail hook that cannot be used is refused before anything is created")
  func badMailHook() throws {
    let folder = try TemporaryFolder()
    let binary = folder.url.appendingPathComponent("binary")
    try Data([0xFF, 0xFE]).write(to: binary)
    let (hook, other) = ("https://mail.example.com/hook", "http://mail.example.com/hook")
    let length = """
      The mail hook's secret must be 24 to 64 bytes in Base64, after `whsec_`; during a rotation, up to 4, each on a \
      line.
      """
    let cases: [(words: [String], secret: String?, error: String)] = [
      (
        [hook], nil,
        "error: --mail-hook needs a secret: name a file with --mail-secret-file, or set TOLLGATE_MAIL_SECRET."
      ),
      ([hook], "", "error: \(length)"), ([hook], "whsec_c2hvcnQ=", "error: \(length)"),
      (
        [other], Self.secret,
        "error: The mail hook must be an `https` address, or `http` on this machine."
      ),
      (
        [hook, "--mail-secret-file", "none"], Self.secret, "none: error: there is no such file"
      ),
      (
        [hook, "--mail-secret-file", binary.path], nil,
        "\(binary.path): error: the secret cannot be read"
      ),
    ]
    for (words, secret, error) in cases {
      let command = try Command(
        [
          "serve", Command.root.appendingPathComponent("Blueprints/grobro.yml").path,
          "--environment", "sandbox", "--create", "--port", "0", "--mail-hook",
        ] + words, in: folder.url,
        environment: secret.map { ["TOLLGATE_MAIL_SECRET": $0] } ?? [:])
      #expect(command.status == 1)
      #expect(command.errors == error + "\n")
      #expect(command.output.isEmpty)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["binary"])
    }
  }
}
