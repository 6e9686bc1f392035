import AppStoreSimulatorLauncher
import ArgumentParser
import Foundation
import Logging
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgatePostgreSQL
import TollgateServer

/// Serves apps.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve apps over HTTP, each by its blueprint.",
    discussion: """
      Everything is recorded in a ledger: one SQLite file, a PostgreSQL database that
      several servers may share, or memory for a try-out. Store data must be signed
      by a chain of certificates that ends in Apple's root, or in the one that
      --store-root names. A server for production also accepts purchases in the
      sandbox, where App Review and TestFlight make theirs; limit that with
      --sandbox. With an App Store Connect key, the server recovers notifications
      it missed; the key is for all blueprints, whose apps must then belong to one
      team. Every option can also be set in a file or in the environment, where
      --max-connections is TOLLGATE_MAX_CONNECTIONS.

      EXAMPLES:
        tollgate serve coach.yml --create
        tollgate serve coach.yml garden.yml --port 9000 --database all.sqlite
        tollgate serve coach.yml --database postgres://tollgate@db/tollgate
        tollgate serve coach.yml --environment sandbox --in-memory
        tollgate serve coach.yml --sandbox testers --sandbox-tester review@coach.app
        tollgate serve coach.yml --store-key AuthKey_2X9R4HXF34.p8 \\
          --store-key-id 2X9R4HXF34 --store-issuer-id $ISSUER
        tollgate serve --config /etc/tollgate/serve.yml
      """)

  @Argument(
    help: ArgumentHelp(
      "The blueprint file of an app; there may be several.", valueName: "blueprint"))
  var blueprints: [String]

  @OptionGroup
  var configurationOptions: ConfigurationOptions

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8080

  @OptionGroup
  var ledgerOptions: LedgerOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait at startup for a PostgreSQL database that does not answer.",
      valueName: "seconds"))
  var startupTimeout = 60

  @OptionGroup
  var environments: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "Trusted token issuers for each app (JSON); by default, Apple alone.",
      valueName: "file"))
  var issuers: String?

  @OptionGroup
  var signInOptions: SignInKeyOptions

  @OptionGroup
  var storeOptions: StoreAPIOptions

  // Not in groups of groups: a debug build of ArgumentParser validates each level again for every level above it.
  @OptionGroup
  var connections: ConnectionOptions

  @OptionGroup
  var rates: RateOptions

  @OptionGroup
  var tls: TLSOptions

  @OptionGroup
  var cors: CORSOptions

  @OptionGroup
  var revenueCat: RevenueCatOptions

  @OptionGroup
  var retentionOptions: RetentionOptions

  @OptionGroup
  var cacheOptions: CacheOptions

  @OptionGroup
  var metrics: MetricsOptions

  @OptionGroup
  var log: LogOptions

  @OptionGroup
  var webhooks: WebhookOptions

  @OptionGroup
  var mail: MailOptions

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    try validatePort(port)
    guard (0...1_000_000).contains(startupTimeout) else {
      throw ValidationError(
        "--startup-timeout must be a number from 0 to 1000000, not \(startupTimeout).")
    }
  }

  func run() async throws {
    let certificate = try tls.certificate()
    let location = try ledgerOptions.location
    let logger = log.logger("tollgate.server")
    let wait = databaseWait(at: location, logger)
    let files = try await files(location, wait)
    let revenueCatKeys = try revenueCat.keys()
    let apps = try apps(files, revenueCatKeys)
    for app in revenueCatKeys.apps where !apps.contains(where: { $0.blueprint.app.id == app }) {
      throw Failure(in: "--revenuecat", "there is no blueprint of the app `\(app)`")
    }
    // Before anything is created.
    let mailHook = try mail.hook()
    let destinations = try webhooks.destinations()
    let registry = metrics.registry
    let observability = try observability(registry, logger)
    let ledger = try await endingAtSignals {
      try await location.open(
        create: ledgerOptions.create, observer: observability.ledgerObserver, waiting: wait)
    }
    let (keys, note) = try await ledgerOptions.keys.keys(
      of: ledger, in: ledgerOptions.file, at: .current)
    if let note { Output.print(note) }
    let limits = try connections.limits(within: .raised())
    let service = try await TollgateService(
      apps: apps, ledger: ledger, keys: keys, clock: { .current },
      cacheBytes: cacheOptions.bytes,
      observability: observability.observing(ledger, at: location).serving(
        limits, of: connections),
      mail: mailHook, replay: RevisionComparison.replay(over: ledger, at: location),
      readsEdits: EditedBlueprint.read, searchesProposals: ProposalSearch.quick)
    let refresh = BlueprintRefresh(
      service, logger: logger, mistakes: { BlueprintCheck.mistakes(in: $0) })
    let published = try await refresh.start(
      findings: Dictionary(
        files.map { ($0.blueprint.app.id, $0.diagnostics.map(\.description)) },
        uniquingKeysWith: { first, _ in first }),
      sources: Dictionary(
        files.map { ($0.blueprint.app.id, $0.source) }, uniquingKeysWith: { first, _ in first }))
    let names = service.apps.map(\.id.rawValue).joined(separator: ", ")
    if destinations.isEmpty,
      service.apps.contains(where: {
        $0.blueprint.definition.nudges.contains { $0.delivery == .webhook }
      })
    {
      logger.warning(
        "nudges by webhook are not delivered: add --webhook-url or --webhook-file")
    }
    try await runServer(
      service,
      configuration: ServerConfiguration(
        host: host, port: port, limits: limits,
        rates: rates.rates,
        shutdown: .seconds(connections.shutdownTimeout), certificate: certificate,
        webOrigins: Set(cors.corsOrigin), revenueCatKeys: revenueCatKeys),
      retention: try retentionOptions.retention(),
      services: metrics.services(service, registry, logger: logger)
        + [refresh]
        + destinations.map {
          WebhookJob(service, to: $0, logger: logger, jitter: { Double.random(in: 0..<1) })
        }, logger: logger
    ) { port in
      Output.print(
        "Serving \(names) (\(environments.line)) with \(location.description)."
      )
      for app in service.apps {
        guard let change = published[app.id] else { continue }
        Output.print(
          "Serves revision \(change.number) of \(app.id), which was published; its file differs from it."
        )
      }
      for app in service.apps where !app.mistakes.isEmpty {
        Output.print(
          "Serves \(app.id) as it was served before, with mistakes by this version: \(app.mistakes.count). The log and /admin list them."
        )
      }
      Output.print(asking)
      for app in service.apps { if let unsold = unsold(app.blueprint) { Output.print(unsold) } }
      Output.print("Answers are signed with \(service.answerKey): pin it in your clients.")
      if let next = service.nextAnswerKey {
        Output.print("Pin the next key too: \(next)")
      }
      Output.print("\(certificate == nil ? "http" : "https")://\(host):\(port)")
    }
  }

  /// Whether missed notifications are recovered, as the server says when it starts.
  private var asking: String {
    storeOptions.storeKeyID.map {
      "Asks \(storeOptions.storeAPI == nil ? "the App Store" : "a store") about missed notifications, with the key \($0)."
    } ?? "Does not ask the App Store about missed notifications: --store-key is missing."
  }

  /// What an app cannot sell without a key, as the server says when it starts.
  func unsold(_ blueprint: Blueprint) -> String? {
    let sales = blueprint.definition.signedSales
    guard storeOptions.storeKeyID == nil, !sales.isEmpty else { return nil }
    return
      "Cannot sell \(sales.joined(separator: ", ")): the server of \(blueprint.app.id) needs --store-key to sign that."
  }

  private func files(
    _ location: LedgerLocation, _ wait: PostgreSQLWait
  ) async throws -> [ServedFile] {
    var files: [ServedFile] = []
    for path in blueprints {
      try requireFile(path)
      files.append(
        try await endingAtSignals {
          try await ServedFile(path: path, ledger: location, waiting: wait)
        })
    }
    return files
  }

  private func apps(
    _ files: [ServedFile], _ revenueCatKeys: RevenueCatKeys
  ) throws -> [AppConfiguration] {
    let key = try storeOptions.key()
    let signInKey = try signInOptions.key()
    let issuers = try issuerFile()
    let apps = try files.map { file in
      let verifier = try environments.verifier(of: file.blueprint.app, in: file.path)
      return AppConfiguration(
        blueprint: file.blueprint, revision: file.revision, mistakes: file.mistakes,
        verifier: verifier,
        storeAPIs: key.map { storeOptions.clients($0, verifier, environments) } ?? [:],
        issuers: try issuers?.issuers(of: file.blueprint.app), signInKey: signInKey,
        sandbox: environments.policy, offerKey: key,
        answersRevenueCat: revenueCatKeys.apps.contains(file.blueprint.app.id))
    }
    let names = apps.map(\.blueprint.app.id)
    for app in issuers?.apps ?? [] where !names.contains(app) {
      throw Failure(in: self.issuers, "there is no blueprint of the app `\(app)`")
    }
    return apps
  }

  private func issuerFile() throws -> TokenIssuerFile? {
    guard let path = issuers else { return nil }
    try requireFile(path)
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Failure(in: path, "the issuers cannot be read")
    }
    return try TokenIssuerFile(json: contents)
  }
}
