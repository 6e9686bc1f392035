import TollgateClient

/// The paywall on screen: the client's page, with the phone's icons and actions.
struct PaywallSheet: Sendable, Equatable {
  /// The paywall's name in the blueprint.
  var id: String
  /// Its texts and plans.
  var page: PaywallPage
  /// Its icon, where there is no art.
  var icon: Icon
  /// The app's own art, in place of the icon.
  var art: PaywallArt?
  /// The benefits, most important first, with icons that the phone can draw.
  var benefits: [PaywallPage.Benefit] = []
  /// The offer line of the only plan, such as "$2.99/week for 3 days, then $19.99/month"; nil if there are several.
  var offer: String?
  /// The icon next to the offer line: a gift only if the offer is free.
  var offerIcon = Icon.sparkles
  /// Why nothing can be bought now, in place of the terms of the selected plan; nil if it can.
  var notice: String?
  /// Whether the disclosures that Apple requires are shown: not where nothing is sold.
  var showsTerms = true
  /// Loads the prices again if they could not be loaded.
  var tryAgain: PageButton?
  /// Closes it; nil if it must not be dismissed.
  var close: PageAction?
  /// Milliseconds after which the close button shows; nil if it shows at once.
  var closeAfter: Int?
  /// The page before the offer that is shown in its place; nil on the offer.
  var step: PaywallStepSheet?
  /// Which page is shown; nil on a paywall that shows its offer at once.
  var progress: PaywallProgressBar?
}
