import ArgumentParser
import Foundation
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// Examines what an app needs to sell: blueprint, key, notifications, server and clock.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out why purchases or notifications do not arrive.",
    discussion: """
      Reads the blueprint, asks the App Store with the key for a test notification in
      each environment, follows it to the server, compares the clocks, and asks the
      server itself. Each problem comes with what to do. Nothing is changed; a test
      notification carries no purchase. At the end is what App Store Connect alone
      shows.

      EXIT CODES:
        0  nothing wrong; warnings do not fail
        1  something is wrong

      EXAMPLES:
        tollgate doctor coach.yml --server https://tollgate.coach.app
        tollgate doctor coach.yml --server https://tollgate.coach.app \\
          --store-key AuthKey_2X9R4HXF34.p8 --store-key-id 2X9R4HXF34 \\
          --store-issuer-id $ISSUER
        tollgate doctor coach.yml --environment sandbox --json
      """)

  @Argument(help: ArgumentHelp("The app's blueprint.", valueName: "blueprint"))
  var blueprint: String

  @Option(
    help: ArgumentHelp(
      "The address of your server, as the App Store and phones reach it.", valueName: "url"))
  var server: String?

  @Option(help: "How many seconds to wait for a test notification to arrive.")
  var wait = 30

  @OptionGroup
  var environments: EnvironmentOptions

  @OptionGroup
  var storeOptions: StoreAPIOptions

  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    guard (1...600).contains(wait) else {
      throw ValidationError("--wait is a number of seconds from 1 to 600.")
    }
    guard let server else { return }
    guard OutgoingHTTP.allows(server, byHTTP: true), let url = URL(string: server) else {
      throw ValidationError("\(server) is not a URL; use one such as https://tollgate.coach.app.")
    }
    guard ["", "/"].contains(url.path), url.query == nil else {
      throw ValidationError(
        "--server is an address without a path, such as https://\(url.host ?? "")")
    }
  }

  func run() async throws {
    try requireFile(blueprint)
    var all = show(blueprintDiagnoses())
    if let file = try? BlueprintFile.loadDespiteMistakes(path: blueprint) {
      let app = file.blueprint.app
      let examination = server.map {
        ServerExamination(
          address: $0.hasSuffix("/") ? String($0.dropLast()) : $0, app: app.id,
          isForProduction: environments.environment == .production)
      }
      if let examination {
        all += show(await examination.diagnoses())
      } else {
        all += show([
          Diagnosis(
            verdict: .skipped, subject: "server", message: "no address was given",
            advice: "Add --server, with the address that phones use.")
        ])
      }
      all += try await storeDiagnoses(of: file.blueprint, examination?.notificationURL)
    }
    let report = DiagnosisReport(diagnoses: all, toCheckByHand: Self.toCheckByHand)
    if json {
      Output.print(try report.json())
    } else {
      Output.print("\nOnly App Store Connect shows:")
      for line in report.toCheckByHand { Output.print("  - \(line)") }
      Output.print("\n\(report.summary)")
    }
    if all.contains(where: { $0.verdict == .error }) { throw ExitCode(1) }
  }

  /// What only a person can look up.
  static let toCheckByHand = [
    "Business: the Paid Apps Agreement is active, with bank account and tax forms. Without it no product loads.",
    "Each subscription is Ready to Submit or approved, with a price, a localization and a review screenshot.",
    "The first subscription of an app is submitted together with a version of the app.",
    "Each subscription group has a localized name, and its levels are in the right order.",
    "App Information: notifications have a URL for production and one for the sandbox, both with version 2.",
    "The description, or its link to the license agreement, and the privacy policy are there (guideline 3.1.2).",
  ]

  private func blueprintDiagnoses() -> [Diagnosis] {
    let report = BlueprintCheck.check(path: blueprint)
    guard report.isGood, let coverage = report.coverage else {
      let errors = report.diagnostics.count { $0.severity != .warning }
      return [
        Diagnosis(
          verdict: .error, subject: "blueprint",
          message: "\(blueprint) has \(errors) mistake\(errors == 1 ? "" : "s")",
          advice: "Run `tollgate check \(blueprint)`, which lists each with its line.")
      ]
    }
    return [
      Diagnosis(
        verdict: .good, subject: "blueprint",
        message:
          "\(blueprint) has \(coverage.products) product\(coverage.products == 1 ? "" : "s"), and no mistakes"
      )
    ]
  }

  private func storeDiagnoses(
    of served: Blueprint, _ notificationURL: String?
  ) async throws -> [Diagnosis] {
    var all: [Diagnosis] = []
    let key: AppStoreKey?
    let verifier: SignedDataVerifier
    do {
      key = try storeOptions.key()
      verifier = try environments.verifier(of: served.app, in: blueprint)
      if try environments.replacesApple() {
        all += show([
          Diagnosis(
            verdict: .error, subject: "root",
            message: "--store-root is not Apple's root, so purchases of the App Store are refused",
            advice: "Leave it out, unless the server is only for a simulated store.")
        ])
      }
    } catch {
      let failure = error as? Failure
      return show(
        (failure?.messages ?? ["\(error)"]).map {
          Diagnosis(verdict: .error, subject: failure?.file ?? "key", message: $0)
        })
    }
    guard let key else {
      all += show([
        Diagnosis(
          verdict: .skipped, subject: "key", message: "no App Store Connect key was given",
          advice:
            "Add --store-key, --store-key-id and --store-issuer-id: with them the server recovers missed notifications."
        )
      ])
      let sales = served.definition.signedSales
      if sales.isEmpty { return all }
      return all
        + show([
          Diagnosis(
            verdict: .warning, subject: "key",
            message: "a server without a key cannot sell \(sales.joined(separator: ", "))",
            advice: "Start it with these options; it signs that with their key.")
        ])
    }
    let clients = storeOptions.clients(key, verifier, environments)
    for (environment, api) in clients.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let examination = StoreExamination(
        api: api, environment: environment, notificationURL: notificationURL, questions: wait,
        now: { .current }, sleep: { try await Task.sleep(for: $0) })
      all += show(try await examination.diagnoses())
    }
    return all
  }

  /// Prints each at once, unless JSON is to be printed.
  private func show(_ diagnoses: [Diagnosis]) -> [Diagnosis] {
    if !json { for diagnosis in diagnoses { Output.print(diagnosis.description) } }
    return diagnoses
  }
}
