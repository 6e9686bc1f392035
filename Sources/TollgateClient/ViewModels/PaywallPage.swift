public import Foundation
public import Tollgate

/// The contents of a page that sells, ready to be drawn: every text, label and flag.
public struct PaywallPage: Hashable, Sendable {
  /// One reason to buy; its icon is decorative.
  public typealias Benefit = PaywallContent.Benefit

  /// One plan on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The product.
    public let id: CatalogProduct.ID
    /// The product's name.
    public let name: String
    /// The price alone: "$49.99"; nil if it is not known.
    public let price: String?
    /// The billing period alone: "per year"; nil for one-time purchases.
    public let period: String?
    /// Price and period as one line: "$49.99 per year".
    public let priceLine: String?
    /// The introductory offer: "7 days free, then $49.99 per year"; nil if the customer is not eligible.
    public let offerLine: String?
    /// The price per month, rounded up: "$4.17"; nil if it is not known or not a subscription.
    public let pricePerMonth: String?
    /// How much less it costs than the plan with the shortest period, rounded down: "58%"; nil if it saves nothing.
    public let saving: String?
    /// ``pricePerMonth`` and ``saving`` as one line, without what the badge says already: "$4.17 a month,
    /// save 58%"; nil if it saves nothing.
    public let savingLine: String?
    /// A label that makes the plan stand out.
    public let badge: String?
    /// When it is no longer offered; nil unless the blueprint shows a countdown.
    public let endsAt: Instant?
    /// Whether it is the selected plan.
    public let isSelected: Bool
    /// All of it as one sentence, for screen readers.
    public let accessibilityLabel: String
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable, Identifiable {
    /// The plan that is selected with the tab: the first one on it.
    public let id: CatalogProduct.ID
    /// The tier's name.
    public let title: String
    /// Whether its plans are shown.
    public let isSelected: Bool
  }

  /// A link to a page on the web.
  public struct Link: Hashable, Sendable, Identifiable {
    /// The link's text.
    public let label: String
    /// The page's address.
    public let url: URL

    /// The page's address.
    public var id: URL { url }
  }

  /// A moment in the timeline of an introductory offer.
  public struct Step: Hashable, Sendable {
    /// The day: "Today" or a date.
    public let title: String
    /// What happens.
    public let line: String
  }

  /// What the page says of the selected plan's offer, and for the app.
  public struct Extras: Hashable, Sendable {
    /// The title of the timeline.
    public let timelineLabel: String
    /// When the selected plan's introductory offer begins, reminds and charges; empty if it has none, or if the
    /// blueprint does not ask for it.
    public let timeline: [Step]
    /// Says that nothing is paid on the day of the purchase; nil if something is.
    public let promise: String?
    /// The title of ratings and quotes.
    public let proofLabel: String
    /// Ratings and quotes, best first.
    public let proof: [PaywallContent.Proof]
    /// The title of the questions.
    public let questionsLabel: String
    /// Questions and their answers.
    public let questions: [PaywallContent.Question]
    /// How much later the button that closes the page shows; nil if it shows at once.
    public let closeDelay: Duration?
    /// How much longer the selected plan is offered; nil if that has no end.
    public let countdown: Countdown?
    /// When the first countdown ends, or ended after the page was loaded, whether its plan is selected or not; nil if no
    /// plan has one.
    public let nextEnd: Instant?
    /// The tabs, lowest tier first; empty if all plans are shown together.
    public let tabs: [Tab]
    /// The name of the tabs, for screen readers.
    public let tabsLabel: String
  }

  /// The icon of the pitched feature, or else the paywall's; nil if there is neither.
  public var icon: String? { hero.icon }
  /// The app's own art on top, in place of any icon; nil if the paywall has none.
  public var art: PaywallContent.Art? { hero.art }

  /// What is on top, above the title.
  let hero: PaywallContent.Hero
  /// The title: the pitched feature's, or else the paywall's.
  public let title: String
  /// The line below it: that the store could not take the payment, if that is why the paywall shows, or else the pitched
  /// feature's or the paywall's.
  public let subtitle: String?
  /// Reasons to buy, best first, without the one pitched on top.
  public let benefits: [Benefit]
  /// The name of the list of benefits, for screen readers.
  public let benefitsLabel: String
  /// What can be bought, best first; with ``Extras/tabs``, on the selected one.
  public let offers: [Offer]
  /// The name of the list of plans, for screen readers.
  public let offersLabel: String
  /// The selected plan, or nil if there isn't one.
  public let selection: CatalogProduct.ID?
  /// The title of the button that buys it: "Start 7-day free trial", "Start for $2.99", "Subscribe" or
  /// "Buy for $49.99".
  public let purchaseLabel: String
  /// The title of the button that restores purchases.
  public let restoreLabel: String
  /// The title of the button that closes the page; nil if it cannot be closed.
  public let closeLabel: String?
  /// The terms of the purchase: price, period, and that it renews until cancelled; nil if no price is known.
  public let footnote: String?
  /// The disclosures that Apple requires on a paywall: when the account is charged, and how to stop a renewal.
  public let terms: [String]
  /// The terms of use and the privacy policy; empty if the blueprint has none.
  public let links: [Link]
  /// The timeline, ratings, quotes and questions.
  public let extras: Extras
}
