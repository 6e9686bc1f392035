/// How a badge or a state is shown.
enum BadgeTone: String, Sendable, Equatable {
  /// Nothing special.
  case neutral
  /// All is well.
  case good
  /// Needs attention.
  case warning
  /// Something is wrong.
  case bad
}
