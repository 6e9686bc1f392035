/// The text of a plan or drill.
struct ReaderScreen: Sendable, Equatable {
  var title: String
  /// A line below it.
  var subtitle: String
  /// A short note, such as "Made with Pro. Yours to keep."
  var note: String?
  var steps: [ReaderStep] = []
  var back: PageButton
}

/// One step of a plan or drill.
struct ReaderStep: Sendable, Equatable {
  var title: String
  var text: String
}
