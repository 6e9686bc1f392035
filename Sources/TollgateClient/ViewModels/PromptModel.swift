public import Observation
public import Tollgate

/// The model of a placement's prompt: a suggestion in a card, a banner or a line that never blocks.
@MainActor
@Observable
public final class PromptModel {
  public struct Content: Hashable, Sendable, Identifiable {
    public let id: Prompt.ID
    public let shape: Prompt.Shape
    /// The icon's name in the blueprint, which is decorative.
    public let icon: String
    public let text: String
    /// The title of the button that shows what it suggests; nil if it has none.
    public let actionLabel: String?
    /// The title of the button that dismisses it; nil if it does not count dismissals.
    public let dismissLabel: String?
    /// Its description, for screen readers.
    public let accessibilityLabel: String
    /// The effect of pressing the button, for screen readers.
    public let accessibilityHint: String?
  }

  public let client: TollgateClient
  public let placement: Placement.ID

  public init(_ client: TollgateClient, placement: Placement.ID) {
    self.client = client
    self.placement = placement
  }

  /// The contents; nil if there is nothing to show, such as to customers who have what it sells.
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

  /// Dismisses it; the prompt counts its dismissals, and after enough of them stays hidden for a while.
  public func dismiss() async {
    if let prompt, prompt.patience != nil { await client.dismiss(prompt.id) }
  }

  private var prompt: Prompt? {
    client.prompts(at: placement).first { prompt in
      prompt.paywall.map { client.membership?.sells($0) ?? false } ?? true
    }
  }
}
