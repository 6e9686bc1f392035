public import Tollgate

/// A page before the offer of a paywall, ready to be drawn.
///
/// It shows either the answers to its question or the button that continues.
public struct PaywallStep: Hashable, Sendable {
  /// An answer to the question of a page.
  public struct Answer: Hashable, Sendable {
    public let text: String
    public let attribute: Attribute.ID
    public let value: Attribute.Value
  }

  /// The icon on top, where there is no art; nil for the standard one.
  public internal(set) var icon: String?
  /// The app's own art on top; nil for the icon.
  public internal(set) var art: PaywallPage.Art?
  /// The title, or the question; the view moves the focus of screen readers here when the step appears.
  public let title: String
  /// The lines below it.
  public internal(set) var intro: [PaywallPage.Line] = []
  /// Reasons to buy, best first.
  public internal(set) var benefits: [PaywallPage.Benefit] = []
  /// The name of the list of benefits, for screen readers.
  public internal(set) var benefitsLabel = ""
  /// The answers to choose from, in order; empty on a page without a question.
  public internal(set) var answers: [Answer] = []
  /// The title of the button that continues; nil on a page with a question.
  public internal(set) var continueLabel: String?
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
