import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints

/// Exports and imports a blueprint's texts, and lists the standard ones.
struct TextsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "texts",
    abstract: "Export and import a blueprint's texts, and list the standard ones.",
    discussion: """
      EXAMPLES:
        tollgate texts export coach.yml --output Localizable.xcstrings
        tollgate texts import coach.yml Localizable.xcstrings
        tollgate texts list coach.yml --language de
      """,
    subcommands: [Export.self, Import.self, List.self])

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write a blueprint's texts as a string catalog, which Xcode can open.",
      discussion: """
        The keys are the names of shared texts and the paths of inline ones. Values in
        braces, such as {product.price}, stay as they are.

        EXAMPLES:
          tollgate texts export coach.yml
          tollgate texts export coach.yml --output Localizable.xcstrings
        """)

    @Argument(help: ArgumentHelp("The blueprint.", valueName: "blueprint"))
    var blueprint: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
    var output: String?

    @OptionGroup
    var outputOptions: OutputOptions

    func run() throws {
      try requireFile(blueprint)
      let file = try BlueprintFile.loadDespiteMistakes(path: blueprint)
      let catalog = TextExport.catalog(of: file)
      guard let output else { return Output.print(catalog) }
      do {
        try Data(catalog.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
      } catch {
        throw Failure(in: output, "the file cannot be written; check that its folder exists")
      }
      let count = file.blueprint.definition.texts.count
      Output.print("Wrote \(output): \(count) \(count == 1 ? "text" : "texts").")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the standard texts, and which of them a blueprint replaces.",
      discussion: """
        EXAMPLES:
          tollgate texts list
          tollgate texts list coach.yml --language de --language fr
        """)

    @Argument(help: ArgumentHelp("The blueprint.", valueName: "blueprint"))
    var blueprint: String?

    @Option(
      help: ArgumentHelp(
        "Show only this language; repeatable.", valueName: "code"))
    var language: [String] = []

    @OptionGroup
    var outputOptions: OutputOptions

    func validate() throws {
      for code in language where StandardLine.language(for: code) == nil {
        throw ValidationError(
          "There are no standard texts in '\(code)'; use one of \(StandardLine.languages.joined(separator: ", "))."
        )
      }
    }

    func run() throws {
      if let blueprint { try requireFile(blueprint) }
      let file = try blueprint.map { try BlueprintFile.loadDespiteMistakes(path: $0) }
      let requested = Set(language.compactMap(StandardLine.language))
      let languages = StandardLine.languages.filter { requested.isEmpty || requested.contains($0) }
      for line in StandardLine.all(in: file?.blueprint) {
        Output.print(line.description(in: languages))
      }
    }
  }
}
