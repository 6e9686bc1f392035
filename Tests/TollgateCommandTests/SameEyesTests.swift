import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateLedger
import TollgatePlayground
import TollgateWire

@testable import TollgateCommand
@testable import TollgateServer

@Suite("Every command reads a blueprint with the same eyes")
struct SameEyesTests {
  /// Blueprints that can be used, and say something that cannot be intended.
  static let mistaken = [
    "a misspelt trial": """
    app: { id: a, name: A, bundleID: com.example.a, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
    products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }
    trial: { start: signUp, lasts: P7D, entitles: prp }
    features:
      note:
        - { when: { entitled: pro }, allow: unlimited }
        - { otherwise: deny, paywall: plans }
    paywalls: { plans: { title: Pro, packages: [pro] } }
    """,
    "a forgery": """
    app: { id: a, name: A, bundleID: com.example.a, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
    products: { pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: g } }
    attributes: { vip: { type: boolean } }
    hasFreeTier: true
    features:
      note:
        - { when: { attribute: { name: vip, is: true } }, allow: unlimited }
        - { when: { entitled: pro }, allow: unlimited }
        - { otherwise: deny, paywall: plans }
    paywalls: { plans: { title: Pro, packages: [pro] } }
    """,
  ]

  private static func folder(_ yaml: String?) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try (yaml ?? "").write(
      to: folder.url.appendingPathComponent("a.yml"), atomically: true, encoding: .utf8)
    try """
    title: nothing happens
    blueprint: a.yml
    start: 2026-03-02T09:00:00Z
    steps: [{ open: true }]
    """.write(
      to: folder.url.appendingPathComponent("life.yml"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test(
    "EX-9 what check refuses is refused with the same errors and exit code by what runs, publishes or ships it",
    arguments: Array(mistaken.keys))
  func refused(name: String) throws {
    let folder = try Self.folder(Self.mistaken[name])
    let check = try Command(["check", "a.yml"], in: folder.url)
    let errors = check.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.count == 1 && check.status == 1, "\(check.output)")
    for arguments in [
      ["serve", "a.yml", "--in-memory", "--environment", "sandbox", "--port", "0"],
      ["serve", "a.yml", "--create", "--environment", "sandbox", "--port", "0"],
      ["simulate", "--scenario", "life.yml"], ["simulate", "a.yml", "--scenario", "life.yml"],
      ["generate", "swift", "a.yml"],
    ] {
      let command = try Command(arguments, in: folder.url)
      #expect(command.status == check.status, "\(arguments)")
      #expect(command.output.isEmpty, "\(arguments)")
      #expect(
        command.errors.split(separator: "\n").filter { $0.contains(": error: ") } == errors,
        "\(arguments): \(command.errors)")
    }
    // Nothing was created for what is refused.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["a.yml", "life.yml"])
    // Publishing prints all that the check does.
    let publish = try Command(["revisions", "publish", "a.yml", "--yes"], in: folder.url)
    #expect(publish.status == 1)
    #expect(publish.output == check.output)
    #expect(publish.errors == "a.yml: error: a blueprint with mistakes is not published\n")
    // The playground opens without a phone, and lists the same errors on its page.
    let reading = BlueprintWatch(path: folder.url.appendingPathComponent("a.yml").path).read()
    #expect(reading.file == nil)
    let problems = reading.problems.filter { $0.kind == .error }
    #expect(problems.count == 1)
    #expect(zip(problems, errors).allSatisfy { $1.hasPrefix("a.yml:\($0.line):") })
  }

  @Test(
    "EX-9 a file that was served before starts after an upgrade whose check is stricter, and no other",
    arguments: Array(mistaken.keys))
  func served(name: String) async throws {
    let folder = try Self.folder(Self.mistaken[name])
    let path = folder.url.appendingPathComponent("a.yml").path
    let location = LedgerLocation.file(folder.url.appendingPathComponent("l.sqlite").path)
    await #expect(throws: BlueprintFileError.self) {
      try await ServedFile(path: path, ledger: location)
    }
    let ledger = try await location.open(create: true, observer: LedgerObserver())
    await #expect(throws: BlueprintFileError.self) {
      try await ServedFile(path: path, ledger: location)
    }
    // As the version before the upgrade recorded it.
    let read = try BlueprintFile.loadDespiteMistakes(path: path)
    try await BlueprintRevisions(ledger, of: "a").recordFile(
      StoredBlueprint(read.blueprint, revision: read.revision, source: read.written), at: .current)
    let file = try await ServedFile(path: path, ledger: location)
    #expect(file.source == read.written)
    #expect(file.source.map(\.text) == [Self.mistaken[name] ?? ""])
    #expect(file.revision == read.revision)
    #expect(file.blueprint.definition == read.blueprint.definition)
    #expect(file.mistakes.count == 1)
    // A file that has changed is a new one.
    try ("# changed\n" + (Self.mistaken[name] ?? "")).write(
      toFile: path, atomically: true, encoding: .utf8)
    await #expect(throws: BlueprintFileError.self) {
      try await ServedFile(path: path, ledger: location)
    }
    try await (ledger as? SQLiteLedger)?.close()
  }

  @Test("EX-9 what is served may be compared with, also if it has mistakes")
  func against() throws {
    let folder = try Self.folder(Self.mistaken["a forgery"])
    let mended = (Self.mistaken["a forgery"] ?? "").replacing(
      "boolean }", with: "boolean, setBy: backend }")
    try mended.write(
      to: folder.url.appendingPathComponent("b.yml"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["check", "b.yml", "--against", "a.yml", "--quick"], in: folder.url)
    #expect(command.output.contains("with a.yml"), "\(command.output)\(command.errors)")
  }
}
