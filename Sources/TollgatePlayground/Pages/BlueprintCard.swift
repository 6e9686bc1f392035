import TollgateBlueprints

/// The visitor's own blueprint, or one of the five that cannot be used, and what a check found in it.
struct BlueprintCard: Sendable, Equatable {
  var file: String
  /// Whether the phone shows it as it was last saved.
  var state: String
  /// How the state is shown.
  var tone: BadgeTone
  /// What the search has found.
  var search: String?
  /// What is wrong, in the order of the file.
  var problems: [ProblemRow]
  /// Whether the file is read again after each save.
  var isWatched = true
}

/// Something wrong with a blueprint.
struct ProblemRow: Sendable, Equatable {
  /// Its position in the list.
  var id: Int
  /// Its kind, such as "error".
  var kind: String
  /// How the kind is shown.
  var tone: BadgeTone
  /// Where it is, such as "line 12".
  var place: String
  var text: String
  var source: String?
  /// The history that shows it.
  var history: String?
  /// Its line in the file beside the phone.
  var line: String?
}

extension BlueprintCard {
  /// The card of a file as it was last read, beside a phone that shows the last version without mistakes, if there was
  /// one.
  init(_ reading: BlueprintReading, hasPhone: Bool = true) {
    let isUsable = reading.file != nil
    self.init(
      file: reading.name,
      state: isUsable
        ? reading.note ?? "The phone shows the saved version."
        : hasPhone
          ? "The saved version has mistakes: the phone shows the last one without."
          : "The saved version has mistakes: correct them, and a phone shows the app.",
      tone: isUsable ? .good : .bad, search: Self.search(reading),
      problems: reading.problems.enumerated().map { ProblemRow($1, number: $0, in: reading.name) },
      isWatched: reading.note == nil)
  }

  /// The card of one of the five blueprints, which are read when the playground starts.
  init(_ error: BlueprintFileError, in file: String) {
    self.init(
      file: file, state: "The file has mistakes: correct them, and start the playground again.",
      tone: .bad,
      problems: error.diagnostics.enumerated().map { ProblemRow($1, number: $0, in: file) },
      isWatched: false)
  }

  private static func search(_ reading: BlueprintReading) -> String? {
    guard reading.file != nil, reading.note == nil else { return nil }
    guard reading.isSearched else { return "Searching for wrong decisions…" }
    let count = reading.problems.count { $0.kind == .finding }
    let found =
      switch count {
      case 0: "A quick search found nothing wrong."
      case 1: "A quick search has 1 finding."
      default: "A quick search has \(count) findings."
      }
    return found + (reading.leftOut.map { " It left out: \($0)." } ?? "")
  }
}

extension ProblemRow {
  fileprivate init(_ problem: BlueprintReading.Problem, number: Int, in file: String) {
    let line = problem.line > 0 ? "line \(problem.line)" : "the whole file"
    self.init(
      id: number, kind: problem.kind.rawValue,
      tone: problem.kind == .error ? .bad : .warning,
      place: problem.file == file ? line : "\(problem.file), \(line)",
      text: problem.text, source: problem.source, history: problem.history)
  }
}
