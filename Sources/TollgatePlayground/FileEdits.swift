import TollgateBlueprints

/// What a visitor changed in the file beside the phone.
struct FileEdits {
  /// A version of the file's text, and its result.
  struct Version {
    let text: String
    /// The file that the phone shows: of this text, or of the last one before it that could be used.
    let file: BlueprintFile
    /// The mistakes that prevent the text from being used.
    var mistakes: [BlueprintDiagnostic] = []

    init(_ file: BlueprintFile) {
      text = file.sources.first?.text ?? ""
      self.file = file
    }

    init(_ text: String, with mistakes: [BlueprintDiagnostic], after file: BlueprintFile) {
      self.text = text
      self.file = file
      self.mistakes = mistakes
    }
  }

  /// The maximum number of changes that can be undone one by one.
  private static let limit = 100

  /// The file before every change, whose parts, pictures and products each version has.
  let original: BlueprintFile
  private(set) var latest: Version
  private var earlier: [Version] = []
  /// How often a change was undone.
  private(set) var undone = 0

  init(_ file: BlueprintFile) {
    original = file
    latest = Version(file)
  }

  /// Whether there is anything to take back.
  var canUndo: Bool { !earlier.isEmpty }

  /// Whether the phone shows another file than at first.
  var isChanged: Bool { latest.file.revision != original.revision }

  mutating func apply(_ file: BlueprintFile) { record(Version(file)) }

  mutating func refuse(_ text: String, _ error: BlueprintFileError) {
    let mistakes = error.diagnostics.filter { $0.severity == .error }
    record(Version(text, with: mistakes, after: latest.file))
  }

  private mutating func record(_ version: Version) {
    guard version.text != latest.text else { return }
    earlier.append(latest)
    if earlier.count > Self.limit { earlier.removeFirst() }
    latest = version
  }

  /// Undoes the last change; returns the file that the phone then shows.
  mutating func undo() -> BlueprintFile? {
    guard let version = earlier.popLast() else { return nil }
    latest = version
    undone += 1
    return latest.file
  }

  /// Undoes every change; returns the original.
  mutating func undoAll() -> BlueprintFile? {
    guard canUndo else { return nil }
    earlier = []
    latest = Version(original)
    undone += 1
    return original
  }
}
