import Foundation
import TollgateServer

/// The result of an import: what was recorded, and what was not understood.
struct ImportReport {
  /// How many rows that were not understood are shown.
  static let shownLimit = 100

  private(set) var rows = 0
  private(set) var outcomes: [PurchaseImport.Outcome: Int] = [:]
  private(set) var mistakes = 0
  /// The first mistakes, as `FILE:LINE: column: reason`.
  private(set) var shown: [String] = []
  /// Where every mistake is written; the file is created with the first.
  let mistakesFile: String
  private var handle: FileHandle?

  let file: String

  init(of file: String, mistakesIn mistakesFile: String) {
    self.file = file
    self.mistakesFile = mistakesFile
  }

  mutating func count(_ outcome: PurchaseImport.Outcome) {
    rows += 1
    outcomes[outcome, default: 0] += 1
  }

  /// Counts a row that could be imported.
  mutating func countReadable() { rows += 1 }

  mutating func add(_ mistake: ImportFormat.Mistake, at line: Int) throws {
    try add("\(mistake.column): \(mistake.reason)", at: line)
  }

  mutating func add(_ reason: String, at line: Int) throws {
    rows += 1
    mistakes += 1
    let text = "\(file):\(line): \(reason)"
    if shown.count < Self.shownLimit { shown.append(text) }
    do {
      let handle = try self.handle ?? create()
      try handle.write(contentsOf: Data("\(text)\n".utf8))
      self.handle = handle
    } catch {
      throw Failure(in: mistakesFile, "the file cannot be written")
    }
  }

  private func create() throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: mistakesFile))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: mistakesFile))
  }

  /// The lines of the report.
  func lines(isDryRun: Bool) -> [String] {
    var lines = ["\(rows) rows, \(mistakes) not understood"]
    if isDryRun {
      lines.append("\(rows - mistakes) could be imported; nothing was recorded")
    }
    for outcome in PurchaseImport.Outcome.allCases {
      guard let count = outcomes[outcome] else { continue }
      lines.append("\(count) \(outcome.sentence)")
    }
    if mistakes > 0 { lines.append("every row that was not understood is in \(mistakesFile)") }
    return lines
  }
}

extension PurchaseImport.Outcome {
  fileprivate var sentence: String {
    switch self {
    case .confirmed: "confirmed by the App Store and recorded"
    case .alreadyVerified: "recorded before"
    case .granted: "granted until the App Store confirms them"
    case .grantedThere: "granted by the other system, and here"
    case .nothingToGrant: "with nothing to grant"
    case .keptByOwner: "kept by another customer"
    case .unknownToStore: "unknown to the App Store"
    }
  }
}
