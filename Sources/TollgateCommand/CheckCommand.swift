import ArgumentParser
import BlueprintFile

/// Says whether blueprints can be used.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check blueprints: names, rules, texts, tone and App Store offer rules.",
    discussion: """
      Every mistake is told at once, with its line and column, what was expected
      and the nearest name. Warnings do not fail; mistakes end with exit code 1.

      EXAMPLES:
        tollgate check coach.yml
        tollgate check Blueprints/*.yml
      """)

  @Argument(help: ArgumentHelp("A blueprint.", valueName: "file"))
  var files: [String]

  func run() throws {
    let reports = files.map { BlueprintCheck.check(path: $0) }
    Output.print(reports.map(\.description).joined(separator: "\n"))
    if !reports.allSatisfy(\.isUsable) { throw ExitCode.failure }
  }
}
