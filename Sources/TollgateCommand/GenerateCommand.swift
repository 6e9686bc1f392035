import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints

/// Writes a blueprint's names as constants.
struct GenerateCommand: ParsableCommand {
  enum Language: String, ExpressibleByArgument, CaseIterable {
    case swift
  }

  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a blueprint's names as Swift constants.",
    discussion: """
      With them, client.access(to: .analytics) compiles, and a misspelled name does
      not. There are constants for features, entitlements, placements, paywalls,
      milestones, products, wallets, prompts and nudges. The same names give the same
      file, so --check can guard it in CI.

      EXAMPLES:
        tollgate generate swift garden.yml
        tollgate generate swift garden.yml --output App/GardenNames.swift
        tollgate generate swift garden.yml --output App/GardenNames.swift --check
      """)

  @Argument(help: "The language to write in.")
  var language: Language

  @Argument(help: ArgumentHelp("The blueprint.", valueName: "blueprint"))
  var blueprint: String

  @Option(
    help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
  var output: String?

  @Flag(help: "Write nothing, and fail if the file is not up to date.")
  var check = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    if check, output == nil {
      throw ValidationError("--check needs the file: add --output <file>.")
    }
  }

  func run() throws {
    try requireFile(blueprint)
    let source = SwiftConstants(try BlueprintFile.load(path: blueprint).blueprint.definition).source
    guard let output else { return Output.print(source) }
    guard !check else { return try compare(source, with: output) }
    do {
      try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw Failure(in: output, "the file cannot be written")
    }
  }

  private func compare(_ source: String, with file: String) throws {
    try requireFile(file)
    guard FileManager.default.contents(atPath: file) == Data(source.utf8) else {
      throw Failure(
        in: file,
        "the names differ from \(blueprint); run `tollgate generate swift \(blueprint) --output \(file)`"
      )
    }
  }
}
