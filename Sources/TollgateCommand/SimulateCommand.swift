import ArgumentParser
import TollgateScenarios

/// Runs a scenario.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run a scenario written in YAML, and print its timeline.",
    discussion: """
      The scenario runs against the real server core and a simulated store that
      signs what it sells, on a clock of its own. An expectation that does not
      hold is shown where it fails, and ends with exit code 1.

      EXAMPLES:
        tollgate simulate --scenario scenario.yml     with the blueprint it names
        tollgate simulate coach.yml --scenario scenario.yml
      """)

  @Argument(help: ArgumentHelp("A blueprint to use instead of the one that the scenario names."))
  var blueprint: String?

  @Option(help: ArgumentHelp("The scenario to run.", valueName: "file"))
  var scenario: String

  @OptionGroup
  var outputOptions: OutputOptions

  func run() async throws {
    try requireFile(scenario)
    if let blueprint { try requireFile(blueprint) }
    let timeline = try await loaded().play()
    Output.print(timeline.description)
    let count = timeline.failures.count
    let verdict =
      count == 0 ? "as expected" : count == 1 ? "1 failure" : "\(count) failures"
    Output.print("\n\(timeline.file): \(verdict)")
    if count > 0 { throw ExitCode.failure }
  }

  private func loaded() throws -> Scenario {
    do {
      return try Scenario.load(path: scenario, blueprint: blueprint)
    } catch {
      guard error.code == .otherApp else { throw error }
      Output.printError(
        "\(error)\nnote: run `tollgate simulate --scenario \(scenario)` instead")
      throw ExitCode.failure
    }
  }
}
