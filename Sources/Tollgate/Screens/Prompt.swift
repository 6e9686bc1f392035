/// A contextual suggestion that never blocks: a card, a banner or an inline line.
public struct Prompt: Hashable, Sendable, Identifiable {
  /// The prompt's name.
  public typealias ID = Identifier<Prompt>

  /// How a prompt looks.
  public enum Shape: String, Hashable, Sendable, Codable, CaseIterable {
    /// A card among the content.
    case card
    /// A strip across the screen.
    case banner
    /// A line within a section.
    case inline
  }

  /// How often a prompt may be dismissed before it stays hidden for a while.
  public struct Patience: Hashable, Sendable {
    /// The number of dismissals that hides it, at least 1.
    public let dismissals: Int
    /// How long it stays hidden, nil for until the app is updated.
    ///
    /// Then it may return, and dismissals count from zero again.
    public let staysAway: Period?

    public init(dismissals: Int, staysAway: Period?) {
      self.dismissals = dismissals
      self.staysAway = staysAway
    }
  }

  /// The prompt's name.
  public package(set) var id: ID
  /// How it looks.
  public let shape: Shape
  /// The screen it belongs to.
  public let placement: Placement.ID
  /// When it shows.
  public let when: Condition
  /// The icon's name.
  public let icon: String
  public let text: LocalizedText.ID
  /// The title of its button.
  public let action: LocalizedText.ID?
  /// The paywall that its button shows.
  public package(set) var paywall: Paywall.ID?
  /// How often it may return; nil if it cannot be dismissed.
  public package(set) var patience: Patience?

  public init(
    id: ID, shape: Shape, placement: Placement.ID, when: Condition = .always, icon: String,
    text: LocalizedText.ID, action: LocalizedText.ID? = nil, paywall: Paywall.ID? = nil,
    patience: Patience? = nil
  ) {
    self.id = id
    self.shape = shape
    self.placement = placement
    self.when = when
    self.icon = icon
    self.text = text
    self.action = action
    self.paywall = paywall
    self.patience = patience
  }
}
