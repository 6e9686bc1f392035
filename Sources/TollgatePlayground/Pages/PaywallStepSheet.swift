import TollgateClient

/// A page before the offer of a paywall: the client's, with the phone's icons and actions.
struct PaywallStepSheet: Sendable, Equatable {
  /// The position among the pages.
  var position: String
  var page: PaywallStep
  /// Its icon, where there is no art.
  var icon: Icon
  /// The app's own art.
  var art: PaywallArt?
  /// The benefits, most important first, with icons that the phone can draw.
  var benefits: [PaywallPage.Benefit] = []
  /// The answers to its question; empty if it asks nothing.
  var answers: [PageButton] = []
  /// Continues; nil on a page that asks.
  var proceed: PageButton?
}

/// Which page of a paywall is shown.
struct PaywallProgressBar: Sendable, Equatable {
  /// Such as "Step 2 of 3".
  var line: String
  /// Goes back to the previous page; nil on the first one.
  var back: PageAction?
  /// The label of that button, for screen readers.
  var backLabel = ""
}
