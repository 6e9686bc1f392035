/// A button of an app.
public struct PageButton: Sendable, Equatable {
  /// Its words.
  public var label: String
  /// What it does.
  public var action: PageAction
  /// An icon before the words.
  public var icon: Icon?
  /// How strongly it asks to be pressed.
  public var style: ButtonStyle

  /// Creates the value from its parts.
  public init(
    label: String,
    action: PageAction,
    icon: Icon? = nil,
    style: ButtonStyle = .plain
  ) {
    self.label = label
    self.action = action
    self.icon = icon
    self.style = style
  }
}

/// How strongly a button asks to be pressed.
public enum ButtonStyle: String, Sendable, Equatable {
  /// The one thing to do.
  case primary
  /// A good second choice.
  case tinted
  /// Words only.
  case plain
  /// Removes something.
  case destructive
}
/// A gentle invitation inside a screen; never modal.
public struct PromptCard: Sendable, Equatable {
  /// The prompt's id, so that an update finds it again.
  public var id: String
  /// Where it sits.
  public var style: PromptStyle
  /// Its icon.
  public var icon: Icon
  /// A first line.
  public var title: String?
  /// What it says.
  public var text: String
  /// How much is left, 0 to 100, drawn as a bar under the words.
  public var percent: Int?
  /// Its invitation, such as "See plans".
  public var button: PageButton?
  /// How it goes away; none for one that stays.
  public var dismiss: PageAction?
  /// What screen readers call it.
  public var label: String
  /// What screen readers call the button that dismisses it.
  public var dismissLabel: String

  /// Creates the value from its parts.
  public init(
    id: String,
    style: PromptStyle = .card,
    icon: Icon = .sparkles,
    title: String? = nil,
    text: String,
    percent: Int? = nil,
    button: PageButton? = nil,
    dismiss: PageAction? = nil,
    label: String = "Suggestion",
    dismissLabel: String = "Not now"
  ) {
    self.id = id
    self.style = style
    self.icon = icon
    self.title = title
    self.text = text
    self.percent = percent
    self.button = button
    self.dismiss = dismiss
    self.label = label
    self.dismissLabel = dismissLabel
  }
}

/// Where a prompt sits.
public enum PromptStyle: String, Sendable, Equatable {
  /// A card among the content.
  case card
  /// A band at the top.
  case banner
  /// A line among the rows.
  case inline
}
/// One number with its name.
public struct Stat: Sendable, Equatable {
  /// What is counted.
  public var label: String
  /// The number, formatted.
  public var value: String
  /// Its icon.
  public var icon: Icon

  /// Creates the value from its parts.
  public init(
    label: String,
    value: String,
    icon: Icon
  ) {
    self.label = label
    self.value = value
    self.icon = icon
  }
}

/// One bar of a bar chart.
public struct ChartBar: Sendable, Equatable {
  /// The name under it.
  public var label: String
  /// The value in words, for the tooltip and screen readers.
  public var value: String
  /// Its height, 0 to 100.
  public var percent: Int

  /// Creates the value from its parts.
  public init(
    label: String,
    value: String,
    percent: Int
  ) {
    self.label = label
    self.value = value
    self.percent = percent
  }
}
