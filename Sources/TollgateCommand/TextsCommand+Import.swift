import ArgumentParser
import Foundation
import TollgateBlueprints

extension TextsCommand {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Write the lines of a string catalog into a blueprint and its parts.",
      discussion: """
        Only lines that differ are written; comments and layout are kept. A line in a
        new language goes into the part with that language if there is one, and
        otherwise next to the other languages. If any line has an error, all errors
        are listed and nothing is written. Lines that need review are skipped, unless
        you pass --needs-review. An interrupted import can be repeated.

        EXAMPLES:
          tollgate texts import coach.yml Localizable.xcstrings
          tollgate texts import coach.yml Localizable.xcstrings --dry-run
        """)

    @Argument(help: ArgumentHelp("The blueprint.", valueName: "blueprint"))
    var blueprint: String

    @Argument(help: ArgumentHelp("The string catalog.", valueName: "catalog"))
    var catalog: String

    @Flag(help: "Also import lines that need review.")
    var needsReview = false

    @Flag(help: "Write nothing; show what would be written.")
    var dryRun = false

    @OptionGroup
    var outputOptions: OutputOptions

    func run() throws {
      try requireFile(blueprint)
      try requireFile(catalog)
      guard let data = FileManager.default.contents(atPath: catalog) else {
        throw Failure(in: catalog, "the file cannot be read")
      }
      let file = try BlueprintFile.loadDespiteMistakes(path: blueprint)
      let folder = URL(fileURLWithPath: blueprint).deletingLastPathComponent()
      let plan = try TextImport.plan(
        file, from: data, named: URL(fileURLWithPath: catalog).lastPathComponent,
        takesUnreviewed: needsReview
      ) { name in
        try Data(contentsOf: folder.appendingPathComponent(name))
      }
      note(plan.skipped, "not imported; it needs review or is not translated")
      note(plan.absent, "not in the catalog; the blueprint keeps its lines")
      guard !plan.files.isEmpty else {
        return Output.print("Nothing to import: the blueprint already has these lines.")
      }
      let names = plan.files.map(\.name).joined(separator: ", ")
      let changes = plan.changes.sorted { $0.key < $1.key }
        .map { "\($1) in \($0)" }.joined(separator: ", ")
      if !dryRun { try write(plan, of: file) }
      Output.print("\(dryRun ? "Would write" : "Wrote") \(names): \(changes).")
    }

    /// Says on standard error which texts were left out.
    private func note(_ texts: [String], _ reason: String) {
      for text in texts { Output.printError("note: \(text): \(reason)") }
    }

    private func write(_ plan: TextImport, of file: BlueprintFile) throws {
      let old = Dictionary(uniqueKeysWithValues: file.sources.map { ($0.name, $0.text) })
      let replacements = try plan.files.map { new in
        FileReplacement(
          file: file.parts.contains(new.name)
            ? try BlueprintFile.file(of: new.name, in: blueprint)
            : URL(fileURLWithPath: blueprint).resolvingSymlinksInPath(),
          old: old[new.name] ?? "", new: new.text)
      }
      try FileReplacement.perform(replacements)
    }
  }
}
