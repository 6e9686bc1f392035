import Foundation
import Testing
import Tollgate
import TollgateBlueprints

/// A blueprint that names parts; `hello` is on line 12.
private func blueprint(parts: String, more: String = "") -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
  parts: \(parts)
  legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
  products:
    coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
  features:
    read: allow
    chat:
      - { when: { entitled: premium }, allow: unlimited }
      - { otherwise: deny, paywall: plans }
  texts:
    hello: Hello
  \(more)
  """
}

private let paywalls = """
  paywalls:
    plans:
      title: Keep talking
      benefits: [{ icon: chat, title: Talk }]
      packages: [coach.monthly]
  """

private let german = """
  language: de
  texts:
    hello: Hallo
    paywalls.plans.title: Weiterreden
  """

private func load(_ parts: [String: String], more: String = "") throws -> BlueprintFile {
  let yaml = blueprint(parts: "[\(parts.keys.sorted().joined(separator: ", "))]", more: more)
  return try BlueprintFile.parse(yaml, name: "coach.yml", parts: parts) { _ in throw NoFile() }
}

/// The errors of a blueprint with parts, one line each.
private func errors(_ parts: [String: String], named list: String? = nil) -> [String] {
  let names = list ?? "[\(parts.keys.sorted().joined(separator: ", "))]"
  return BlueprintCheck.check(blueprint(parts: names), name: "coach.yml", parts: parts) { _ in
    throw NoFile()
  }.diagnostics.filter { $0.severity == .error }.map(\.description)
}

@Suite("A blueprint of several files")
struct PartTests {
  @Test("a blueprint of several files has attributes in several of them")
  func attributes() throws {
    let file = try load(
      ["more.yml": "attributes: { level: { type: number } }", "paywalls.yml": paywalls],
      more: "attributes: { goal: { type: text } }")
    #expect(Set(file.blueprint.definition.attributes.map(\.id)) == ["goal", "level"])
  }

  @Test("a blueprint of several files is one blueprint, whose texts are in each file's language")
  func merged() throws {
    let file = try load(["paywalls.yml": paywalls, "texts/de.yml": german])
    #expect(file.parts == ["paywalls.yml", "texts/de.yml"])
    #expect(file.blueprint.definition.paywalls.map(\.id) == ["plans"])
    #expect(
      file.blueprint.text("hello")?.wordings
        == ["en": LocalizedText.Wording("Hello"), "de": LocalizedText.Wording("Hallo")])
    #expect(
      file.blueprint.text("paywalls.plans.title")?.wordings
        == [
          "en": LocalizedText.Wording("Keep talking"), "de": LocalizedText.Wording("Weiterreden"),
        ])
    #expect(file.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test("a blueprint of several files decides what the same blueprint in one file decides")
  func same() throws {
    let parts = try load(["paywalls.yml": paywalls]).blueprint.definition
    let whole = try parse(blueprint(parts: "[]", more: paywalls).replacing("parts: []\n", with: ""))
    #expect(parts == whole.blueprint.definition)
  }

  @Test("a single part needs no brackets")
  func single() throws {
    let yaml = blueprint(parts: "paywalls.yml")
    let file = try BlueprintFile.parse(yaml, name: "coach.yml", parts: ["paywalls.yml": paywalls]) {
      _ in throw NoFile()
    }
    #expect(file.parts == ["paywalls.yml"])
  }

  @Test("a blueprint of several files has a revision of all its files")
  func revision() throws {
    let parts = ["paywalls.yml": paywalls, "texts/de.yml": german]
    let first = try load(parts).revision
    #expect(try load(parts).revision == first)
    #expect(try load(parts.merging(["texts/de.yml": german + "\n"]) { $1 }).revision != first)
  }

  @Test("mistakes name the part, the line and the column")
  func positions() {
    let found = errors([
      "paywalls.yml": "paywalls:\n  plans: { titel: Hi, packages: [coach.monthly] }"
    ])
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("paywalls.yml:2:12: error: a paywall has no key `titel`"))
  }

  @Test("a name that the engine does not know is reported in the part")
  func names() {
    let found = errors([
      "paywalls.yml": paywalls.replacing("[coach.monthly]", with: "[coach.montly]")
    ])
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("paywalls.yml:5:16: error: "))
    #expect(found[0].hasSuffix("did you mean `coach.monthly`?"))
  }

  @Test("mistakes of all files come in one run, in the order of the files")
  func order() {
    let found = errors(
      ["b.yml": "prompts: 1", "a.yml": "nudges: 1\nmilestones: 1", "paywalls.yml": paywalls],
      named: "[b.yml, a.yml, paywalls.yml]")
    #expect(found.map { $0.prefix(9) } == ["b.yml:1:1", "a.yml:1:9", "a.yml:2:1"])
  }

  @Test(
    "a name defined twice names both places",
    arguments: [
      (
        "features: { read: allow }",
        "a.yml:1:13: error: `read` is defined twice; the first is in coach.yml, line 7"
      ),
      (
        "legal: {}", "a.yml:1:1: error: `legal` is defined twice; the first is in coach.yml, line 3"
      ),
      (
        "texts: { hello: Hi }",
        "a.yml:1:10: error: `hello` is defined twice; the first is in coach.yml, line 12"
      ),
      (
        "language: en\ntexts:\n  hello: Hi",
        "a.yml:3:3: error: `hello` is defined twice; the first is in coach.yml, line 12"
      ),
      (
        "language: de\ntexts:\n  hello: Hi\n  hello: Ho",
        "a.yml:4:3: error: `hello` is defined twice; the first is on line 3"
      ),
    ])
  func twice(part: String, message: String) {
    #expect(errors(["a.yml": part, "paywalls.yml": paywalls]) == [message])
  }

  @Test("an inline text in the same language names both places")
  func inlineTwice() {
    let part = "language: en\ntexts:\n  paywalls.plans.title: Talk on"
    #expect(
      errors(["a.yml": part, "paywalls.yml": paywalls]) == [
        "a.yml:3:3: error: `paywalls.plans.title` is defined twice; the first is in paywalls.yml, line 3"
      ])
  }

  @Test(
    "a path must stay below the folder",
    arguments: [
      "../a.yml", "/a.yml", "a/../b.yml", "./a.yml", ".a.yml", "a.txt", "a//b.yml", "a/", "~/a.yml",
      "https://example.com/a.yml", #"..\a.yml"#, ".yml",
    ])
  func paths(path: String) {
    let found = errors([:], named: "[\"\(path.replacing("\\", with: "\\\\"))\"]")
    #expect(found.contains { $0.contains("expected the path of a YAML file below this folder") })
  }

  @Test("a part that cannot be read, is listed twice, is not a map or has parts is a mistake")
  func refused() {
    #expect(
      errors([:], named: "[x.yml]") == [
        "coach.yml:2:9: error: the part `x.yml` cannot be read: there is no such file"
      ])
    #expect(
      errors(["paywalls.yml": paywalls], named: "[paywalls.yml, paywalls.yml]") == [
        "coach.yml:2:23: error: the part `paywalls.yml` is listed twice"
      ])
    #expect(
      errors(["a.yml": "- 1"], named: "a.yml")
        == ["a.yml:1:1: error: found a list; expected a map with keys of a blueprint"])
    #expect(
      errors(["a.yml": "\(paywalls)\nparts: b.yml"]) == [
        "a.yml:6:1: error: a part cannot have parts; list them in coach.yml"
      ])
    let broken = errors(["a.yml": "texts: [\n"])
    #expect(!broken.isEmpty)
    #expect(broken.allSatisfy { $0.hasPrefix("a.yml:") })
    #expect(
      errors([:], named: "[coach.yml]") == [
        "coach.yml:2:9: error: the part `coach.yml` cannot be read: there is no such file"
      ])
  }

  @Test("a part with a language has only texts, which exist in the app's own language")
  func language() {
    let parts = { (text: String) in ["de.yml": text, "paywalls.yml": paywalls] }
    #expect(
      errors(parts("language: de\nneverSay: [Schluss]\ntexts: { hello: Hallo }")) == [
        "de.yml:2:1: error: a part with a `language` has no key `neverSay`; expected `language` and `texts`"
      ])
    #expect(
      errors(parts("language: de\ntexts: { helo: Hallo }")) == [
        "de.yml:2:10: error: there is no text `helo` in the app's own language, `en`; did you mean `hello`?"
      ])
    #expect(
      errors(parts("language: German\ntexts: { hello: { de: Hallo } }")) == [
        "de.yml:1:11: error: found `German`; expected a language such as `en` or `pt-BR`"
      ])
  }

  @Test("an item of a list is translated in place, or as a shared text")
  func items() {
    let part = "language: de\ntexts:\n  paywalls.plans.benefits.0.title: Reden"
    let found = errors(["de.yml": part, "paywalls.yml": paywalls])
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix("de.yml:3:3: error: the text `paywalls.plans.benefits.0.title` belongs to")
    )
  }
}

@Suite("The files of a blueprint's parts")
struct PartFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("tollgate-parts-\(UUID().uuidString)")

  private func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  private func errors() -> [String] {
    let path = folder.appendingPathComponent("app/coach.yml").path
    return BlueprintCheck.check(path: path).diagnostics.filter { $0.severity == .error }
      .map(\.description)
  }

  @Test("the files of a blueprint's parts are read from folders below the blueprint's")
  func read() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write([
      "app/coach.yml": blueprint(parts: "[paywalls.yml, texts/de.yml]"),
      "app/paywalls.yml": paywalls, "app/texts/de.yml": german,
    ])
    #expect(errors() == [])
  }

  @Test("a symbolic link may lead to another file in the folder, but not out of it")
  func links() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write([
      "app/coach.yml": blueprint(parts: "a.yml"), "app/data/a.yml": paywalls, "b.yml": paywalls,
    ])
    let link = folder.appendingPathComponent("app/a.yml").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "data/a.yml")
    #expect(errors() == [])
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../b.yml")
    #expect(
      errors() == [
        "coach.yml:2:8: error: the part `a.yml` cannot be read: a symbolic link leads out of the blueprint's folder"
      ])
  }

  @Test("the blueprint is not its own part, and no file is two parts")
  func itself() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write([
      "app/coach.yml": blueprint(parts: "[coach.yml, a.yml, b.yml]"), "app/a.yml": paywalls,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("app/b.yml").path, withDestinationPath: "a.yml")
    #expect(
      errors() == [
        "coach.yml:2:9: error: the part `coach.yml` is the same file as `coach.yml`",
        "coach.yml:2:27: error: the part `b.yml` is the same file as `a.yml`",
      ])
  }
}
