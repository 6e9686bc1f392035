import Foundation
import TestSupport
import Testing
import TollgateBlueprints
import TollgateExplorer

/// A file of `Tests/Blueprints/judged`, whose first lines say what `check` finds in it: exactly that.
struct JudgedBlueprint: CustomTestStringConvertible, Sendable {
  /// What a check says about it.
  struct Verdict {
    var found: Set<String> = []
    var warned: Set<String> = []
    var defects: [String] = []
  }

  private struct NothingExpected: Error {}

  let path: String
  let testDescription: String

  static let faults = all(in: "faults")
  static let nearMisses = all(in: "near-misses")
  static let sound = all(in: "sound")

  private static func all(in folder: String) -> [JudgedBlueprint] {
    let url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Blueprints/judged/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".yml") }.sorted().map {
      JudgedBlueprint(path: url.appendingPathComponent($0).path, testDescription: $0)
    }
  }

  /// The findings of the line `# Finds: …`: each with its kind and its subject, and whether it is accepted.
  func findings() throws -> Set<String> {
    guard let names = try names(after: "# Finds: ") else { throw NothingExpected() }
    return names == ["nothing"] ? [] : names
  }

  /// The paths of the line `# Warns: …`; nil without one.
  func warnings() throws -> Set<String>? { try names(after: "# Warns: ") }

  private func names(after prefix: String) throws -> Set<String>? {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
      .first { $0.hasPrefix(prefix) }
    return line.map { Set($0.dropFirst(prefix.count).components(separatedBy: "; ")) }
  }

  /// Reads the file, and searches it unless it has mistakes, which are its findings then.
  func verdict(_ options: Explorer.Options) -> Verdict {
    let file: BlueprintFile
    do {
      file = try BlueprintFile.load(path: path)
    } catch {
      let mistakes = error.diagnostics.filter { $0.severity == .error }
      return Verdict(found: Set(mistakes.map { "mistake \($0.path)" }))
    }
    let exploration = Explorer(
      file.blueprint, accepting: file.accepted, options: options
    ).explore()
    let accepted = exploration.accepted.map {
      "\($0.finding.kind.rawValue) \($0.finding.subject) (accepted)"
    }
    return Verdict(
      found: Set(exploration.findings.map { "\($0.kind.rawValue) \($0.subject)" } + accepted),
      warned: Set(file.diagnostics.map(\.path)),
      defects: exploration.findings.filter(\.isDefect).map(\.sentence))
  }
}

@Suite("Blueprints with the findings that their authors would want")
struct JudgedBlueprintTests {
  @Test(
    "EX-5 check finds each fault as a real app would hide it, and nothing else",
    arguments: JudgedBlueprint.faults.sampled(16))
  func faults(blueprint: JudgedBlueprint) throws {
    let expected = try blueprint.findings()
    // Only a complete search can tell that no history shows an accepted finding.
    let isQuick = !expected.contains { $0.hasPrefix("accepts nothing") }
    let verdict = blueprint.verdict(Explorer.Options(isQuick: isQuick))
    #expect(verdict.found == expected)
    if let warnings = try blueprint.warnings() { #expect(verdict.warned == warnings) }
    #expect(verdict.defects == [])
  }

  @Test(
    "EX-5 check leaves the near miss of each fault alone",
    arguments: JudgedBlueprint.nearMisses.sampled(16))
  func nearMisses(blueprint: JudgedBlueprint) throws {
    let (expected, warnings) = (try blueprint.findings(), try blueprint.warnings() ?? [])
    let verdict = blueprint.verdict(Explorer.Options(isQuick: true))
    #expect(verdict.found == expected)
    #expect(verdict.warned == warnings)
    #expect(verdict.defects == [])
  }

  @Test(
    "EX-5 a complete search, like a quick one, finds no dead ends and no dead rules in what support gives",
    arguments: [
      "faults/a-rule-for-a-gift", "faults/lower-tier-first", "near-misses/a-rule-for-a-gift-in-use",
      "near-misses/a-rule-for-members", "near-misses/plan-month-by-the-subscription",
    ].sampled(3))
  func given(name: String) throws {
    let all = JudgedBlueprint.nearMisses + JudgedBlueprint.faults
    let blueprint = try #require(all.first { $0.path.hasSuffix("judged/\(name).yml") })
    let verdict = blueprint.verdict(Explorer.Options())
    #expect(verdict.found == (try blueprint.findings()))
    #expect(verdict.defects == [])
  }

  @Test(
    "EX-5 check finds only what its author would want in a sound blueprint of each kind of app",
    arguments: JudgedBlueprint.sound)
  func sound(blueprint: JudgedBlueprint) throws {
    let (expected, warnings) = (try blueprint.findings(), try blueprint.warnings() ?? [])
    let options = Explorer.Options(stateLimit: isExhaustive ? nil : 600, isQuick: !isExhaustive)
    let verdict = blueprint.verdict(options)
    #expect(verdict.found == expected)
    #expect(verdict.warned == warnings)
    #expect(verdict.defects == [])
  }

  @Test("EX-5 there is a near miss for each fault, and thirty sound blueprints")
  func counts() {
    let missed = JudgedBlueprint.nearMisses.map(\.testDescription)
    #expect(JudgedBlueprint.faults.map(\.testDescription).filter { !missed.contains($0) } == [])
    #expect(JudgedBlueprint.faults.count >= 25)
    #expect(JudgedBlueprint.sound.count >= 30)
  }
}
