import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// The report of `tollgate what-if` as text and as JSON; documented in `Documentation/WhatIf.md`.
struct WhatIfOutput {
  /// How many weeks are drawn for each change, the latest.
  private static let maximumWeeks = 12
  private static let barLength = 20

  let report: WhatIfReport
  /// The changed blueprint's file, for the lines of its rules; nil if there isn't one.
  let new: BlueprintFile?
  /// The changed blueprint, the current one, and the ledger.
  let names: (new: String, old: String, ledger: String)
  let since: Instant?

  /// The report for a person to read.
  var text: String {
    let from = since.map { " since \($0.minute)" } ?? ""
    var lines = [
      "\(names.new) instead of \(names.old), over \(names.ledger)",
      "  replayed     \(counted(report.customers, "customer")), \(counted(report.facts, "fact"))",
      "  compared     \(counted(report.instants, "instant"))\(from)",
      "  different    \(report.affected == 0 ? "nobody" : counted(report.affected, "customer"))",
      "  not counted  uses that were refused or had no limit: they are not recorded",
    ]
    let losses = report.changes.filter(\.takesFromPayers)
    let others = report.changes.filter { !$0.takesFromPayers }
    if !losses.isEmpty { lines += ["", "Access is taken from paying customers:"] }
    lines += losses.flatMap(described)
    if !others.isEmpty { lines += ["", losses.isEmpty ? "Differences:" : "Other differences:"] }
    return (lines + others.flatMap(described)).joined(separator: "\n")
  }

  private func described(_ change: WhatIfReport.Change) -> [String] {
    let place = place(of: change).map { " (\($0))" } ?? ""
    let (first, last) = (change.first.day, change.last.day)
    let days = first == last ? "on \(first)" : "from \(first) to \(last)"
    let count = change.kind == .refused ? "use" : "instant"
    return [
      "", "  \(change.kind.rawValue): \(change.sentence)\(place)",
      "    \(counted(change.customers, "customer")), \(counted(change.instants, count)) \(days)",
    ] + weeks(of: change)
      + change.samples.map { sample in
        "    \(sample.customer): \(sample.instants.map(\.minute).joined(separator: ", "))"
      }
  }

  /// A bar for each week in which the change was found, the longest for the week with the most.
  private func weeks(of change: WhatIfReport.Change) -> [String] {
    let weeks = change.weeks.sorted { $0.key < $1.key }.suffix(Self.maximumWeeks)
    guard weeks.count > 1, let most = weeks.map(\.value).max() else { return [] }
    let width = "\(most)".count
    return weeks.map { week, count in
      let bar = String(repeating: "#", count: max(1, count * Self.barLength / most))
      let number = String(repeating: " ", count: width - "\(count)".count) + "\(count)"
      return "    week of \(week.day)  \(number)  \(bar)"
    }
  }

  /// Where the rule that decides in the new blueprint is written; nil if the change is not about a feature.
  private func place(of change: WhatIfReport.Change) -> String? {
    let prefix = "features."
    guard change.subject.hasPrefix(prefix) else { return nil }
    return new?.place(
      ofRule: change.rule, in: Feature.ID(String(change.subject.dropFirst(prefix.count))))
  }
}

extension WhatIfOutput {
  private struct Contents: Encodable {
    let new: String
    let against: String
    let customers: Int
    let affected: Int
    let facts: Int
    let instants: Int
    let takesFromPayers: Bool
    let changes: [Change]
  }

  private struct Change: Encodable {
    let kind: String
    let subject: String
    let sentence: String
    let rule: String?
    let isPaying: Bool
    let customers: Int
    let instants: Int
    let first: String
    let last: String
    let weeks: [Week]
    let samples: [Sample]
  }

  private struct Week: Encodable {
    let from: String
    let instants: Int
  }

  private struct Sample: Encodable {
    let customer: String
    let instants: [String]
  }

  /// The report as one JSON object with sorted keys.
  func json() throws -> String {
    let changes = report.changes.map { change in
      Change(
        kind: change.kind.rawValue, subject: change.subject, sentence: change.sentence,
        rule: place(of: change), isPaying: change.isPaying, customers: change.customers,
        instants: change.instants, first: change.first.description, last: change.last.description,
        weeks: change.weeks.sorted { $0.key < $1.key }
          .map { Week(from: $0.key.day, instants: $0.value) },
        samples: change.samples.map {
          Sample(customer: $0.customer.rawValue, instants: $0.instants.map(\.description))
        })
    }
    let contents = Contents(
      new: names.new, against: names.old, customers: report.customers, affected: report.affected,
      facts: report.facts, instants: report.instants, takesFromPayers: report.takesFromPayers,
      changes: changes)
    return try Output.json(contents)
  }
}

extension Instant {
  /// The date in UTC.
  fileprivate var day: String { String(description.prefix(10)) }
}
