import Tollgate
import TollgateLedger
import TollgateWire

/// A revision or the proposal, with the lines that it changes.
struct RevisionPage: Sendable {
  /// The greatest number of lines that the page shows; the command prints all of them.
  static let lineLimit = 1000

  struct Line: Sendable {
    /// The class of its row.
    let kind: String
    let sign: String
    /// What the sign means, for those who do not see it; nil for a line that stays.
    let meaning: String?
    let oldNumber: String
    let newNumber: String
    let code: String
    /// What `tollgate check` found in it.
    let remarks: [String]
  }

  struct Hunk: Sendable {
    let place: String
    let lines: [Line]
  }

  struct File: Sendable {
    let index: Int
    let path: String
    /// What happened to the file; nil if only its lines changed.
    let fate: String?
    let hunks: [Hunk]
  }

  /// A revision that it can be compared with.
  struct Other: Sendable {
    let href: String
    let label: String
  }

  let path: String
  let app: String
  /// How the command names it.
  let argument: String
  let short: String
  let since: String
  /// How it came to be served or proposed, and by whom.
  let how: String
  let remark: String?
  /// What it is compared with; nil if there is nothing.
  let base: String?
  let others: [Other]
  /// Whether the person may edit its files.
  let mayEdit: Bool
  /// Why no lines are shown; nil if some are.
  let reason: String?
  let summary: String?
  let files: [File]
  /// How many lines are left out; nil if none are.
  let rest: String?

  /// - Parameters:
  ///   - base: What it is compared with; nil if there is nothing.
  ///   - diff: The lines that differ; nil if the files of one of them are unknown.
  ///   - all: Every change of the served blueprint, for what else it can be compared with.
  ///   - isEditable: Whether its files can be edited here.
  init(
    _ revision: RecordedRevision, against base: RecordedRevision?, _ diff: SourceDiff?,
    among all: [PublishedRevision], isEditable: Bool, for visit: AdminVisit
  ) {
    let root = AdminPath.blueprint(of: visit.app.id)
    path = root
    app = visit.app.id.rawValue
    let argument = revision.number.map { "\($0)" } ?? RecordedRevision.proposal
    self.argument = argument
    short = revision.stored.revision.shortRevision
    since = revision.at.minute
    how = revision.change?.sentence ?? "proposed by \(revision.author)"
    remark = revision.note
    self.base = base?.name
    mayEdit = isEditable && visit.role.publishesBlueprint
    others = Self.others(of: revision, besides: base, among: all).map { number in
      Other(href: "\(root)/\(argument)?against=\(number)", label: "revision \(number)")
    }
    guard let diff else {
      let unknown = revision.stored.source.isEmpty ? revision.name : base?.name ?? ""
      reason =
        "The files of \(unknown) are not stored: it was recorded without them, or they are too large. The Blueprint page lists the values that differ."
      (summary, files, rest) = (nil, [], nil)
      return
    }
    reason =
      diff.files.isEmpty ? "No line differs. Pictures and fonts are not compared." : nil
    let (removed, added) = (diff.count(of: .removed), diff.count(of: .added))
    summary =
      diff.files.isEmpty
      ? nil : "\(Self.lines(added)) added, \(Self.lines(removed)) removed."
    let shown = Self.shown(diff, findings: revision.stored.findings)
    files = shown.files
    rest = shown.rest > 0 ? Self.lines(shown.rest) : nil
  }

  private static func lines(_ count: Int) -> String { "\(count) line\(count == 1 ? "" : "s")" }

  /// The revision before it and the one that is served, unless it is compared with them already.
  private static func others(
    of revision: RecordedRevision, besides base: RecordedRevision?, among all: [PublishedRevision]
  ) -> [Int] {
    let before = revision.number.flatMap { number in all.last { $0.number < number }?.number }
    let candidates = [before, all.last?.number].compactMap { $0 }
    return Set(candidates).subtracting([revision.number, base?.number].compactMap { $0 }).sorted()
  }

  /// The first lines of a diff, and how many more there are.
  private static func shown(
    _ diff: SourceDiff, findings: [String]
  ) -> (files: [File], rest: Int) {
    var room = lineLimit
    var rest = 0
    let files = diff.files.enumerated().map { index, file in
      let remarks = file.new.map { Self.remarks(in: $0, findings) } ?? [:]
      let hunks = file.diff.hunks.compactMap { hunk -> Hunk? in
        let lines = hunk.lines.prefix(room)
        room -= lines.count
        rest += hunk.lines.count - lines.count
        guard !lines.isEmpty else { return nil }
        return Hunk(
          place: place(of: hunk), lines: lines.map { Line($0, remarks: remarks) })
      }
      return File(index: index, path: path(of: file), fate: fate(of: file), hunks: hunks)
    }
    return (files, rest)
  }

  private static func path(of file: SourceDiff.File) -> String {
    guard let old = file.old, let new = file.new, old != new else {
      return file.new ?? file.old ?? ""
    }
    return "\(new) (was \(old))"
  }

  private static func fate(of file: SourceDiff.File) -> String? {
    if file.old == nil { return "new" }
    return file.new == nil ? "removed" : nil
  }

  /// Where a hunk begins, in words.
  private static func place(of hunk: LineDiff.Hunk) -> String {
    let (old, new) = (hunk.lines.compactMap(\.old), hunk.lines.compactMap(\.new))
    guard let first = new.first, let last = new.last else {
      return "Old lines \(old.first ?? 0) to \(old.last ?? 0)"
    }
    return first == last ? "Line \(first)" : "Lines \(first) to \(last)"
  }

  /// What was found at each line of a file, from findings that begin as in `coach.yml:12:7: warning: …`.
  static func remarks(in path: String, _ findings: [String]) -> [Int: [String]] {
    var remarks: [Int: [String]] = [:]
    for finding in findings where finding.hasPrefix("\(path):") {
      let parts = finding.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let line = Int(parts[0]), Int(parts[1]) != nil else { continue }
      remarks[line, default: []].append(String(parts[2].drop { $0 == " " }))
    }
    return remarks
  }
}

extension RevisionPage.Line {
  fileprivate init(_ line: LineDiff.Line, remarks: [Int: [String]]) {
    switch line.change {
    case .kept: (kind, sign, meaning) = ("kept", "", nil)
    case .removed: (kind, sign, meaning) = ("removed", "\u{2212}", "removed")
    case .added: (kind, sign, meaning) = ("added", "+", "added")
    }
    oldNumber = line.old.map { "\($0)" } ?? ""
    newNumber = line.new.map { "\($0)" } ?? ""
    code = line.text
    self.remarks = line.new.flatMap { remarks[$0] } ?? []
  }
}
