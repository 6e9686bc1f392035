import AppStoreSimulator
import AppStoreSimulatorHTTP
import ArgumentParser
import Foundation
import Logging
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateServer

/// Runs a simulated App Store.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract:
      "Run a simulated App Store for your backend's tests, from a .storekit file or a blueprint.",
    discussion: """
      It answers the App Store Server API, posts notifications to your backend,
      and signs everything with a root certificate of its own. You buy, renew,
      refund and move the clock on its page or with its control API. Everything
      is kept in memory, and reachable from this machine only unless --host says
      otherwise.

      EXAMPLES:
        tollgate store --config Shop.storekit --bundle-id com.example.shop
        tollgate store --config coach.yml         its products and bundle identifier
        tollgate store --config Shop.storekit --notify http://127.0.0.1:3000/apple
        tollgate store --config Shop.storekit --clock real --rate monthIn5Minutes
        curl -d '{"product":"pro.monthly"}' localhost:8090/control/buy
        curl -d '{"by":"P1M"}' localhost:8090/control/clock
      """)

  enum StoreEnvironment: String, CaseIterable, ExpressibleByArgument {
    case sandbox, production
  }

  enum Clock: String, CaseIterable, ExpressibleByArgument {
    case manual, real
  }

  /// The store's renewal rates by their names.
  enum Rate: String, CaseIterable, ExpressibleByArgument {
    case realTime, monthIn30Seconds, monthIn5Minutes, monthIn15Minutes, monthIn30Minutes,
      monthInAnHour
  }

  @Option(
    help: ArgumentHelp(
      "The products, in a .storekit file that Xcode writes or in a blueprint.", valueName: "file"))
  var config: String

  @Option(
    help: "The bundle identifier of the app; the blueprint's, or com.example.app, by default.")
  var bundleId: String?

  @Option(help: "Apple's number for the app; the blueprint's, or 1234567890, by default.")
  var appAppleId: Int64?

  @Option(help: ArgumentHelp("Where to post notifications.", valueName: "url"))
  var notify: String?

  @OptionGroup
  var hostOptions: HostOptions

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8090

  @Option(help: "The environment that signed data names.")
  var environment = StoreEnvironment.sandbox

  @Option(help: "How fast subscriptions renew.")
  var rate = Rate.realTime

  @Option(help: "The seed of identifiers and keys.")
  var seed: UInt64 = 1

  @Option(help: "How the clock moves: on request, or in real time.")
  var clock = Clock.manual

  @Option(
    help: ArgumentHelp("When the clock starts; now, unless it is given.", valueName: "instant"))
  var start: String?

  @Option(
    help: ArgumentHelp("Where to write the key and the root certificate.", valueName: "folder"))
  var keyDirectory = "tollgate-store"

  @Option(help: ArgumentHelp("A .p8 key to use instead of a new one.", valueName: "file"))
  var key: String?

  @Option(help: "The identifier of that key.")
  var keyId: String?

  @Option(help: "The issuer of that key.")
  var issuerId: String?

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    try validatePort(port)
    if let notify, !StoreService.isAddress(notify) {
      throw ValidationError("\(notify) is not a URL; it must begin with http:// or https://.")
    }
    if let start, Instant(dateAndTime: start) == nil {
      throw ValidationError(
        "\(start) is not a date and time; use a form such as 2026-03-01T09:00:00Z.")
    }
    guard (key == nil) == (keyId == nil), (key == nil) == (issuerId == nil) else {
      throw ValidationError("Use --key, --key-id and --issuer-id together, or none of them.")
    }
  }

  func run() async throws {
    let (configuration, app, appAppleID) = try configuration()
    let simulator = AppStoreSimulator(
      configuration: configuration, bundleID: app, appAppleID: appAppleID,
      environment: environment == .sandbox ? .sandbox : .production,
      chain: try SigningChain(seed: seed), seed: seed, now: beginning,
      renewalRate: RenewalRate(rawValue: rate.rawValue) ?? .realTime)
    let key = try storeKey()
    // A server signs offers with the key that it calls the store with.
    simulator.setOfferKey(try key.client())
    let files = try StoreFiles(folder: keyDirectory, key: key, root: simulator.chain.root)
    let service = StoreService(
      simulator, key: key, notifying: notify, callersClock: { .ofThisMachine })
    let server = buildStoreServer(
      service, host: hostOptions.host, port: port, clock: clock == .real ? .real : .manual,
      logger: Output.logger("tollgate.store", level: .warning)
    ) { port in
      hostOptions.warn("buy, refund and move the clock, and fetch the key that the store accepts")
      Output.print(greeting(configuration, app, key, files, hostOptions.address(port)))
    }
    try await runListening(server, ServerConfiguration(host: hostOptions.host, port: port))
  }

  private var beginning: Instant {
    start.flatMap { Instant(dateAndTime: $0) } ?? .ofThisMachine
  }

  /// The products, and the bundle identifier and Apple's number of their app.
  private func configuration() throws -> (StoreKitConfiguration, app: String, appAppleID: Int64) {
    let standardNumber: Int64 = 1_234_567_890
    try requireFile(config)
    if ["yml", "yaml"].contains(URL(fileURLWithPath: config).pathExtension) {
      let file = try BlueprintFile.load(path: config)
      guard let store = file.store else { throw Failure(in: config, "there are no products") }
      let app = file.blueprint.app
      return (store, bundleId ?? app.bundleID, appAppleId ?? app.appAppleID ?? standardNumber)
    }
    guard let json = FileManager.default.contents(atPath: config) else {
      throw Failure(in: config, "the file cannot be read")
    }
    do {
      return (
        try StoreKitConfiguration(json: json), bundleId ?? "com.example.app",
        appAppleId ?? standardNumber
      )
    } catch {
      throw Failure(in: config, error.mistakes.map(\.description))
    }
  }

  private func storeKey() throws -> StoreKey {
    guard let key, let keyId, let issuerId else { return try StoreKey(seed: seed) }
    try requireFile(key)
    do {
      return try StoreKey(
        pem: try String(contentsOfFile: key, encoding: .utf8), keyID: keyId, issuerID: issuerId)
    } catch let error as AppStoreKeyError {
      throw Failure(in: key, "this is not an App Store Connect key: \(error.message)")
    }
  }

  private func greeting(
    _ configuration: StoreKitConfiguration, _ app: String, _ key: StoreKey, _ files: StoreFiles,
    _ base: String
  ) -> String {
    let count =
      configuration.subscriptions.count + configuration.products.count
      + configuration.nonRenewingSubscriptions.count
    let warnings = configuration.warnings.map { warning in
      // A warning is a key's path alone, or a path, a colon and a sentence.
      let text = warning.contains(":") ? warning : "the key `\(warning)` is not understood"
      return "\(config): warning: \(text)\n"
    }.joined()
    return warnings + """
      The store is open: \(count) product\(count == 1 ? "" : "s"), \(environment.rawValue), \(app). Press Control-C to close it.
      \(base)
      root certificate  \(files.root)  (also \(base)/root.cer)
      issuer id         \(key.issuerID)
      key id            \(key.keyID)
      key file          \(self.key ?? files.key)
      notifications     \(notify ?? "nowhere; name your backend with --notify")
      clock             \(clock.rawValue), \(ISO8601DateFormatter().string(from: beginning.date))

      Point Apple's libraries at it (more in Documentation/AppStoreServer.md):
      Python  client._base_url = "\(base)"
      Node    client["urlBase"] = "\(base)"
      Java    @Override protected String getUrlForEnvironment(Environment e) { return "\(base)"; }
      Swift   AppStoreServerAPI(baseURL: "\(base)", …), this package's; Apple's client has a fixed address
      """
  }
}

extension Instant {
  fileprivate static var ofThisMachine: Self {
    Self(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  fileprivate init?(dateAndTime text: String) {
    guard let date = ISO8601DateFormatter().date(from: text) else { return nil }
    self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
  }
}
