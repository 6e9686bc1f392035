import TollgateBlueprints

/// What a visitor changed in the file beside the phone.
struct FileEdits {
  /// The file as it was, and after each change that could be used.
  private(set) var versions: [BlueprintFile]
  /// The mistakes of a text that cannot be used; empty while the last version is what the page shows.
  private(set) var mistakes: [BlueprintDiagnostic] = []
  /// How often a change was taken back.
  private(set) var undone = 0

  /// The maximum number of changes that can be taken back.
  private static let limit = 100

  /// The file before every change, whose parts, pictures and products each version has.
  let original: BlueprintFile

  init(_ file: BlueprintFile) {
    original = file
    versions = [file]
  }

  /// Whether there is anything to take back.
  var canUndo: Bool { versions.count > 1 || !mistakes.isEmpty }

  /// Whether the phone shows another file than at first.
  var isChanged: Bool { versions.last?.revision != original.revision }

  mutating func apply(_ file: BlueprintFile) {
    mistakes = []
    guard versions.last?.revision != file.revision else { return }
    versions.append(file)
    if versions.count > Self.limit + 1 { versions.removeFirst() }
  }

  mutating func refuse(_ error: BlueprintFileError) {
    mistakes = error.diagnostics.filter { $0.severity == .error }
  }

  /// Takes back a text that cannot be used, or else the last change; returns the file that holds then.
  mutating func undo() -> BlueprintFile? {
    guard canUndo else { return nil }
    undone += 1
    if mistakes.isEmpty { versions.removeLast() }
    mistakes = []
    return versions.last
  }
}
