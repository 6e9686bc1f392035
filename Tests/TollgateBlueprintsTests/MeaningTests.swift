import Foundation
import Testing
import TollgateBlueprints

@Suite("Semantic mistakes")
struct MeaningTests {
  @Test("the blueprint that the tables change has none")
  func good() { #expect(said(of: meant()) == []) }

  @Test("each is named with its place and advice", arguments: meaningTable)
  func one(fault: Fault) {
    #expect(said(of: fault.yaml) == fault.said.map { "coach.yml:\($0)" })
  }

  @Test(
    "EX-9 a file with a semantic mistake is refused by whatever reads it, with what the check says")
  func severity() throws {
    let yaml = meant(trial: "{ start: signUp, lasts: P7D, entitles: premum }")
    let report = BlueprintCheck.check(yaml, name: "coach.yml") { _ in throw NoFile() }
    #expect(!report.isGood)
    #expect(report.description.hasSuffix("coach.yml: 1 error, no warnings"))
    let error = #expect(throws: BlueprintFileError.self) {
      try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() }
    }
    #expect(error?.diagnostics == report.diagnostics)
  }

  @Test("mistakes of both kinds come in one run")
  func both() {
    let yaml = meant(
      trial: "{ start: signUp, lasts: P7D, entitles: premum }",
      more: """
        nudges:
          late: { anchor: trialEnd, before: P7D, when: { phase: trial }, text: { text: banner } }
        routes: [{ session: signedIn, scren: app }]
        """)
    #expect(
      said(of: yaml).map { String($0.prefix { $0 != ";" }) } == [
        "coach.yml:4:47: error: the trial gives `premum`, which no product gives and no rule asks for",
        "coach.yml:13:37: error: the nudge never comes: 7 days before its end the trial of 7 days "
          + "has not begun",
        "coach.yml:14:31: error: a route has no key `scren`",
      ])
  }

  @Test("RA-13 a rule for every time of the year leaves nobody to the rules after it")
  func seasons() {
    let starts = (1...12).flatMap { month in
      ["01", "16"].map { (month < 10 ? "0" : "") + "\(month)-\($0)" }
    }
    let halfMonths = zip(starts, starts.dropFirst() + starts.prefix(1)).map { from, until in
      "{ from: \(from), until: \(until) }"
    }
    let rules = "{ when: { any: [\(halfMonths.joined(separator: ", "))] }, allow: unlimited }"
    let found = said(of: meant(message: "[\(rules), { otherwise: deny, paywall: plans }]"))
    #expect(found.contains { $0.contains("nobody is left for the last rule") })
    let gap = rules.replacing(halfMonths[7] + ", ", with: "")
    let others = said(of: meant(message: "[\(gap), { otherwise: deny, paywall: plans }]"))
    #expect(!others.contains { $0.contains("nobody is left for the last rule") })
  }

  @Test("a mistake in the app does not hide those in texts, unless it leaves their language open")
  func textsBesideTheApp() {
    let texts = "features: { write: allow }\ntexts: { hello: '{trial.daysleft}' }\n"
    let mistake = "there is no value `{trial.daysleft}`"
    #expect(said(of: "app: { id: coach }\n" + texts).contains { $0.contains(mistake) })
    #expect(
      !said(of: "app: { id: coach, language: de }\n" + texts).contains { $0.contains(mistake) })
  }

  @Test("the icons are those of the pages")
  func icons() throws {
    let sprite = try String(
      contentsOf: repository.appendingPathComponent(
        "Sources/TollgateHTML/Resources/symbols.svg"),
      encoding: .utf8)
    let names = sprite.matches(of: /id="icon-([a-z]+)"/).map { String($0.1) }
    #expect(names.count > 40)
    for name in names {
      let yaml = meant(message: described(icon: name))
      #expect(said(of: yaml) == [], "\(name)")
    }
  }
}

@Suite("Mistakes that break YAML")
struct RepairTests {
  @Test(
    "a tab and a value in braces without quotes get advice, and the rest is read",
    arguments: [
      (
        "hello: {trial.daysLeft} days left",
        [
          "12:10: error: without quotes, YAML reads the braces as a map; expected \"{trial.daysLeft} days left\""
        ]
      ),
      (
        "hello: {trial.daysLeft}",
        [
          "12:10: error: without quotes, YAML reads the braces as a map; expected \"{trial.daysLeft}\""
        ]
      ),
      (
        "hello: { en: {trial.daysLeft} days }",
        [
          "12:16: error: without quotes, YAML reads the braces as a map; expected \"{trial.daysLeft} days\""
        ]
      ),
      (
        "hello: { en: Only {trial.daysLeft} days }",
        [
          "12:16: error: without quotes, YAML reads the braces as a map; expected \"Only {trial.daysLeft} days\""
        ]
      ),
      (
        "hello: {trial.dayLeft} days",
        [
          "12:10: error: there is no value `{trial.dayLeft}`; did you mean `trial.daysLeft`?",
          "12:10: error: without quotes, YAML reads the braces as a map; expected \"{trial.dayLeft} days\"",
        ]
      ),
      (
        "hello: Only {trial.daysLeft} days",
        []
      ),
      (
        "hello: \"{trial.daysLeft} days\"",
        []
      ),
      (
        "hello: {trial.daysLeft} days\n\tbye: Bye",
        [
          "12:10: error: without quotes, YAML reads the braces as a map; expected \"{trial.daysLeft} days\"",
          "13:1: error: a tab indents the line; YAML allows only spaces",
        ]
      ),
    ])
  func mended(line: String, said messages: [String]) {
    let yaml = meant(texts: line)
    #expect(said(of: yaml) == messages.map { "coach.yml:\($0)" })
  }

  @Test("a file indented with tabs is reported once")
  func tabs() {
    let yaml = meant().replacing("  ", with: "\t")
    #expect(
      said(of: yaml) == [
        "coach.yml:6:1: error: a tab indents the line, here and on 3 more lines; "
          + "YAML allows only spaces"
      ])
  }

  @Test(
    "put text with a colon in quotes, which the parser's words do not say",
    arguments: [
      (
        "prompts: { end: { text: Note: it ends } }",
        "coach.yml:1:29: error: broken YAML: while parsing a flow mapping: did not find expected ',' or '}'"
      ),
      (
        "prompts:\n  end:\n    text: Note: it ends",
        "coach.yml:3:15: error: broken YAML: mapping values are not allowed in this context"
      ),
    ])
  func colon(yaml: String, words: String) {
    #expect(said(of: yaml) == ["\(words); put text with a colon in quotes"])
  }

  @Test("other broken YAML is still reported in the parser's words")
  func other() {
    #expect(
      said(of: "app: [coach\nfeatures: {}\n") == [
        "coach.yml:2:9: error: broken YAML: while parsing a flow sequence: "
          + "did not find expected ',' or ']'"
      ])
  }
}
