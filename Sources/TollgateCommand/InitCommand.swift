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

      A recipe is a blueprint for one thing that product people ask for, such as
      rewarded ads or a sale, with a scenario that tests it. --list shows all.

      EXAMPLES:
        tollgate init
        tollgate init --storekit Shop.storekit
        tollgate init --name Coach --bundle-id com.example.coach --trial 7
        tollgate init --name Coach --bundle-id com.example.coach \\
          --feature export --feature "custom drills" --no-free-tier
        tollgate init --list
        tollgate init --recipe rewarded-ads --name Maze --bundle-id com.example.maze
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

  @Flag(help: "List the recipes by what product people call them, and write nothing.")
  var list = false

  @Option(help: ArgumentHelp("The recipe to write, with its scenario.", valueName: "name"))
  var recipe: String?

  @Option(
    help: ArgumentHelp(
      "A product of your own, in the order of the recipe's; repeatable. By default the identifiers are made from the app's name.",
      valueName: "identifier"))
  var productId: [String] = []

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
    if recipe != nil {
      guard storekit == nil, feature.isEmpty, freeTier == nil, trial == nil else {
        throw ValidationError(
          "A recipe has products, features and a trial of its own; leave out --storekit, --feature, --free-tier and --trial."
        )
      }
    } else if !productId.isEmpty {
      throw ValidationError("--product-id names the products of a --recipe.")
    }
  }

  func run() throws {
    if list { return Self.printRecipes() }
    let answers = InitAnswers(
      name: name, bundleID: bundleId, features: feature, hasFreeTier: freeTier, trial: trial)
    if let recipe { return try write(Recipe.named(recipe), for: answers.app(ask: Self.ask)) }
    let products = try products()
    var template = try answers.template(for: products, ask: Self.ask)
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
    let path = output ?? file.relativePath
    try requireNew(file, path)
    try write(try template.text(), to: file, path)
    Output.print("Wrote \(path). Next: tollgate check \(path)")
  }

  /// Asks a question on a terminal; returns nil elsewhere.
  private static func ask(_ question: String) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    FileHandle.standardOutput.write(Data("\(question) ".utf8))
    return readLine() ?? ""
  }

  private static func printRecipes() {
    Output.printTable(Recipe.all.map { [$0.name, $0.wording] })
    Output.print("\nTo write one: tollgate init --recipe <name>")
  }

  /// Writes a recipe's blueprint, and its scenario beside it.
  private func write(_ recipe: Recipe, for app: BlueprintTemplate) throws {
    let path = output ?? "\(app.id).yml"
    let file = URL(fileURLWithPath: path)
    let suffix = file.pathExtension.isEmpty ? 0 : file.pathExtension.count + 1
    let scenarioPath = "\(path.dropLast(suffix))-scenario.yml"
    let scenarioFile = URL(fileURLWithPath: scenarioPath)
    try requireNew(file, path)
    try requireNew(scenarioFile, scenarioPath)
    let texts = try recipe.files(for: app, products: productId, file: file.lastPathComponent)
    try write(texts.blueprint, to: file, path)
    try replace(scenarioFile, scenarioPath, with: texts.scenario)
    Output.print(
      """
      Wrote \(path) and \(scenarioPath). Next: tollgate check \(path)
      To run the scenario: tollgate simulate --scenario \(scenarioPath)
      """)
  }

  private func requireNew(_ file: URL, _ path: String) throws(Failure) {
    guard force || !FileManager.default.fileExists(atPath: file.path) else {
      throw Failure(in: path, "the file exists; replace it with --force")
    }
  }

  private func replace(_ file: URL, _ path: String, with text: String) throws(Failure) {
    do { try replaceFile(at: file, with: text) } catch {
      throw Failure(in: path, "the file cannot be written; check that its folder exists")
    }
  }

  /// Writes a blueprint that passes the check.
  private func write(_ text: String, to file: URL, _ path: String) throws {
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
    try replace(file, path, with: text)
    for diagnostic in report.diagnostics { Output.printError(diagnostic.description) }
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
