import Foundation
import Testing

@testable import TollgateBlueprints

@Suite("The schema of blueprints")
struct SchemaTests {
  private func tree(_ yaml: String) throws -> YAMLNode {
    try YAMLDocument.read(yaml, file: "coach.yml").root
  }

  /// Whether the form of a tree is valid: whether such a feature, font or picture exists, or a key has an effect, is not a
  /// question of form.
  private func isWellFormed(_ tree: YAMLNode) -> Bool {
    let reader = Reader(file: "coach.yml")
    return BlueprintForms.blueprint.read(tree, reader) != nil
      && reader.diagnostics.allSatisfy { diagnostic in
        [" feature `", " font `", " picture `", " has no effect without "].contains {
          diagnostic.message.contains($0)
        }
      }
  }

  @Test("each app's blueprint satisfies it")
  func apps() throws {
    let documents = try TollgateBlueprintsTests.apps.map { app in
      try tree(String(contentsOfFile: path(of: app), encoding: .utf8)).json
    }
    #expect(try satisfySchema(documents) == Array(repeating: true, count: documents.count))
  }

  @Test("a blueprint with every key satisfies it and can be used")
  func full() throws {
    _ = try parse(everything)
    #expect(
      try satisfySchema([tree(everything).json, tree(everythingFromFile).json]) == [true, true])
  }

  @Test("the blueprint with every key leaves no key out")
  func complete() throws {
    let written = Set(keys(of: try tree(everything)) + keys(of: try tree(everythingFromFile)))
    let known = Set(properties(of: BlueprintForms.blueprint.schema.json))
      .union(BlueprintForms.blueprint.schema.definitions.values.flatMap(properties))
    #expect(known.subtracting(written) == [])
    #expect(known.count > 70)
  }

  @Test("the schema of parts accepts sections of a blueprint, or texts in one language")
  func parts() throws {
    let documents: [(yaml: String, isValid: Bool)] = [
      ("paywalls: { plans: { title: Plans, packages: [coach.monthly] } }", true),
      ("texts: { hello: { en: Hello, de: Hallo } }", true),
      ("language: de\ntexts: { hello: Hallo, paywalls.plans.title: Mehr }", true),
      ("language: de\ntexts: { left: { count: trial.daysLeft, other: Noch da } }", true),
      ("texts: { left: { count: trial.daysLeft, other: Noch da } }", false),
      ("language: de\ntexts: { hello: { de: Hallo } }", false),
      ("language: de\nneverSay: [Schluss]", false),
      ("parts: a.yml", false),
      ("feature: {}", false),
    ]
    #expect(
      try satisfySchema(documents.map { try tree($0.yaml).json }, schema: BlueprintSchema.partJSON)
        == documents.map(\.isValid))
  }

  @Test("what the schema refuses, the parser refuses, and the other way round")
  func agreement() throws {
    let trees = try tree(everything).neighbours + tree(everythingFromFile).neighbours
    let answers = try satisfySchema(trees.map(\.json))
    #expect(trees.count > 1500)
    for (tree, isValid) in zip(trees, answers) where isWellFormed(tree) != isValid {
      Issue.record("the schema says \(isValid) of \(tree.json)")
    }
  }

  @Test(
    "a broken document is refused by the schema and by the parser alike",
    arguments: [
      ("an unknown key", "neverSay: [Trial expires in]", "neverSays: [Trial expires in]"),
      ("an unknown phase", "phase: [trial, free]", "phase: [trail, free]"),
      ("a bad period", "staysAway: P30D", "staysAway: 30 days"),
      ("a missing key", "    shape: card\n", ""),
      ("an unknown placeholder", "count: trial.daysLeft", "count: trial.dayLeft"),
      ("a limit of none", "upTo: 100", "upTo: 0"),
      ("a wrong kind", "hasFreeTier: true", "hasFreeTier: sometimes"),
      ("two verdicts", "deny: true }", "deny: true, allow: unlimited }"),
      ("an unknown verdict", "read: allow", "read: alow"),
      ("a price without a currency", "price: 9.99 USD", "price: \"9.99\""),
    ])
  func broken(what: String, good: String, bad: String) throws {
    let yaml = everything.replacingOccurrences(of: good, with: bad)
    #expect(yaml != everything)
    #expect(!said(of: yaml).isEmpty)
    #expect(try satisfySchema([tree(yaml).json]) == [false])
  }

  private func keys(of node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar: []
    case .list(let items): items.flatMap(keys)
    case .map(let entries): entries.flatMap { [$0.key] + keys(of: $0.value) }
    }
  }

  private func properties(of json: JSON) -> [String] {
    switch json {
    case .string, .integer, .flag: []
    case .list(let items): items.flatMap(properties)
    case .object(let members):
      members.flatMap { member in
        guard member.name == "properties", case .object(let keys) = member.value else {
          return properties(of: member.value)
        }
        return keys.map(\.name) + keys.flatMap { properties(of: $0.value) }
      }
    }
  }
}
