import ArgumentParser
import Foundation
import TollgateAppStore
import TollgateBlueprints

/// Writes a first blueprint.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a first blueprint, from a .storekit file or without one.",
    discussion: """
      On a terminal, five questions are asked, and options answer them in advance.
      Elsewhere, --name and --bundle-id are needed. The products are those of the
      .storekit file, in whose folder the blueprint is written, or two subscriptions
      to change. What is written passes `tollgate check`. No file is replaced without
      --force.

      EXAMPLES:
        tollgate init
        tollgate init --storekit Shop.storekit
        tollgate init --name Coach --bundle-id com.example.coach --trial 7
        tollgate init --name Coach --bundle-id com.example.coach \\
          --feature export --feature "custom drills" --no-free-tier
      """)

  @Option(help: ArgumentHelp("The products, in a file that Xcode writes.", valueName: "file"))
  var storekit: String?

  @Option(help: "The app's name.")
  var name: String?

  @Option(help: "The bundle identifier of the app.")
  var bundleId: String?

  @Option(help: ArgumentHelp("A feature that is paid for; repeatable."))
  var feature: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Whether those without a plan have a free tier; otherwise they are asked to buy.")
  var freeTier: Bool?

  @Option(
    help: ArgumentHelp(
      "The trial: `none`, a number of days from signing up, or `store` for the store's free offer.",
      valueName: "trial"))
  var trial: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; the app's name by default.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    if let trial, InitAnswers.readTrial(trial) == nil {
      throw ValidationError("\(trial) is not a trial; use none, a number of days, or store.")
    }
  }

  func run() throws {
    let products = try products()
    let isTerminal = isatty(STDIN_FILENO) == 1
    let answers = InitAnswers(
      name: name, bundleID: bundleId, features: feature, hasFreeTier: freeTier, trial: trial)
    var template = try answers.template(for: products) { question in
      guard isTerminal else { return nil }
      FileHandle.standardOutput.write(Data("\(question) ".utf8))
      return readLine() ?? ""
    }
    let folder = storekit.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    if let storekit, let products {
      template.storekit = (URL(fileURLWithPath: storekit).lastPathComponent, products)
    }
    let file =
      output.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: "\(template.id).yml", relativeTo: folder)
    if let folder,
      file.deletingLastPathComponent().standardizedFileURL.path
        != folder.standardizedFileURL.path
    {
      throw Failure(in: output, "a blueprint must be in the same folder as its .storekit file")
    }
    try write(try template.text(), to: file)
  }

  private func write(_ text: String, to file: URL) throws {
    let path = output ?? file.relativePath
    guard force || !FileManager.default.fileExists(atPath: file.path) else {
      throw Failure(in: path, "the file exists; replace it with --force")
    }
    let name = file.lastPathComponent
    let report = BlueprintCheck.check(text, name: name) { storekit in
      try Data(contentsOf: file.deletingLastPathComponent().appendingPathComponent(storekit))
    }
    guard report.isGood else {
      // The positions are those of a text that nobody sees.
      let mistakes = report.diagnostics.filter { $0.severity == .error }
      let messages: [String] = mistakes.map { mistake in
        let wanted = mistake.expected.map { "; expected \($0)" } ?? ""
        let place = mistake.path.isEmpty ? "" : ", at `\(mistake.path)`"
        return "\(path) would not pass the check\(place): \(mistake.message)\(wanted)"
      }
      throw Failure(in: nil, messages)
    }
    do { try replaceFile(at: file, with: text) } catch {
      throw Failure(in: path, "the file cannot be written; check that its folder exists")
    }
    for diagnostic in report.diagnostics { Output.printError(diagnostic.description) }
    Output.print("Wrote \(path). Next: tollgate check \(path)")
  }

  private func products() throws -> StoreKitConfiguration? {
    guard let storekit else { return nil }
    try requireFile(storekit)
    guard let json = FileManager.default.contents(atPath: storekit) else {
      throw Failure(in: storekit, "the file cannot be read")
    }
    let products: StoreKitConfiguration
    do { products = try StoreKitConfiguration(json: json) } catch {
      throw Failure(in: storekit, error.mistakes.map(\.description))
    }
    let count =
      products.subscriptions.count + products.nonRenewingSubscriptions.count
      + products.products.count
    guard count > 0 else {
      throw Failure(
        in: storekit, "there are no products; add them in Xcode, or leave out --storekit")
    }
    guard
      !products.subscriptions.isEmpty || !products.nonRenewingSubscriptions.isEmpty
        || products.products.contains(where: { $0.type != .consumable })
    else {
      throw Failure(
        in: storekit,
        "there is nothing but consumables, which unlock no feature; leave out --storekit")
    }
    return products
  }
}
