import AppStoreSimulatorLauncher
import ArgumentParser
import Crypto
import Foundation
import Logging
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgatePlayground
import TollgateServer
import TollgateWire

/// Serves an app that its developer runs from Xcode.
struct DevCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Serve an app that you run from Xcode, and reload its blueprint.",
    discussion: """
      A server for your own machine. Everything is kept in memory unless --database
      names a ledger, and the blueprint is read again whenever you save it. It
      accepts purchases in Apple's sandbox, and in a run with a .storekit file those
      that the first Xcode signs, and no other. It prints what to paste into the app,
      and a link to its pages: the ledger as it grows, each customer, and the reason
      for every answer.

      EXAMPLES:
        tollgate dev garden.yml
        tollgate dev garden.yml --database garden.sqlite  what happens is kept
        tollgate dev garden.yml --host 192.168.1.20       for a phone in your network
        tollgate dev garden.yml --host 0.0.0.0            in a container
      """)

  @Argument(help: "The app's blueprint.")
  var blueprint: String

  @OptionGroup
  var hostOptions: HostOptions

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "A ledger to keep: a SQLite file, created if it does not exist, or a PostgreSQL address.",
      valueName: "ledger"))
  var database: String?

  @Option(
    help: ArgumentHelp(
      "The file with the server's keys; by default next to the blueprint or the ledger, with the suffix .dev.keys.",
      valueName: "file"))
  var keyFile: String?

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws { try validatePort(port) }

  func run() async throws {
    try requireFile(blueprint)
    let file = try BlueprintFile.load(path: blueprint)
    let location = try LedgerLocation(database: database ?? "", inMemory: database == nil)
    let logger = Output.logger("tollgate.dev", level: .warning)
    let observability = Observability(logger: logger, clock: { .current })
    let ledger = try await location.open(create: true, observer: observability.ledgerObserver)
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: file.blueprint, revision: file.revision,
          verifier: verifier(of: file.blueprint.app))
      ], ledger: ledger, keys: try await keys(of: ledger), clock: { .current },
      observability: observability,
      replay: RevisionComparison.replay(over: ledger, at: location))
    let refresh = BlueprintRefresh(service, logger: logger)
    _ = try await refresh.start(sources: [file.blueprint.app.id: file.written])
    let link = try await link(to: file.blueprint.app.id, of: service.people)
    let following = Task {
      for await reading in BlueprintWatch(path: blueprint).changes {
        await follow(reading, service, refresh)
      }
    }
    defer { following.cancel() }
    try await runServer(
      service, configuration: ServerConfiguration(host: hostOptions.host, port: port),
      services: [refresh], logger: logger
    ) { port in
      hostOptions.warn("sign purchases of their own, and use the app as any customer")
      Output.print(
        greeting(
          file.blueprint.app.id, location, service.answerKey, link, hostOptions.address(port)))
    }
  }

  /// Accepts Apple's sandbox, and the first Xcode, whose certificate comes with the download that an app presents or with
  /// a purchase.
  private func verifier(of app: Blueprint.App) -> SignedDataVerifier {
    SignedDataVerifier(
      bundleID: app.bundleID, appAppleID: app.appAppleID,
      environments: [.sandbox, .xcode, .localTesting],
      onFirstLocal: { certificate in
        let name = SHA256.hash(data: certificate).prefix(6).map { String(format: "%02x", $0) }
        Output.print(
          "From now on, trusts purchases in Xcode that are signed with the certificate \(name.joined())."
        )
      })
  }

  /// The keys, which stay the same from start to start, so that the app can pin them also over a ledger in memory.
  private func keys(of ledger: any Ledger) async throws -> ServerKeys {
    let suffix = ".keys"
    let path =
      keyFile ?? KeyFileOptions.path(beside: database ?? blueprint).dropLast(suffix.count)
      + ".dev" + suffix
    do throws(ConfigurationError) {
      return try await KeyFile(path).keys(of: ledger, at: .current).keys
    } catch {
      throw Failure(
        in: path,
        "\(error.message) If the ledger's own keys are elsewhere, name them with --key-file."
      )
    }
  }

  /// The path of a link that signs the developer in to the pages, once.
  private func link(to app: Blueprint.App.ID, of people: People) async throws -> String {
    let email = "developer@example.com"
    let isKnown = try await people.list(in: app).contains { $0.email == email }
    let link =
      isKnown
      ? try await people.renewLink(of: email, as: .owner, in: app).link
      : try await people.add(email, as: .owner, in: app).link
    return AdminPath.signIn(to: app, with: link)
  }

  /// Serves a file that was saved, and says what is wrong with it.
  private func follow(
    _ reading: BlueprintReading, _ service: TollgateService, _ refresh: BlueprintRefresh
  ) async {
    for problem in reading.problems where (problem.kind == .finding) == reading.isSearched {
      Output.printError(
        "\(problem.file):\(problem.line): \(problem.kind.rawValue): \(problem.text)")
    }
    guard let file = reading.file else {
      Output.printError("Still serving the previous blueprint.")
      return
    }
    guard service.apps.first?.revision != file.revision else { return }
    do throws(Problem) {
      try await refresh.serve(
        StoredBlueprint(file.blueprint, revision: file.revision, source: file.written))
      Output.print("Now serving \(reading.name), revision \(file.revision.prefix(12)).")
    } catch {
      Output.printError(
        "\(reading.name): error: restart `tollgate dev` to serve it: \(error.message)")
    }
  }

  private func greeting(
    _ app: Blueprint.App.ID, _ location: LedgerLocation, _ key: AnswerKey, _ link: String,
    _ address: String
  ) -> String {
    """
    Serving \(app) with \(location.description). Press Control-C to stop.
    \(address)

    In the app:
    let server = URL(string: "\(address)")!
    let serverKey = "\(key)"

    The ledger, and the reason for every answer; this link signs you in, once:
    \(address)\(link)
    """
  }
}
