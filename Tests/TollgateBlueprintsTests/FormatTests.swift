import Foundation
import Testing
import Tollgate

@testable import TollgateBlueprints

@Suite("The house style")
struct FormatTests {
  private func format(_ yaml: String) throws -> String {
    try BlueprintFormat.format(yaml, name: "coach.yml")
  }

  @Test("each app's blueprint is in it", arguments: apps)
  func isTidy(app: String) throws {
    let yaml = try String(contentsOfFile: path(of: app), encoding: .utf8)
    #expect(try format(yaml) == yaml)
  }

  @Test("keys get the order of the schema, and comments stay with what they are about")
  func order() throws {
    let yaml = """
      # yaml-language-server: $schema=tollgate.schema.json
      # What may be done.
      features: # all of it
          'read':   allow   # by everyone


          # Costs something.
          write:
          - allow: unlimited
            # Whoever paid.
            when: {entitled: 'premium'}
          - paywall: "plans"
            otherwise: deny
          # Not yet: print
      # The app.
      app: {name: "Coach", 'id': coach, bundleID: com.example.coach}
      # The end.
      """
    #expect(
      try format(yaml) == """
        # yaml-language-server: $schema=tollgate.schema.json

        # The app.
        app: { id: coach, name: Coach, bundleID: com.example.coach }

        # What may be done.
        features: # all of it
          read: allow # by everyone

          # Costs something.
          write:
            # Whoever paid.
            - when: { entitled: premium }
              allow: unlimited
            - otherwise: deny
              paywall: plans
            # Not yet: print
        # The end.

        """)
  }

  @Test("conditions on the past begin with the event")
  func past() throws {
    #expect(
      try format(
        """
        features:
          write:
            - allow: unlimited
              when: {count: {within: P7D, atLeast: 3, of: {use: write}}, since: [{lessThan: P3D, event: signUp}]}
        """) == """
          features:
            write:
              - when: { since: [{ event: signUp, lessThan: P3D }], count: { of: { use: write }, atLeast: 3, within: P7D } }
                allow: unlimited

          """)
  }

  @Test(
    "values get the quotes that they need",
    arguments: [
      ("'Keep talking'", "Keep talking"), ("\"Keep talking\"", "Keep talking"),
      ("Keep, talking", "Keep, talking"), ("'Keep: talking'", "\"Keep: talking\""),
      ("'{app.name}'", "\"{app.name}\""), ("'yes'", "\"yes\""), ("\"9.99\"", "\"9.99\""),
      ("'It''s'", "It's"), ("\"say \\\"so\\\"\"", "say \"so\""), ("'a #b'", "\"a #b\""),
      ("\"two\\nlines\"", "\"two\\nlines\""), ("''", "\"\""), ("\"Zeit\\u00e4\"", "Zeitä"),
    ])
  func quotes(written: String, tidy: String) throws {
    #expect(try format("neverSay:\n- \(written)\n") == "neverSay:\n  - \(tidy)\n")
  }

  @Test("a map in braces stays so while it fits a line and has no comment")
  func flow() throws {
    let long = String(repeating: "long ", count: 25) + "line"
    #expect(
      try format(
        """
        texts:
          short: {en: Yes,
            de: Ja}
          long: {en: \(long), de: Ja}
          said: {en: Well, # in short
            de: Gut}
          empty: { } # none
        """) == """
          texts:
            short: { en: Yes, de: Ja }
            long:
              en: \(long)
              de: Ja
            said:
              en: Well # in short
              de: Gut
            empty: {} # none

          """)
  }

  @Test("text on lines of its own stays there")
  func blocks() throws {
    let yaml = """
      texts:
        long: >-
          One two
          three
        lines: |
          One

            two

      """
    #expect(
      try format(yaml) == """
        texts:
          long: >-
            One two three
          lines: |
            One

              two

        """)
  }

  @Test(
    "a file that would lose something is left alone, with an error that says what",
    arguments: [
      (
        "a: &x 1\n",
        "coach.yml:1:4: error: the file cannot be formatted without losing something: it has an anchor or an alias"
      ),
      (
        "a: !!str 1\n",
        "coach.yml:1:4: error: the file cannot be formatted without losing something: it has a tag"
      ),
      (
        "%YAML 1.1\n---\na: 1\n",
        "coach.yml:1:1: error: the file cannot be formatted without losing something: it has a directive"
      ),
      ("a: 1\na: 2\n", "coach.yml:2:1: error: `a` is defined twice; the first is on line 1"),
      (
        "title: {app.name} for you\n",
        "coach.yml:1:8: error: without quotes, YAML reads the braces as a map; expected \"{app.name} for you\""
      ),
    ])
  func refused(yaml: String, message: String) throws {
    let error = #expect(throws: BlueprintFileError.self) { try format(yaml) }
    #expect(error?.message == message)
  }

  @Test("formatting twice is formatting once, and the blueprint and its comments stay the same")
  func fuzz() throws {
    var random = Random(state: 20)
    let seeds =
      try TollgateBlueprintsTests.apps.map {
        try String(contentsOfFile: path(of: $0), encoding: .utf8)
      } + [everything, everythingFromFile]
    for seed in seeds {
      let expected = try YAMLDocument.read(seed, file: "coach.yml").root
      for _ in 0..<10 {
        let (yaml, added) = mutate(seed, &random)
        let tidy = try format(yaml)
        #expect(try format(tidy) == tidy)
        #expect(try YAMLDocument.read(tidy, file: "coach.yml").root.isSame(as: expected))
        for comment in added { #expect(tidy.contains(comment)) }
      }
    }
  }

  @Test("a formatted blueprint decides as before")
  func meaning() throws {
    let tidy = try format(everything)
    #expect(tidy != everything)
    #expect(try parse(tidy).blueprint.definition == parse(everything).blueprint.definition)
  }

  /// Adds comments, blank lines, spaces at line ends and carriage returns, which mean nothing.
  private func mutate(_ yaml: String, _ random: inout Random) -> (String, [String]) {
    var added: [String] = []
    var isBlock = false
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let indent = line.prefix { $0 == " " }.count
      if isBlock {
        // A comment here would be a line of the text above.
        isBlock = indent > 2 || line.hasSuffix(">-")
        return [String(line)]
      }
      isBlock = line.hasSuffix(">-")
      var lines = [String(line)]
      switch random.next() % 12 {
      case 0 where !line.isEmpty && !isBlock && !line.contains(" #") && !line.hasPrefix("#"):
        added.append("# behind \(added.count).")
        lines[0] += "   \(added[added.count - 1])"
      case 1:
        added.append("# above \(added.count).")
        lines.insert(String(repeating: " ", count: indent) + added[added.count - 1], at: 0)
      case 2:
        added.append("#somewhere \(added.count).")
        lines.insert(
          String(repeating: " ", count: Int(random.next() % 8)) + added[added.count - 1], at: 0)
      case 3: lines.insert(contentsOf: ["", "  "], at: 0)
      case 4 where !isBlock: lines[0] += "  "
      default: break
      }
      return lines
    }
    return (lines.joined(separator: random.next() % 4 == 0 ? "\r\n" : "\n"), added)
  }

  /// A generator whose numbers are the same in every run.
  private struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}

extension YAMLNode {
  /// Whether two trees hold the same, whatever the order of keys.
  fileprivate func isSame(as other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let text, let kind), .scalar(let otherText, let otherKind)):
      return text == otherText && kind == otherKind
    case (.list(let items), .list(let others)):
      return items.count == others.count && zip(items, others).allSatisfy { $0.isSame(as: $1) }
    case (.map(let entries), .map(let others)):
      return entries.count == others.count
        && entries.allSatisfy { entry in
          others.contains { $0.key == entry.key && entry.value.isSame(as: $0.value) }
        }
    default: return false
    }
  }
}
