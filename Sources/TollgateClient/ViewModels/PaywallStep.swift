/// A page before the offer of a paywall, as its view draws it.
///
/// It shows either the answers to its question or the button that continues.
public struct PaywallStep: Hashable, Sendable {
  /// The icon on top, where there is no art; nil for the standard one.
  public let icon: String?
  /// The app's own art on top; nil for the icon.
  public let art: PaywallContent.Art?
  /// The title, or the question; the view moves the focus of screen readers here when the step appears.
  public let title: String
  /// The line below it.
  public let text: String?
  /// Reasons to buy, best first.
  public let benefits: [PaywallContent.Benefit]
  /// The name of the list of benefits, for screen readers.
  public let benefitsLabel: String
  /// The answers to choose from, in order; empty on a page without a question.
  public let answers: [PaywallContent.Answer]
  /// The title of the button that continues; nil on a page with a question.
  public let continueLabel: String?
}

/// Which page of a paywall with several is on screen.
public struct PaywallProgress: Hashable, Sendable {
  /// The position of the page, from 0; the offer is the last.
  public let position: Int
  /// The number of pages, with the offer.
  public let count: Int
  /// Both as a line: "Step 2 of 3".
  public let line: String
  /// The title of the button that goes back; nil on the first page.
  public let backLabel: String?
}
