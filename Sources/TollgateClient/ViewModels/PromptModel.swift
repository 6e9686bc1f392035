public import Observation
public import Tollgate

/// The prompt of a placement: a suggestion in a card, a banner or a line, never in the way.
@MainActor
@Observable
public final class PromptModel {
  /// What a prompt says.
  public struct Content: Hashable, Sendable, Identifiable {
    /// The prompt's name.
    public let id: Prompt.ID
    /// How it is drawn.
    public let shape: Prompt.Shape
    /// The icon's name in the blueprint; it is decoration.
    public let icon: String
    /// What it says.
    public let text: String
    /// The button that shows what it suggests; nil where it only tells.
    public let actionLabel: String?
    /// The button that dismisses it; nil where it does not count dismissals.
    public let dismissLabel: String?
    /// What it is, for screen readers.
    public let accessibilityLabel: String
    /// What pressing the button does, for screen readers.
    public let accessibilityHint: String?
  }

  /// The client whose prompts they are.
  public let client: TollgateClient
  /// Where in the app it is.
  public let placement: Placement.ID

  /// Describes the prompt of a placement.
  public init(_ client: TollgateClient, placement: Placement.ID) {
    self.client = client
    self.placement = placement
  }

  /// What it says; nil where there is nothing to say, as to those who have what it sells.
  public var content: Content? {
    guard let prompt else { return nil }
    let action = prompt.paywall.map { _ in
      prompt.action.flatMap { client.text($0) } ?? client.line(.seePlans)
    }
    return Content(
      id: prompt.id, shape: prompt.shape, icon: prompt.icon,
      text: client.text(prompt.text) ?? prompt.text.rawValue, actionLabel: action,
      dismissLabel: prompt.patience == nil ? nil : client.line(.notNow),
      accessibilityLabel: client.line(.suggestion),
      accessibilityHint: action.map { _ in client.line(.plansHint) })
  }

  /// Shows what it suggests.
  public func act() async {
    if let paywall = prompt?.paywall { await client.showPaywall(paywall) }
  }

  /// Dismisses it; it counts its own dismissals, and stays away for a while once they are enough.
  public func dismiss() async {
    if let prompt, prompt.patience != nil { await client.dismiss(prompt.id) }
  }

  private var prompt: Prompt? {
    client.prompts(at: placement).first { prompt in
      prompt.paywall.map { client.membership?.sells($0) ?? false } ?? true
    }
  }
}
