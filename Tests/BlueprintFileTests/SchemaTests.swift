import Foundation
import Testing

@testable import BlueprintFile

/// A blueprint with every key of the form.
private let everything = """
  app:
    id: coach
    name: Coach
    bundleID: com.example.coach
    appleID: 1234567890
    timeZone: Europe/Berlin
    language: en
  products:
    coach.monthly:
      kind: autoRenewable
      name: Monthly
      entitlements: [premium]
      price: 9.99 USD
      period: P1M
      group: plans
      introductoryOffer: { payment: payAsYouGo, period: P1M, periods: 2, price: 1.99 USD }
  milestones: [discovery-complete]
  onboarding: discovery-complete
  hasFreeTier: true
  trial:
    id: taste
    start: { purchaseAfter: discovery-complete }
    lasts: P2M
    uses: { of: send-message, limit: 100 }
    entitles: premium
    oncePer: account
  features:
    send-message:
      - { when: { phase: [trial, free] }, allow: { upTo: 100, per: trial }, paywall: plans }
      - { when: { entitled: premium, notReached: discovery-complete }, allow: unlimited }
      - { when: { notEntitled: premium, reached: discovery-complete }, deny: true }
      - { otherwise: { upTo: 3, per: day }, paywall: plans }
    plants:
      title: Plants
      detail: Every one.
      icon: leaf
      passive: false
      paywall: plans
      rules: [{ otherwise: { holding: 3 } }]
    read: allow
    write: { rules: deny }
  paywalls:
    plans:
      title: { en: Plans, de: Pläne }
      subtitle: { text: hello }
      benefits:
        - { icon: chat, title: { text: hello }, detail: { text: hello } }
        - { feature: plants }
      packages:
        - { product: coach.monthly, offerLine: { text: left }, priceLine: { text: left }, badge: { text: left } }
        - coach.monthly
      dismissible: false
      welcome: { text: hello }
  placements:
    chat: { when: { held: { feature: plants, atLeast: 2 } }, paywall: plans, oncePerSession: true }
  prompts:
    card:
      shape: card
      placement: garden
      when: { phase: free }
      icon: leaf
      text: { text: hello }
      action: { text: hello }
      paywall: plans
      patience: { dismissals: 3, staysAway: P30D }
  nudges:
    soon: { anchor: trialEnd, before: PT12H, when: { phase: trial }, text: { text: hello } }
  profile:
    users: [user]
  routes:
    - when: { phase: free }
      session: signedIn
      hasSeenOnboarding: true
      hasJustSubscribed: false
      screen: app
      paywall: plans
  texts:
    hello: { en: Hello, pt-BR: Oi, de: Hallo }
    left:
      en: { count: trial.daysLeft, "=0": none, "=1": one, zero: z, one: o, two: t, few: f, many: m, other: x }
      de: Noch da
      pt-BR: "{trial.daysLeft}"
  neverSay: [Trial expires in]
  """

private let fromFile = """
  app: { id: coach, name: Coach, bundleID: com.example.coach }
  products: { from: coach.storekit, currency: USD, entitlements: { coach.monthly: premium } }
  trial: { start: signUp, lasts: P3D }
  features: { read: allow }
  """

/// Asks the jsonschema package of Python whether documents satisfy the schema.
private func satisfySchema(_ documents: [String]) throws -> [Bool] {
  let python = repository.appendingPathComponent(".venv/bin/python").path
  try #require(
    FileManager.default.isExecutableFile(atPath: python),
    "\(python) is missing; `make test` installs it")
  let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    given = json.load(sys.stdin)
    Draft202012Validator.check_schema(given["schema"])
    validator = Draft202012Validator(given["schema"])
    print(json.dumps([validator.is_valid(document) for document in given["documents"]]))
    """
  let process = Process()
  process.executableURL = URL(fileURLWithPath: python)
  process.arguments = ["-c", script]
  let output = Pipe()
  process.standardOutput = output
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("tollgate-schema-\(ProcessInfo.processInfo.globallyUniqueString).json")
  let given =
    "{\"schema\": \(BlueprintSchema.json), \"documents\": [\(documents.joined(separator: ","))]}"
  try Data(given.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  process.standardInput = try FileHandle(forReadingFrom: file)
  try process.run()
  let answer = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "the schema is no JSON Schema")
  return try JSONDecoder().decode([Bool].self, from: answer)
}

extension YAMLNode {
  /// The node as JSON.
  fileprivate var json: String {
    switch content {
    case .scalar(let text, .text): JSON.string(text).text()
    case .scalar(let text, .integer), .scalar(let text, .number): text
    case .scalar(let text, .flag): text.lowercased()
    case .scalar(_, .empty): "null"
    case .list(let items): "[\(items.map(\.json).joined(separator: ","))]"
    case .map(let entries):
      "{\(entries.map { "\(JSON.string($0.key).text()):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private func with(_ content: Content) -> YAMLNode {
    YAMLNode(content: content, position: position, path: path)
  }

  /// Every document that differs from this one at a single place: another kind of value, a key more or less.
  fileprivate var neighbours: [YAMLNode] {
    let others: [Content] = [
      .scalar("7", .integer), .scalar("-1", .integer), .scalar("7.5", .number),
      .scalar("true", .flag), .scalar("", .text), .scalar("no such!", .text),
      .scalar("", .empty), .list([]), .map([]),
    ]
    var result = others.map(with)
    switch content {
    case .scalar: break
    case .list(let items):
      for (index, item) in items.enumerated() {
        for neighbour in item.neighbours {
          var copy = items
          copy[index] = neighbour
          result.append(with(.list(copy)))
        }
      }
    case .map(let entries):
      let stray = Entry(key: "zzz", position: position, value: with(.scalar("x", .text)))
      result.append(with(.map(entries + [stray])))
      for (index, entry) in entries.enumerated() {
        var without = entries
        without.remove(at: index)
        result.append(with(.map(without)))
        for neighbour in entry.value.neighbours {
          var copy = entries
          copy[index] = Entry(key: entry.key, position: entry.position, value: neighbour)
          result.append(with(.map(copy)))
        }
      }
    }
    return result
  }
}

@Suite("The schema of blueprints")
struct SchemaTests {
  private func tree(_ yaml: String) throws -> YAMLNode {
    try YAMLDocument.read(yaml, file: "coach.yml").root
  }

  /// Whether the form of a tree is right, whatever its names mean: whether there is such a feature is no question of form.
  private func isWellFormed(_ tree: YAMLNode) -> Bool {
    let reader = Reader(file: "coach.yml")
    return BlueprintForms.blueprint.read(tree, reader) != nil
      && reader.diagnostics.allSatisfy { $0.message.contains(" feature `") }
  }

  @Test("each app's blueprint satisfies it")
  func apps() throws {
    let documents = try BlueprintFileTests.apps.map { app in
      try tree(String(contentsOfFile: path(of: app), encoding: .utf8)).json
    }
    #expect(try satisfySchema(documents) == Array(repeating: true, count: documents.count))
  }

  @Test("a blueprint with every key satisfies it and can be used")
  func full() throws {
    _ = try parse(everything)
    #expect(try satisfySchema([tree(everything).json, tree(fromFile).json]) == [true, true])
  }

  @Test("the blueprint with every key leaves no key out")
  func complete() throws {
    let written = Set(keys(of: try tree(everything)) + keys(of: try tree(fromFile)))
    let known = Set(properties(of: BlueprintForms.blueprint.schema.json))
      .union(BlueprintForms.blueprint.schema.definitions.values.flatMap(properties))
    #expect(known.subtracting(written) == [])
    #expect(known.count > 70)
  }

  @Test("what the schema refuses, the parser refuses, and the other way round")
  func agreement() throws {
    let trees = try tree(everything).neighbours + tree(fromFile).neighbours
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
