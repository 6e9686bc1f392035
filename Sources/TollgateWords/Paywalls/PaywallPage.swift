public import Foundation
public import Tollgate

/// The contents of a page that sells, ready to be drawn: every text, label and flag.
///
/// Views, web pages and the playground's phones draw the same value; `PaywallPresenter` computes it.
public struct PaywallPage: Hashable, Sendable {
  /// One reason to buy; its icon is decorative.
  public struct Benefit: Hashable, Sendable {
    /// The icon's name.
    public let icon: String
    /// What the customer gains.
    public let title: String
    /// One additional sentence.
    public internal(set) var detail: String?
  }

  /// The app's own art on top of a paywall or a page.
  ///
  /// `TollgateUI` uses the app's asset with the name of ``picture`` in its place, if there is one. If the picture cannot
  /// be drawn, such as an SVG drawing without an asset, the icon shows.
  public struct Art: Hashable, Sendable {
    /// The picture, as the blueprint contains it.
    public let picture: Paywall.Image.File
    /// The picture for a dark appearance; nil if one picture is used for both.
    public internal(set) var dark: Paywall.Image.File?
    /// What it shows, for screen readers; nil if it is decorative.
    public internal(set) var label: String?
  }

  /// One plan on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The product.
    public let id: CatalogProduct.ID
    /// The product's name.
    public let name: String
    /// The price alone: "$49.99"; nil if it is not known.
    public internal(set) var price: String?
    /// The billing period alone: "per year"; nil for one-time purchases.
    public internal(set) var period: String?
    /// Price and period as one line: "$49.99 per year".
    public internal(set) var priceLine: String?
    /// The introductory offer: "7 days free, then $49.99 per year"; nil if the customer is not eligible.
    public internal(set) var offerLine: String?
    /// The price per month, rounded up: "$4.17"; nil if it is not known or not a subscription.
    public internal(set) var pricePerMonth: String?
    /// How much less it costs than the plan with the shortest period, rounded down: "58%"; nil if it saves nothing.
    public internal(set) var saving: String?
    /// ``pricePerMonth`` and ``saving`` as one line, without what the badge says already: "$4.17 a month,
    /// save 58%"; nil if it saves nothing.
    public internal(set) var savingLine: String?
    /// A label that makes the plan stand out.
    public internal(set) var badge: String?
    /// When it is no longer offered; nil unless the blueprint shows a countdown.
    public internal(set) var endsAt: Instant?
    /// Whether it is the selected plan.
    public internal(set) var isSelected = false
    /// All of it as one sentence, for screen readers.
    public internal(set) var accessibilityLabel = ""
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable, Identifiable {
    /// The plan that is selected with the tab: the first one on it.
    public let id: CatalogProduct.ID
    /// The position among the paywall's tabs, from 0, the lowest tier.
    public let position: Int
    /// The tier's name.
    public let title: String
    /// Whether its plans are shown.
    public internal(set) var isSelected = false
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
  public struct Step: Hashable, Sendable, Encodable {
    /// The day: "Today" or a date.
    public let title: String
    /// What happens.
    public let line: String
  }

  /// A rating or a quote.
  public struct Proof: Hashable, Sendable {
    /// One number for each star that is given, from 0; empty without a rating.
    public internal(set) var stars: [Int] = []
    /// The rating for screen readers: "5 of 5 stars"; nil without a rating.
    public internal(set) var starsLabel: String?
    /// The words.
    public let text: String
    /// Who says it.
    public internal(set) var by: String?
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    /// The question.
    public let question: String
    /// The answer.
    public let answer: String
  }

  /// What the page says of the selected plan's offer, and for the app.
  public struct Extras: Hashable, Sendable {
    /// The title of the timeline.
    public internal(set) var timelineLabel = ""
    /// When the selected plan's introductory offer begins, reminds and charges; empty if it has none, or if the
    /// blueprint does not ask for it.
    public internal(set) var timeline: [Step] = []
    /// Says that nothing is paid on the day of the purchase; nil if something is.
    public internal(set) var promise: String?
    /// The title of ratings and quotes.
    public internal(set) var proofLabel = ""
    /// Ratings and quotes, best first.
    public internal(set) var proof: [Proof] = []
    /// The title of the questions.
    public internal(set) var questionsLabel = ""
    /// Questions and their answers.
    public internal(set) var questions: [Question] = []
    /// How much later the button that closes the page shows; nil if it shows at once.
    public internal(set) var closeDelay: Duration?
    /// How much longer the selected plan is offered; nil if that has no end.
    public internal(set) var countdown: Countdown?
    /// When the first countdown ends, or ended after the page was loaded, whether its plan is selected or not; nil if no
    /// plan has one.
    public internal(set) var nextEnd: Instant?
    /// The tabs, lowest tier first; empty if all plans are shown together.
    public internal(set) var tabs: [Tab] = []
    /// The name of the tabs, for screen readers.
    public internal(set) var tabsLabel = ""
  }

  /// The icon of the pitched feature, or else the paywall's; nil if there is neither.
  public internal(set) var icon: String?
  /// The app's own art on top, in place of any icon; nil if the paywall has none.
  public internal(set) var art: Art?
  /// The title: the pitched feature's, or else the paywall's.
  public let title: String
  /// The line below it: that the store could not take the payment, if that is why the paywall shows, or else the pitched
  /// feature's or the paywall's.
  public internal(set) var subtitle: String?
  /// Reasons to buy, best first, without the one pitched on top.
  public internal(set) var benefits: [Benefit] = []
  /// The name of the list of benefits, for screen readers.
  public internal(set) var benefitsLabel = ""
  /// What can be bought, best first; with ``Extras/tabs``, on the selected one.
  public internal(set) var offers: [Offer] = []
  /// The name of the list of plans, for screen readers.
  public internal(set) var offersLabel = ""
  /// The selected plan, or nil if there isn't one.
  public internal(set) var selection: CatalogProduct.ID?
  /// The title of the button that buys it: "Start 7-day free trial", "Start for $2.99", "Subscribe" or
  /// "Buy for $49.99".
  public internal(set) var purchaseLabel = ""
  /// The title of the button that restores purchases.
  public internal(set) var restoreLabel = ""
  /// The title of the button that closes the page; nil if it cannot be closed.
  public internal(set) var closeLabel: String?
  /// The terms of the purchase: price, period, and that it renews until cancelled; nil if no price is known.
  public internal(set) var footnote: String?
  /// The disclosures that Apple requires on a paywall: when the account is charged, and how to stop a renewal.
  public internal(set) var terms: [String] = []
  /// The terms of use and the privacy policy; empty if the blueprint has none.
  public internal(set) var links: [Link] = []
  /// The timeline, ratings, quotes and questions.
  public internal(set) var extras = Extras()
}
