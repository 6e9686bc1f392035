import ArgumentParser
import TollgateScenarios

/// Plays a life.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Play a customer's life written in YAML, and print it as a timeline.",
    discussion: """
      The life is played against the real server core, with a simulated store
      that signs what it sells, on a clock of its own. What is expected and does
      not hold is told where it happens, and ends with exit code 1.

      EXAMPLES:
        tollgate simulate coach.yml --scenario life.yml
        tollgate simulate --scenario life.yml     the blueprint that life.yml names
      """)

  @Argument(help: ArgumentHelp("The blueprint, if not the one that the scenario names."))
  var blueprint: String?

  @Option(help: ArgumentHelp("The life to play.", valueName: "file"))
  var scenario: String

  func run() async throws {
    var isAsExpected = true
    try await Failure.told {
      try requireFile(scenario)
      if let blueprint { try requireFile(blueprint) }
      let timeline = try await Scenario.load(path: scenario, blueprint: blueprint).play()
      Output.print(timeline.description)
      let count = timeline.failures.count
      isAsExpected = count == 0
      let verdict =
        isAsExpected ? "as expected" : count == 1 ? "1 failure" : "\(count) failures"
      Output.print("\n\(timeline.file): \(verdict)")
    }
    if !isAsExpected { throw ExitCode.failure }
  }
}
