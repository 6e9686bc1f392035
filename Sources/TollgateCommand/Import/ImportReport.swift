import Foundation
import TollgateServer

/// The result of an import: what was recorded, and what was not.
struct ImportReport {
  /// How many rows that were not understood are shown.
  static let shownLimit = 100

  private(set) var rows = 0
  private(set) var outcomes: [PurchaseImport.Outcome: Int] = [:]
  private(set) var mistakes: ImportRowFile
  private(set) var others: ImportRowFile
  /// How many rows there are of each other store.
  private var stores: [String: Int] = [:]
  /// The first mistakes, as `FILE:LINE: column: reason`.
  private(set) var shown: [String] = []

  let file: String

  init(of file: String, mistakesIn mistakesFile: String) {
    self.file = file
    mistakes = ImportRowFile(path: mistakesFile)
    others = ImportRowFile(path: "\(file).other-stores")
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
    let text = "\(file):\(line): \(reason)"
    if shown.count < Self.shownLimit { shown.append(text) }
    try mistakes.add(text)
  }

  /// Counts a row of another store, which is not imported.
  mutating func addOther(_ store: String, at line: Int) throws {
    rows += 1
    stores[store, default: 0] += 1
    try others.add("\(file):\(line): \(store)")
  }

  func lines(isDryRun: Bool) -> [String] {
    var lines = ["\(rows) rows, \(mistakes.count) not understood"]
    if isDryRun {
      lines.append(
        "\(rows - mistakes.count - others.count) could be imported; nothing was recorded")
    }
    for outcome in PurchaseImport.Outcome.allCases {
      guard let count = outcomes[outcome] else { continue }
      lines.append("\(count) \(outcome.sentence)")
    }
    if others.count > 0 {
      let names = stores.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      lines.append(
        "\(others.count) of another store, not imported (\(names.joined(separator: ", "))): "
          + "each is in \(others.path)")
    }
    if mistakes.count > 0 {
      lines.append("every row that was not understood is in \(mistakes.path)")
    }
    return lines
  }
}

/// A file with a line for each row of some kind, which is created with the first.
struct ImportRowFile {
  let path: String
  private(set) var count = 0
  private var handle: FileHandle?

  init(path: String) { self.path = path }

  mutating func add(_ line: String) throws {
    count += 1
    do {
      let handle = try self.handle ?? create()
      try handle.write(contentsOf: Data("\(line)\n".utf8))
      self.handle = handle
    } catch {
      throw Failure(in: path, "the file cannot be written")
    }
  }

  private func create() throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
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
