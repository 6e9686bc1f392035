import ArgumentParser
import Foundation
import Testing

@testable import TollgateCommand

/// A blueprint with a German part, in a folder of its own.
private struct Files {
  let folder = try? TemporaryFolder()
  let coach = """
    app: { id: coach, name: Coach, bundleID: com.example.coach, languages: [en, de] }
    parts: texts/de.yml
    features: { read: allow }

    texts:
      hello: Hello # at the door
      bye: { en: Goodbye, de: Servus }

    """
  let german = """
    language: de

    texts:
      # Said twice.
      hello: Hallo

    """

  init() throws {
    try write(coach, to: "coach.yml")
    try FileManager.default.createDirectory(
      at: url("texts"), withIntermediateDirectories: true)
    try write(german, to: "texts/de.yml")
  }

  func url(_ name: String) throws -> URL {
    try #require(folder).url.appendingPathComponent(name)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url(name))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }

  func run(_ arguments: String...) throws -> Command {
    try Command(["texts"] + arguments, in: try #require(folder).url)
  }

  /// Exports the texts, and replaces words in the catalog.
  func export(replacing changes: KeyValuePairs<String, String>) throws {
    let command = try run("export", "coach.yml", "--output", "a.xcstrings")
    #expect(command.status == 0, "\(command)")
    #expect(command.output == "Wrote a.xcstrings: 2 texts.\n")
    var catalog = try text("a.xcstrings")
    for (old, new) in changes {
      #expect(catalog.contains(old))
      catalog = catalog.replacing(old, with: new)
    }
    try write(catalog, to: "a.xcstrings")
  }
}

@Suite("tollgate texts")
struct TextsTests {
  @Test("importing an unchanged export changes nothing, and says so")
  func roundTrip() throws {
    let files = try Files()
    try files.export(replacing: [:])
    let command = try files.run("import", "coach.yml", "a.xcstrings")
    #expect(command.status == 0)
    #expect(command.output == "Nothing to import: the blueprint already has these lines.\n")
    #expect(command.errors == "")
    #expect(try files.text("coach.yml") == files.coach)
    #expect(try files.text("texts/de.yml") == files.german)
  }

  @Test("lines go into the files that contain them, and comments, layout and permissions stay")
  func changes() throws {
    let files = try Files()
    let path = try files.url("texts/de.yml").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try files.export(replacing: ["Hallo": "Grüß dich", "Servus": "Tschüss"])
    // What an interrupted import left behind.
    try files.write("half", to: ".coach.yml.new")

    let dry = try files.run("import", "coach.yml", "a.xcstrings", "--dry-run")
    #expect(dry.output == "Would write coach.yml, texts/de.yml: 2 in de.\n")
    #expect(try files.text("coach.yml") == files.coach)

    let command = try files.run("import", "coach.yml", "a.xcstrings")
    #expect(command.status == 0, "\(command)")
    #expect(command.output == "Wrote coach.yml, texts/de.yml: 2 in de.\n")
    #expect(try files.text("coach.yml") == files.coach.replacing("Servus", with: "Tschüss"))
    #expect(
      try files.text("texts/de.yml") == files.german.replacing("Hallo", with: "Grüß dich"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: files.url("coach.yml").deletingLastPathComponent().path)
    #expect(names.sorted() == ["a.xcstrings", "coach.yml", "texts"])
  }

  @Test("one line with a mistake rejects the whole catalog")
  func refused() throws {
    let files = try Files()
    try files.export(replacing: ["Hallo": "Hallo, {app.nam}", "Servus": "Tschüss"])
    let command = try files.run("import", "coach.yml", "a.xcstrings")
    #expect(command.status == 1)
    #expect(command.output == "")
    #expect(command.errors.hasPrefix("a.xcstrings:"))
    #expect(
      command.errors.hasSuffix(
        ": error: `hello` in `de`: there is no value `{app.nam}`; did you mean `app.name`?\n"))
    #expect(try files.text("coach.yml") == files.coach)
    #expect(try files.text("texts/de.yml") == files.german)
  }

  @Test("lines that need review are listed, and imported on request")
  func review() throws {
    let files = try Files()
    try files.export(replacing: ["Servus": "Tschüss", "translated": "needs_review"])
    let careful = try files.run("import", "coach.yml", "a.xcstrings")
    #expect(careful.status == 0)
    #expect(
      careful.errors == "note: bye (de): not imported; it needs review or is not translated\n")
    #expect(careful.output == "Nothing to import: the blueprint already has these lines.\n")
    let bold = try files.run("import", "coach.yml", "a.xcstrings", "--needs-review")
    #expect(bold.output == "Wrote coach.yml: 1 in de.\n")
  }

  @Test("the standard texts are listed in the requested languages")
  func list() throws {
    let files = try Files()
    let command = try files.run("list", "coach.yml", "--language", "de")
    #expect(command.status == 0)
    #expect(
      command.output.hasPrefix("action.restore\n  de  Käufe wiederherstellen\naction.manage\n"))
    let regional = try files.run("list", "coach.yml", "--language", "de-AT")
    #expect(regional.status == 0)
    #expect(regional.output == command.output)
    let unknown = try files.run("list", "--language", "it")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.contains(
        "There are no standard texts in 'it'; use one of en, de, fr, es, ja, ar."))
  }

  @Test("several files are replaced together or not at all")
  func together() throws {
    let files = try Files()
    let replacements = [
      FileReplacement(file: try files.url("coach.yml"), old: files.coach, new: "a"),
      FileReplacement(file: try files.url("texts/de.yml"), old: "something else", new: "b"),
    ]
    #expect(throws: Failure.self) { try FileReplacement.perform(replacements) }
    #expect(try files.text("coach.yml") == files.coach)
    #expect(try files.text("texts/de.yml") == files.german)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: files.url("texts").path)
    #expect(names == ["de.yml"])
  }

  @Test("fmt formats the parts of a blueprint with it")
  func format() throws {
    let files = try Files()
    try files.write("texts: { hello: 'Hallo' }\nlanguage: de\n", to: "texts/de.yml")
    let folder = try #require(files.folder).url
    let check = try Command(["fmt", "--check", "coach.yml"], in: folder)
    #expect(check.status == 1)
    #expect(check.output == "texts/de.yml: not in the house style\n")
    let command = try Command(["fmt", "coach.yml"], in: folder)
    #expect(command.output == "texts/de.yml: formatted\n")
    #expect(try files.text("texts/de.yml") == "language: de\ntexts: { hello: Hallo }\n")
  }

  @Test("a part in a folder of blueprints is not checked by itself")
  func folder() throws {
    let files = try Files()
    try files.write(files.coach.replacing("texts/de.yml", with: "[de.yml]"), to: "coach.yml")
    try files.write(files.german, to: "de.yml")
    let command = try Command(["check", ".", "--no-search"], in: try #require(files.folder).url)
    #expect(command.errors == "de.yml: note: skipped; it is a part of coach.yml\n")
    #expect(command.status == 0, "\(command)")
    try files.write(files.coach.replacing("texts/de.yml", with: "de.yml"), to: "coach.yml")
    try files.write("texts: { hello: 'Hallo' }\nlanguage: de\n", to: "de.yml")
    let format = try Command(["fmt", "."], in: try #require(files.folder).url)
    #expect(format.errors == "")
    #expect(format.output == "./de.yml: formatted\n")
  }

  @Test("check names a part's file in JSON, and watches parts")
  func check() throws {
    let files = try Files()
    let folder = try #require(files.folder).url
    let watch = FileWatch([try files.url("coach.yml").path])
    let before = watch.state
    try files.write("language: de\ntexts: { helo: Hallo }\n", to: "texts/de.yml")
    #expect(watch.state != before)
    let command = try Command(["check", "coach.yml", "--json"], in: folder)
    #expect(command.status == 1)
    #expect(command.output.contains("\"file\" : \"texts/de.yml\""))
  }

  @Test("import's help says what it does, with examples")
  func help() {
    #expect(
      TollgateCommand.helpMessage(for: TextsCommand.Import.self, columns: 80) == """
        OVERVIEW: Write the lines of a string catalog into a blueprint and its parts.

        Only lines that differ are written; comments and layout are kept. A line in a
        new language goes into the part with that language if there is one, and
        otherwise next to the other languages. If any line has an error, all errors
        are listed and nothing is written. Lines that need review are skipped, unless
        you pass --needs-review. An interrupted import can be repeated.

        EXAMPLES:
          tollgate texts import coach.yml Localizable.xcstrings
          tollgate texts import coach.yml Localizable.xcstrings --dry-run

        USAGE: tollgate texts import <blueprint> <catalog> [--needs-review] [--dry-run] [--color <color>]

        ARGUMENTS:
          <blueprint>             The blueprint.
          <catalog>               The string catalog.

        OPTIONS:
          --needs-review          Also import lines that need review.
          --dry-run               Write nothing; show what would be written.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}
