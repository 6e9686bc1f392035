import ArgumentParser
import BlueprintFile

/// Says whether blueprints can be used.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check blueprints: names, rules, texts, tone and App Store offer rules.",
    discussion: """
      Every mistake is listed in one run, with its line and column, what was
      expected and the nearest name. Warnings do not fail; errors end with exit
      code 1. Of a folder, its blueprints are checked.

      EXAMPLES:
        tollgate check coach.yml
        tollgate check Blueprints
      """)

  @Argument(help: ArgumentHelp("A blueprint, or a folder of blueprints.", valueName: "path"))
  var files: [String]

  @OptionGroup
  var outputOptions: OutputOptions

  func run() throws {
    let reports = try BlueprintFolder.expand(files).map { BlueprintCheck.check(path: $0) }
    Output.print(reports.map(\.description).joined(separator: "\n"))
    if !reports.allSatisfy(\.isUsable) { throw ExitCode.failure }
  }
}
