import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// The result of a check as JSON; documented in `Documentation/Check.md`.
struct CheckJSON: Encodable {
  struct File: Encodable {
    let file: String
    let isGood: Bool
    let diagnostics: [Diagnostic]
    let exploration: Explored?
    let comparison: Compared?
  }

  struct Diagnostic: Encodable {
    /// The part or the `.storekit` file that it is in; nil for the blueprint itself.
    let file: String?
    let line: Int
    let column: Int
    let path: String
    let severity: String
    let message: String
    let expected: String?
    let nearest: String?
  }

  struct Explored: Encodable {
    let states: Int
    let steps: Int
    let isComplete: Bool
    let searched: Part
    /// What the blueprint allows and was not searched.
    let leftOut: Part
    let findings: [Found]
    /// The findings that the blueprint accepts.
    let accepted: [Accepted]
  }

  struct Part: Encodable {
    let products: [String]
    let phases: [String]
    let events: [String]
  }

  struct Compared: Encodable {
    let against: String
    let states: Int
    let isComplete: Bool
    let searched: Part
    let leftOut: Part
    let differences: [Different]
  }

  struct Found: Encodable {
    let kind: String
    let subject: String
    let sentence: String
    let isDefect: Bool
    /// Where it is written: in the blueprint or one of its parts; nil if it is about something that is not in either.
    let file: String?
    let line: Int?
    let history: [Step]?
  }

  struct Accepted: Encodable {
    let finding: Found
    let because: String
  }

  struct Different: Encodable {
    let direction: String
    let subject: String
    let sentence: String
    let history: [Step]
  }

  struct Step: Encodable {
    let at: String
    let person: Int
    let step: String
    let phase: String
    let entitlements: [String]
  }

  let files: [File]

  init(_ checks: [CheckedFile]) {
    files = checks.map { check in
      File(
        file: check.report.file, isGood: check.report.isGood,
        diagnostics: check.report.diagnostics.map { Diagnostic($0, in: check.report.file) },
        exploration: check.exploration.map { Explored($0, in: check.file) },
        comparison: check.comparison.map { Compared($0, against: check.against ?? "") })
    }
  }

  /// The object's text, with sorted keys.
  func text() throws -> String {
    try Output.json(self)
  }
}

extension CheckJSON.Diagnostic {
  init(_ diagnostic: BlueprintDiagnostic, in file: String) {
    self.init(
      file: diagnostic.file == file ? nil : diagnostic.file, line: diagnostic.line,
      column: diagnostic.column, path: diagnostic.path,
      severity: diagnostic.severity.rawValue, message: diagnostic.message,
      expected: diagnostic.expected, nearest: diagnostic.nearest)
  }
}

extension CheckJSON.Explored {
  init(_ exploration: Exploration, in file: BlueprintFile?) {
    self.init(
      states: exploration.states, steps: exploration.transitions,
      isComplete: exploration.isComplete, searched: CheckJSON.Part(exploration.extent.searched),
      leftOut: CheckJSON.Part(exploration.extent.leftOut),
      findings: exploration.findings.map { CheckJSON.Found($0, in: file) },
      accepted: exploration.accepted.map {
        CheckJSON.Accepted(finding: CheckJSON.Found($0.finding, in: file), because: $0.reason)
      })
  }
}

extension CheckJSON.Part {
  init(_ part: SearchExtent.Part) {
    self.init(
      products: part.products.sorted().map(\.rawValue), phases: part.phaseNames,
      events: part.eventNames)
  }
}

extension CheckJSON.Found {
  init(_ finding: Finding, in file: BlueprintFile?) {
    let place = file?.place(of: finding.subject)
    self.init(
      kind: finding.kind.rawValue, subject: finding.subject, sentence: finding.sentence,
      isDefect: finding.isDefect, file: place?.file, line: place?.line,
      history: finding.history.map(CheckJSON.steps))
  }
}

extension CheckJSON.Compared {
  init(_ comparison: Comparison, against: String) {
    self.init(
      against: against, states: comparison.states, isComplete: comparison.isComplete,
      searched: CheckJSON.Part(comparison.extent.searched),
      leftOut: CheckJSON.Part(comparison.extent.leftOut),
      differences: comparison.differences.map { difference in
        CheckJSON.Different(
          direction: difference.direction.rawValue, subject: difference.subject,
          sentence: difference.sentence, history: CheckJSON.steps(of: difference.history))
      })
  }
}

extension CheckJSON {
  fileprivate static func steps(of history: CustomerHistory) -> [Step] {
    history.moments.map { moment in
      Step(
        at: moment.at.description, person: moment.person, step: moment.step.words,
        phase: moment.phase.rawValue, entitlements: moment.entitlements.map(\.rawValue))
    }
  }
}
