/// One plan or drill, to read.
public struct ReaderScreen: Sendable, Equatable {
  /// Its name.
  public var title: String
  /// A line under it.
  public var subtitle: String
  /// A word on it, such as "Made with Pro. Yours to keep."
  public var note: String?
  /// What it says.
  public var steps: [ReaderStep]
  /// The way back.
  public var back: PageButton

  /// Creates the value from its parts.
  public init(
    title: String,
    subtitle: String,
    note: String? = nil,
    steps: [ReaderStep] = [],
    back: PageButton
  ) {
    self.title = title
    self.subtitle = subtitle
    self.note = note
    self.steps = steps
    self.back = back
  }
}

/// One step of a plan or drill.
public struct ReaderStep: Sendable, Equatable {
  /// Its name.
  public var title: String
  /// What to do.
  public var text: String

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String
  ) {
    self.title = title
    self.text = text
  }
}
