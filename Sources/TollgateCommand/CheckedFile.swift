import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// What a check found in one file.
struct CheckedFile {
  let path: String
  /// What the file says; warnings that a finding repeats are left out.
  private(set) var report: BlueprintReport
  /// The blueprint, if it has no mistakes.
  let file: BlueprintFile?
  var exploration: Exploration?
  var comparison: Comparison?
  /// The blueprint it was compared with.
  var against: String?

  init(path: String) {
    self.path = path
    let name = URL(fileURLWithPath: path).lastPathComponent
    do {
      let file = try BlueprintFile.load(path: path)
      report = BlueprintReport(of: file, named: name)
      self.file = file
    } catch {
      report = BlueprintReport(refused: error, named: name)
      file = nil
    }
  }

  /// Checks a file that was read without mistakes.
  init(_ file: BlueprintFile, named name: String) {
    path = name
    report = BlueprintReport(of: file, named: name)
    self.file = file
  }

  /// Searches the histories that a customer can have for findings, and for differences from another blueprint, and shows
  /// its progress on standard error.
  ///
  /// - Parameters:
  ///   - isQuick: Whether only the shorter lives are searched.
  ///   - old: The other blueprint; nil compares nothing.
  ///   - name: What the other one is called.
  ///   - isStopped: Whether to stop with what was found so far.
  mutating func search(
    isQuick: Bool, against old: Blueprint?, named name: String?,
    isStopped: () -> Bool = { false }
  ) {
    let progress = ProgressLine(report.file)
    defer { progress.clear() }
    search(
      Explorer.Options(isQuick: isQuick), against: old, named: name,
      progress: { progress.show($0()) }, isStopped: isStopped)
  }

  /// Searches the histories that a customer can have for findings, and for differences from another blueprint.
  ///
  /// - Parameters:
  ///   - old: The other blueprint; nil compares nothing.
  ///   - name: What the other one is called.
  ///   - progress: Called after each state, with how far the search is.
  ///   - isStopped: Whether to stop with what was found so far.
  mutating func search(
    _ options: Explorer.Options, against old: Blueprint?, named name: String?,
    progress: (() -> String) -> Void, isStopped: () -> Bool
  ) {
    guard let file else { return }
    let explorer = Explorer(file.blueprint, accepting: file.accepted, options: options)
    let explored = explorer.explore(
      progress: { part in progress { part.words } }, isStopped: isStopped)
    report = report.without(repeated: explored.findings.map { ($0.kind, $0.subject) })
    exploration = explored
    guard let old else { return }
    against = name
    if explored.isStopped { return }
    comparison = explorer.compare(
      against: old, progress: { part in progress { "comparing: \(part.words)" } },
      isStopped: isStopped)
  }

  /// Whether something was not searched or compared because it was stopped.
  var isStopped: Bool { exploration?.isStopped ?? false || comparison?.isStopped ?? false }

  /// What was found, a line each.
  var findings: [String] {
    report.diagnostics.map(\.description)
      + (exploration?.findings ?? []).map { "\($0.kind.rawValue): \($0.sentence)" }
      + (exploration?.accepted ?? []).map {
        "accepted, \($0.finding.kind.rawValue): \($0.finding.sentence); because: \($0.reason)"
      }
      + (comparison?.differences ?? []).map { "\($0.direction.rawValue): \($0.sentence)" }
  }

  /// 0 where nothing is wrong; 1 for mistakes, 2 for findings, 3 for differences.
  var exitCode: Int32 {
    if !report.isGood { return 1 }
    if let exploration, !exploration.findings.isEmpty { return 2 }
    if let comparison, !comparison.isEmpty { return 3 }
    return 0
  }
}

extension CheckedFile: CustomStringConvertible {
  /// The report, what was explored, and each finding with its history.
  var description: String {
    var parts = [report.description]
    if let exploration { parts += [exploration.extent.summary, exploration.summary] }
    if let comparison {
      parts.append(comparison.summary(against: against ?? ""))
    } else if let against {
      parts.append("  compared   nothing with \(against): stopped")
    }
    if let exploration {
      parts += exploration.findings.map { finding in
        "\n\(report.file): \(finding.kind.rawValue): \(finding.sentence)"
          + (finding.history == nil ? ": \(finding.subject)" : "")
          + (finding.isDefect
            ? " (the blueprint is right, and Tollgate is wrong: please report it)" : "")
          + (finding.history.map { "\n\(Self.indented($0.description))" } ?? "")
      }
      parts += exploration.accepted.map { finding, reason in
        "\n\(report.file): accepted, \(finding.kind.rawValue): \(finding.sentence)\n  because: \(reason)"
      }
    }
    if let comparison { parts += comparison.described(in: report.file) }
    if let advice = exploration?.advice(in: report.file) { parts.append(advice) }
    return parts.joined(separator: "\n")
  }

  fileprivate static func indented(_ text: String) -> String {
    text.isEmpty
      ? "  from the first day"
      : text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        .joined(separator: "\n")
  }
}

extension SearchExtent {
  /// What was searched, and what was left out.
  fileprivate var summary: String {
    "  searched   \(searchedWords)\n  left out   \(leftOutWords)"
  }
}

extension Exploration {
  /// How much was explored, and how many findings there are.
  fileprivate var summary: String {
    let bound = isComplete ? "" : isStopped ? ", stopped" : ", cut short at the limit"
    let found =
      (findings.isEmpty
        ? "nothing wrong" : "\(findings.count) finding\(findings.count == 1 ? "" : "s")")
      + (accepted.isEmpty ? "" : ", \(accepted.count) accepted")
      + (isComplete ? "" : " so far")
    let lines = notShown.map {
      "\n             accepted and not shown by this search: \($0.kind.rawValue) at \($0.subject)"
    }
    return "  search     \(states) states, \(transitions) steps\(bound): \(found)" + lines.joined()
  }

  /// How its findings are accepted; nil if none can be.
  fileprivate func advice(in file: String) -> String? {
    let lines = findings.filter { !$0.isDefect && $0.kind != .acceptsNothing }.map {
      "    - { finding: \($0.kind.rawValue), at: \($0.subject), because: … }"
    }
    guard !lines.isEmpty else { return nil }
    return "\nTo accept an intended finding, give the reason in \(file):\n  accept:\n"
      + lines.joined(separator: "\n")
  }
}

extension Comparison {
  /// Who is treated differently, or nobody.
  func summary(against old: String) -> String {
    let bound = isComplete ? "" : isStopped ? ", stopped" : ", cut short at the limit"
    let found =
      isEmpty
      ? "nobody loses or gains anything"
      : "\(differences.count) difference\(differences.count == 1 ? "" : "s")"
    return extent.summary
      + "\n  compared   \(states) pairs of states with \(old)\(bound): \(found)\n"
      + "             not compared: texts, prices, packages, routes, what is allowed offline"
  }

  /// Each difference with its history.
  func described(in file: String) -> [String] {
    differences.map { difference in
      "\n\(file): \(difference.direction.rawValue): \(difference.sentence)\n"
        + CheckedFile.indented(difference.history.description)
    }
  }
}
