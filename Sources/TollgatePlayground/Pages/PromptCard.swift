/// A prompt inside a screen; never modal.
struct PromptCard: Sendable, Equatable {
  /// The prompt's id, so that an update finds it again.
  var id: String
  var style: PromptStyle = .card
  var icon: Icon = .sparkles
  /// A first line.
  var title: String?
  var text: String
  /// How much is left, 0 to 100, drawn as a bar below the text.
  var percent: Int?
  /// Its button, such as "See plans".
  var button: PageButton?
  /// Dismisses it; nil for one that stays.
  var dismiss: PageAction?
  /// Its accessibility label.
  var label = "Suggestion"
  /// The accessibility label of the button that dismisses it.
  var dismissLabel = "Not now"
}

enum PromptStyle: String, Sendable, Equatable {
  /// A card among the content.
  case card
  /// A banner at the top.
  case banner
  /// A row among the rows.
  case inline
}
