import Foundation
import Testing
import Tollgate
import TollgateBlueprints

/// A blueprint in the house style, whose texts have values, plural forms and a line for one number.
private let blueprint = """
  app: { id: coach, name: Coach, bundleID: com.example.coach }
  features: { read: allow }

  texts:
    hello: { en: "Hello, {app.name}", de: "Hallo, {app.name}" } # said first
    # Counts down.
    left:
      en: { count: trial.daysLeft, "=0": None left, one: One day, other: "{trial.daysLeft} days" }
    bye: Goodbye

  """

private func load(_ yaml: String = blueprint, _ parts: [String: String] = [:]) throws
  -> BlueprintFile
{
  try BlueprintFile.parse(yaml, name: "coach.yml", parts: parts, refusing: .unusable) { _ in
    throw NoFile()
  }
}

/// A catalog with the lines of a blueprint, and others.
private func catalog(
  of file: BlueprintFile, _ lines: [(key: String, language: String, value: CatalogLines)],
  without key: String? = nil
) throws -> Data {
  let exported = try JSONSerialization.jsonObject(with: Data(TextExport.catalog(of: file).utf8))
  var root = try #require(exported as? [String: Any])
  var strings = try #require(root["strings"] as? [String: Any])
  for line in lines {
    var entry = strings[line.key] as? [String: Any] ?? [:]
    var localizations = entry["localizations"] as? [String: Any] ?? [:]
    localizations[line.language] = line.value.json
    entry["localizations"] = localizations
    strings[line.key] = entry
  }
  if let key { strings[key] = nil }
  root["strings"] = strings
  return try JSONSerialization.data(withJSONObject: root, options: [.sortedKeys])
}

/// What a catalog says in one language.
enum CatalogLines: Sendable {
  case one(String, state: String)
  case forms([String: String])

  /// The value as JSON.
  var json: [String: Any] {
    switch self {
    case .one(let value, let state): ["stringUnit": ["state": state, "value": value]]
    case .forms(let forms):
      ["variations": ["plural": forms.mapValues { CatalogLines.one($0, state: "translated").json }]]
    }
  }
}

private func unit(_ value: String, _ state: String = "translated") -> CatalogLines {
  .one(value, state: state)
}

private func plural(_ forms: [String: String]) -> CatalogLines { .forms(forms) }

private func plan(
  _ file: BlueprintFile, _ data: Data, takesUnreviewed: Bool = false
) throws -> TextImport {
  try TextImport.plan(
    file, from: data, named: "a.xcstrings", takesUnreviewed: takesUnreviewed
  ) { _ in throw NoFile() }
}

/// What a blueprint says after lines were imported.
private func imported(_ lines: [(key: String, language: String, value: CatalogLines)]) throws
  -> String?
{
  let file = try load()
  return try plan(file, catalog(of: file, lines)).files.first?.text
}

/// The mistakes in lines, without their positions.
private func mistakes(_ lines: [(key: String, language: String, value: CatalogLines)]) throws
  -> [String]
{
  let file = try load()
  let data = try catalog(of: file, lines)
  do {
    _ = try plan(file, data)
    return []
  } catch let error as BlueprintFileError {
    #expect(error.code == .notImportable)
    #expect(error.diagnostics.allSatisfy { $0.file == "a.xcstrings" && $0.line > 0 })
    return error.diagnostics.map(\.message).sorted()
  }
}

@Suite("Texts as a string catalog")
struct TextCatalogTests {
  @Test("texts as a string catalog are written as Xcode writes them")
  func export() throws {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach }
      features: { read: allow }
      texts:
        left: { en: { count: trial.daysLeft, "=0": None left, other: "{trial.daysLeft} left" } }
      """
    #expect(
      TextExport.catalog(of: try load(yaml)) == """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "left" : {
              "comment" : "Keep {trial.daysLeft} as written. trial.daysLeft chooses the form.",
              "extractionState" : "manual",
              "localizations" : {
                "en" : {
                  "variations" : {
                    "plural" : {
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "{trial.daysLeft} left"
                        }
                      }
                    }
                  }
                }
              }
            },
            "left|=0" : {
              "comment" : "Instead of `left` where the number is 0.",
              "extractionState" : "manual",
              "localizations" : {
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "None left"
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }

        """)
  }

  @Test("importing an unchanged export changes nothing", arguments: apps)
  func roundTrip(app: String) throws {
    let file = try BlueprintFile.load(path: path(of: app))
    let plan = try plan(file, Data(TextExport.catalog(of: file).utf8))
    #expect(plan.files == [])
    #expect(plan.changes == [:])
    #expect(plan.skipped == [])
    #expect(plan.absent == [])
  }

  @Test("a changed line is written in place, and everything else stays")
  func changed() throws {
    let text = try imported([("hello", "de", unit("Servus, {app.name}"))])
    #expect(text == blueprint.replacing("Hallo", with: "Servus"))
    let source = try imported([("bye", "en", unit("See you: soon"))])
    #expect(source == blueprint.replacing("bye: Goodbye", with: "bye: \"See you: soon\""))
    let form = try imported([
      ("left", "en", plural(["one": "A day", "other": "{trial.daysLeft} days"]))
    ])
    #expect(form == blueprint.replacing("One day", with: "A day"))
    let exact = try imported([("left|=0", "en", unit("Nothing left"))])
    #expect(exact == blueprint.replacing("None left", with: "Nothing left"))
  }

  @Test("a new language is written next to the others")
  func added() throws {
    #expect(
      try imported([("bye", "fr", unit("Au revoir"))])
        == blueprint.replacing("bye: Goodbye", with: "bye: { en: Goodbye, fr: Au revoir }"))
    #expect(
      try imported([("hello", "fr", unit("Salut, {app.name}"))])
        == blueprint.replacing(
          "\"Hallo, {app.name}\" }", with: "\"Hallo, {app.name}\", fr: \"Salut, {app.name}\" }"))
    #expect(
      try imported([
        ("left", "de", plural(["one": "Ein Tag", "other": "{trial.daysLeft} Tage"])),
        ("left|=0", "de", unit("Kein Tag")),
      ])
        == blueprint.replacing(
          "  bye:",
          with: """
                de: { count: trial.daysLeft, "=0": Kein Tag, one: Ein Tag, other: "{trial.daysLeft} Tage" }
              bye:
            """))
  }

  @Test("a language with a part is written into that part")
  func parts() throws {
    let german = "language: de\n\ntexts:\n  bye: Tschüss # as one says\n"
    let file = try load("parts: de.yml\n" + blueprint, ["de.yml": german])
    let data = try catalog(
      of: file,
      [
        ("bye", "de", unit("Servus")),
        ("left", "de", plural(["one": "Ein Tag", "other": "{trial.daysLeft} Tage"])),
      ])
    let plan = try plan(file, data)
    #expect(plan.files.map(\.name) == ["de.yml"])
    #expect(
      plan.files.map(\.text) == [
        """
        language: de

        texts:
          bye: Servus # as one says
          left: { count: trial.daysLeft, one: Ein Tag, other: "{trial.daysLeft} Tage" }

        """
      ])
    #expect(plan.changes == ["de": 2])
  }

  @Test("an inline text is written in place, or into the part of its language")
  func inline() throws {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach }
      features: { read: allow }

      prompts:
        card: { shape: card, placement: home, icon: leaf, text: "Look, here" }

      """
    let line = [(key: "prompts.card.text", language: "de", value: unit("Da, schau"))]
    let file = try load(yaml)
    #expect(
      try plan(file, catalog(of: file, line)).files.map(\.text) == [
        yaml.replacing("\"Look, here\"", with: "{ en: \"Look, here\", de: \"Da, schau\" }")
      ])
    let german = "language: de\n\ntexts:\n  hello: Hallo\n"
    let split = try load("parts: de.yml\n\(yaml)\ntexts:\n  hello: Hello\n", ["de.yml": german])
    #expect(
      try plan(split, catalog(of: split, line)).files.map(\.text)
        == [german + "  prompts.card.text: Da, schau\n"])
  }

  @Test(
    "lines that need review are skipped unless requested, and texts that the catalog lacks stay")
  func states() throws {
    let file = try load()
    let data = try catalog(
      of: file,
      [("bye", "fr", unit("Au revoir", "needs_review")), ("hello", "fr", unit("", "new"))],
      without: "left")
    let careful = try plan(file, data)
    #expect(careful.files == [])
    #expect(careful.skipped == ["bye (fr)", "hello (fr)"])
    #expect(careful.absent == ["left"])
    let bold = try plan(file, data, takesUnreviewed: true)
    #expect(bold.files.count == 1)
    #expect(bold.skipped == ["hello (fr)"])
  }

  @Test(
    "a catalog is refused if a line would be lost or wrong",
    arguments: [
      (
        "left", "en", plural(["other": "{trial.daysLeft} days"]),
        "`left` in `en` lacks `one`, which the blueprint has"
      ),
      (
        "left", "en", unit("{trial.daysLeft} days"),
        "`left` in `en` lacks `one`, which the blueprint has"
      ),
      (
        "left", "ru", plural(["one": "1", "other": "{trial.daysLeft}"]),
        "`left` in `ru` lacks `few`, `many`, which the language uses"
      ),
      (
        "left|=0", "de", unit("Nichts"),
        "`left` in `de` has a line for one number, but none for the others"
      ),
      (
        "bye", "de", plural(["one": "Tschüss", "other": "Tschüss"]),
        "no number selects the plural form of `bye` in `de`"
      ),
      ("by", "de", unit("Tschüss"), "the blueprint has no text `by`"),
      ("bye|=2", "de", unit("Tschüss"), "the blueprint has no text `bye|=2`"),
      ("hello", "de", unit("Hallo"), "`hello` in `de` lacks `{app.name}`"),
      (
        "hello", "de", unit("Hallo, {app.nam}, {app.name}"),
        "`hello` in `de`: there is no value `{app.nam}`"
      ),
      (
        "bye", "de", unit("Tschüss, {app.name}"),
        "`bye` in `de` shows `{app.name}`, but the line in the app's own language does not"
      ),
      ("bye", "de", unit("Tschüss, %@"), "`bye` in `de`: nothing replaces `%@`"),
      ("bye", "de", unit(""), "`bye` in `de` is empty"),
      ("bye", "de", unit("Tsch\u{0}üss"), "`bye` in `de` has a control character"),
      ("bye", "de", unit("Tschüss\u{1B}[2J"), "`bye` in `de` has a control character"),
      (
        "left", "de", plural(["one": "Ein Tag", "other": "Einige Tage"]),
        "`left` in `de` lacks `{trial.daysLeft}`"
      ),
      (
        "left|=0", "en", plural(["one": "A day", "other": "{trial.daysLeft} nights"]),
        "`left|=0` in `en` has plural forms, but it is the line for 0 alone"
      ),
    ] as [(String, String, CatalogLines, String)])
  func refused(key: String, language: String, lines: CatalogLines, message: String) throws {
    #expect(try mistakes([(key, language, lines)]) == [message])
  }

  @Test("all mistakes are listed at once")
  func all() throws {
    #expect(
      try mistakes([("by", "de", unit("a")), ("bye", "de", unit("")), ("hello", "de", unit("b"))])
        == [
          "`bye` in `de` is empty", "`hello` in `de` lacks `{app.name}`",
          "the blueprint has no text `by`",
        ])
  }

  @Test("an item of a list whose source line differs is refused, since it may be another item")
  func order() throws {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach }

      products:
        coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }

      features: { read: allow }

      paywalls:
        plans:
          title: Keep talking
          benefits: [{ icon: chat, title: Talk }]
          packages: [coach.monthly]

      """
    let file = try load(yaml)
    let key = "paywalls.plans.benefits.0.title"
    #expect(
      try plan(file, catalog(of: file, [(key, "de", unit("Reden"))])).files.map(\.text) == [
        yaml.replacing("title: Talk }", with: "title: { en: Talk, de: Reden } }")
      ])
    let data = try catalog(of: file, [(key, "en", unit("Write")), (key, "de", unit("Schreiben"))])
    let error = #expect(throws: BlueprintFileError.self) { try plan(file, data) }
    #expect(error?.diagnostics.first?.message.contains("may have been reordered") == true)
  }

  @Test("a file that is not in the house style is refused, since more than texts would change")
  func style() throws {
    let file = try load(blueprint.replacing("bye: Goodbye", with: "bye:   'Goodbye'"))
    let data = try catalog(of: file, [("bye", "de", unit("Tschüss"))])
    let error = #expect(throws: BlueprintFileError.self) { try plan(file, data) }
    #expect(
      error?.description
        == "coach.yml: error: the file is not in the house style, so the import would change more than texts; expected `tollgate fmt` first"
    )
    #expect(try plan(file, Data(TextExport.catalog(of: file).utf8)).files == [])
  }

  @Test(
    "what a blueprint cannot hold is refused with its position",
    arguments: [
      ("{", "a.xcstrings:1:1: error: the file is not a JSON object"),
      (#"{"sourceLanguage":"en"}"#, "a.xcstrings:1:1: error: the catalog lacks `strings`"),
      (
        #"{"sourceLanguage":"en","strings":{"bye":{"localizations":{"de":{"stringUnit":{"state":"done","value":"a"}}}}}}"#,
        "a.xcstrings:1:87: error: there is no state `done`"
      ),
      (
        #"{"sourceLanguage":"en","strings":{"bye":{"localizations":{"de":{"variations":{"device":{}}}}}}}"#,
        "a.xcstrings:1:79: error: a blueprint does not support `device`"
      ),
      (
        #"{"sourceLanguage":"fr","strings":{}}"#,
        "a.xcstrings:1:1: error: the catalog's source language is `fr`"
      ),
      (
        #"{"version":"2.0","sourceLanguage":"en","strings":{}}"#,
        "a.xcstrings:1:12: error: found the version `2.0`"
      ),
    ])
  func unreadable(json: String, message: String) throws {
    let file = try load()
    let error = #expect(throws: BlueprintFileError.self) { try plan(file, Data(json.utf8)) }
    #expect(
      error?.diagnostics.first?.description.hasPrefix(message) == true,
      "\(String(describing: error))")
  }

  @Test("JSON escapes that YAML does not have are read")
  func escapes() throws {
    let json =
      #"{"sourceLanguage":"en","strings":{"bye":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"a\/b \ud83c\udf31 \u00e4 \"c\" \\ud83c"}}}}},"version":"1.0"}"#
    let plan = try plan(try load(), Data(json.utf8))
    let text = try #require(plan.files.first?.text)
    #expect(
      try load(text).blueprint.text("bye")?.wordings["en"]
        == LocalizedText.Wording("a/b 🌱 ä \"c\" \\ud83c"))
  }

  @Test("the standard texts are listed, with the languages in which a blueprint replaces them")
  func standard() throws {
    let yaml = blueprint.replacing(
      "bye: Goodbye", with: "action.restore: { en: Restore, de: Zurück }")
    let lines = StandardLine.all(in: try load(yaml).blueprint)
    #expect(lines.first?.name == "action.restore")
    #expect(lines.filter { !$0.replaced.isEmpty }.map(\.replaced) == [["de", "en"]])
    #expect(
      lines.first?.description(in: ["de"])
        == "action.restore: replaced in `de`, `en`\n  de  Käufe wiederherstellen")
    let plan = lines.first { $0.name == "plan.trial" }
    #expect(
      plan?.description(in: ["de"]) == """
        plan.trial
          de  one: Probezeit, noch {count} Tag
          de  other: Probezeit, noch {count} Tage
        """)
  }
}
