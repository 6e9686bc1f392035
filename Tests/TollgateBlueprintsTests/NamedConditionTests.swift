import Testing
import Tollgate
import TollgateBlueprints

@Suite("Named conditions")
struct NamedConditionTests {
  private static let declared = """
    attributes: { student: { type: boolean, setBy: backend }, age: { type: number, setBy: backend } }
    conditions:
      student: { attribute: { name: student, is: true } }
      adult: { attribute: { name: age, atLeast: 18 } }
      paying: { entitled: premium }
      adultStudent: { is: [student, adult] }
    """

  /// The condition of a rule.
  private static func condition(_ written: String) throws -> Condition? {
    let yaml = smallBlueprint(
      message: "[{ when: \(written), allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: declared)
    return try parse(yaml).blueprint.feature("send-message")?.rules.first?.when
  }

  @Test(
    "a named condition means what is written under its name",
    arguments: [
      ("{ is: student }", "{ attribute: { name: student, is: true } }"),
      ("{ is: student, phase: free }", "{ phase: free, attribute: { name: student, is: true } }"),
      (
        "{ is: [student, paying] }", "{ entitled: premium, attribute: { name: student, is: true } }"
      ),
      ("{ not: { is: student } }", "{ not: { attribute: { name: student, is: true } } }"),
      (
        "{ any: [{ is: student }, { is: paying }] }",
        "{ any: [{ attribute: { name: student, is: true } }, { entitled: premium }] }"
      ),
      (
        "{ is: student, attribute: { name: age, atLeast: 18 } }",
        "{ attribute: { name: age, atLeast: 18 }, any: [{ attribute: { name: student, is: true } }] }"
      ),
      (
        "{ is: adultStudent }",
        "{ attribute: { name: student, is: true }, any: [{ attribute: { name: age, atLeast: 18 } }] }"
      ),
      (
        "{ is: student, attribute: { name: age, atLeast: 18 }, any: [{ phase: free }, { phase: trial }] }",
        "{ attribute: { name: age, atLeast: 18 }, any: [{ phase: free }, { phase: trial }], "
          + "not: { not: { attribute: { name: student, is: true } } } }"
      ),
      (
        "{ is: student, attribute: { name: age, atLeast: 18 }, any: [{ phase: free }, { phase: trial }], "
          + "not: { entitled: premium } }",
        "{ attribute: { name: age, atLeast: 18 }, any: [{ phase: free }, { phase: trial }], "
          + "not: [{ entitled: premium }, { not: { attribute: { name: student, is: true } } }] }"
      ),
    ])
  func meaning(named: String, written: String) throws {
    let condition = try Self.condition(named)
    #expect(condition != nil)
    #expect(try condition == Self.condition(written))
  }

  @Test(
    "names of which nobody meets all are answered with those of which somebody meets one",
    arguments: [
      (
        "{ is: [child, adult] }",
        "; expected `any: [{ is: child }, { is: adult }]` for those who meet one of them"
      ),
      ("{ is: [child, adult], entitled: premium }", ""),
      ("{ is: bothAges }", ""),
    ])
  func excluding(condition: String, expected: String) {
    let yaml = meant(
      message: "[{ when: \(condition), deny: true, paywall: plans }, "
        + "{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: """
        attributes: { age: { type: number, setBy: backend } }
        conditions:
          child: { attribute: { name: age, lessThan: 18 } }
          adult: { attribute: { name: age, atLeast: 18 } }
          bothAges: { is: child, not: { attribute: { name: age, lessThan: 18 } } }
        """)
    let message =
      "coach.yml:6:20: error: this rule never applies: no customer meets all of its conditions at once"
    #expect(said(of: yaml).contains(message + expected))
  }

  @Test("names that somebody meets at once are not remarked on")
  func including() {
    let yaml = meant(
      message: "[{ when: { is: [adult, old] }, allow: unlimited }, "
        + "{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: """
        attributes: { age: { type: number, setBy: backend } }
        conditions:
          old: { attribute: { name: age, atLeast: 65 } }
          adult: { attribute: { name: age, atLeast: 18 } }
        """)
    #expect(!said(of: yaml).contains { $0.contains("never applies") })
  }

  @Test(
    "a name can be used on packages, placements, prompts and nudges, and come from another file")
  func places() throws {
    let yaml = smallBlueprint(
      paywall: "{ title: Hello, packages: [{ product: coach.monthly, when: { is: student } }] }",
      more: """
        parts: people.yml
        placements: { home: { paywall: plans, when: { is: student } } }
        prompts: { hi: { shape: card, placement: home, when: { is: student }, icon: star, text: Hi } }
        nudges: { hi: { after: { silence: P3D }, when: { is: student }, text: Hi } }
        """)
    let file = try BlueprintFile.parse(
      yaml, name: "coach.yml",
      parts: [
        "people.yml": """
        attributes: { student: { type: boolean, setBy: backend } }
        conditions: { student: { attribute: { name: student, is: true } } }
        """
      ], files: files, refusing: .unusable
    ) { _ in throw NoFile() }
    let definition = file.blueprint.definition
    let student = Condition(
      audience: Audience(attributes: [AttributeTest(attribute: "student", values: [.boolean(true)])]
      ))
    #expect(definition.paywalls[0].packages[0].when == student)
    #expect(definition.placements[0].when == student)
    #expect(definition.prompts[0].when == student)
    #expect(definition.nudges[0].when == student)
  }

  @Test("a text named `when` can have a line in Icelandic")
  func icelandic() throws {
    let yaml = smallBlueprint(more: "texts: { when: { en: When, is: Hvenær } }")
      .replacing("texts:\n  banner: Welcome\n", with: "")
    #expect(try parse(yaml).blueprint.text("when")?.wordings["is"] != nil)
  }

  @Test(
    "a mistake in a condition's name is reported at its place with the nearest name",
    arguments: [
      (
        "{ is: studnt }", "conditions: { student: { phase: free } }",
        "7:32: error: there is no condition `studnt`; did you mean `student`?"
      ),
      (
        "{ is: student }", "",
        "7:32: error: there is no condition `student`; expected the name of a condition under "
          + "`conditions`"
      ),
      (
        "paying", "conditions: { paying: { entitled: premium } }",
        "7:26: error: found `paying`; expected a condition; did you mean `{ is: paying }`?"
      ),
      (
        "{ is: [], phase: free }", "",
        "7:28: error: the list is empty; expected the name of a condition"
      ),
      (
        "{ is: [paying, paying] }", "conditions: { paying: { entitled: premium } }",
        "7:41: warning: `paying` is listed twice"
      ),
      (
        "{ is: student }",
        "conditions: { student: { is: pupil }, pupil: { not: { is: student } } }",
        "13:59: error: the condition `student` depends on itself"
      ),
      (
        "{ entitled: premium }", "conditions: { paying: { entitled: premium } }",
        "13:15: warning: nothing refers to the condition `paying`; expected `is: paying` in "
          + "another condition"
      ),
    ])
  func mistakes(condition: String, more: String, diagnostic: String) {
    let yaml = smallBlueprint(
      message: "[{ when: \(condition), allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: more)
    #expect(said(of: yaml) == ["coach.yml:\(diagnostic)"])
  }

  @Test("a mistake in a condition is reported once, where it is written, however often it is used")
  func once() {
    let yaml = smallBlueprint(
      message: "[{ when: { is: paying, phase: trial }, allow: { upTo: 3, per: day } }, "
        + "{ when: { is: paying }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "conditions: { paying: { entitled: premum } }")
    #expect(
      said(of: yaml)
        == ["coach.yml:13:35: error: there is no entitlement `premum`; did you mean `premium`?"])
  }

  @Test("nine conditions in a row are too many, in any order")
  func levels() {
    let rest = (2...9).map { "  c\($0): { is: c\($0 - 1) }" }
    for lines in [rest, rest.reversed()] {
      let yaml = smallBlueprint(
        message: "[{ when: { is: c9 }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
        more: "conditions:\n  c1: { entitled: premium }\n" + lines.joined(separator: "\n"))
      #expect(
        said(of: yaml).contains {
          $0.contains("more than 8 conditions refer to one another in a row")
        })
    }
  }

  @Test("an attribute's value that equals a condition's name is not a reference to it")
  func values() {
    let chain = (2...8).map { "  c\($0): { is: c\($0 - 1) }" }.joined(separator: "\n")
    let yaml = smallBlueprint(
      message: "[{ when: { is: [x, c8] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: """
        attributes: { goal: { type: text, values: [c8, other], setBy: backend } }
        conditions:
          c1: { entitled: premium }
        \(chain)
          x: { attribute: { name: goal, is: c8 } }
        """)
    #expect(said(of: yaml) == [])
  }

  @Test("names that multiply the conditions they stand for are refused once")
  func size() {
    let lines = (1...3).map { level in
      "  c\(level): { any: [\(Array(repeating: "{ is: c\(level - 1) }", count: 40).joined(separator: ", "))] }"
    }
    let yaml = smallBlueprint(
      message: "[{ when: { is: c3 }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "conditions:\n  c0: { entitled: premium }\n" + lines.joined(separator: "\n"))
    let errors = said(of: yaml).filter { $0.contains("error") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("have more than 20000 values") == true)
  }
}
