/// A button of an app.
struct PageButton: Sendable, Equatable {
  /// Its label.
  var label: String
  /// What it does.
  var action: PageAction
  /// An icon before the label.
  var icon: Icon?
  /// How prominent it is.
  var style: ButtonStyle = .plain
}

/// How prominent a button is.
enum ButtonStyle: String, Sendable, Equatable {
  /// The main action.
  case primary
  /// A secondary action.
  case tinted
  /// Text without a background.
  case plain
  /// Removes something.
  case destructive
}
