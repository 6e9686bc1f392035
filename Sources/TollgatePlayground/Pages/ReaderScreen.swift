/// The text of a plan or drill.
struct ReaderScreen: Sendable, Equatable {
  /// Its name.
  var title: String
  /// A line below it.
  var subtitle: String
  /// A short note, such as "Made with Pro. Yours to keep."
  var note: String?
  /// Its text.
  var steps: [ReaderStep] = []
  /// Goes back.
  var back: PageButton
}

/// One step of a plan or drill.
struct ReaderStep: Sendable, Equatable {
  /// Its name.
  var title: String
  /// What to do.
  var text: String
}
