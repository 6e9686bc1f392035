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
    /// What is free of it, in a table; nil if nothing is.
    public internal(set) var free: String?
  }

  /// The words of a table of benefits, with what is free beside what is paid.
  public struct Comparison: Hashable, Sendable {
    /// The title of what is free.
    public let free: String
    /// The title of what a plan has.
    public let paid: String
    /// Says that a plan has a benefit, for screen readers.
    public let included: String
    /// Says that a benefit is not free, for screen readers.
    public let notIncluded: String
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
    /// The plan: the product's identifier, with `:monthly` after it if it is billed monthly with a commitment.
    public let id: CatalogProduct.ID
    /// The product's name.
    public let name: String
    /// The price alone: "$49.99"; nil if it is not known.
    public internal(set) var price: String?
    /// The billing period alone: "per year", or "one payment" for what is bought once and for all; nil for other one-time
    /// purchases.
    public internal(set) var period: String?
    /// Price and period as one line: "$49.99 per year".
    public internal(set) var priceLine: String?
    /// The introductory offer: "7 days free, then $49.99 per year"; nil if the customer is not eligible.
    public internal(set) var offerLine: String?
    /// What monthly bills with a commitment cost together: "12 payments, $59.88 in total"; nil without a commitment.
    public internal(set) var commitmentLine: String?
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

  /// The choice of how many people the selected plan is for.
  public struct Seats: Hashable, Sendable, Encodable {
    /// How many seats are chosen.
    public let count: Int
    /// One seat fewer; nil at the least that can be chosen, which is what the customer has already, or one.
    public let fewer: Int?
    /// One seat more; nil at the most that can be chosen.
    public let more: Int?
    /// The name of the choice, for screen readers.
    public let label: String
    /// What the seats cost together: "3 seats, $26.97 per month"; the number alone if no price is known.
    public let line: String
    /// The button for one seat less, for screen readers.
    public let fewerLabel: String
    /// The button for one seat more, for screen readers.
    public let moreLabel: String
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
    public let question: String
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
    /// How many people the selected plan is for; nil if there is no choice.
    public internal(set) var seats: Seats?
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

  /// The look of the page and of those before it; nil if the blueprint has no skin.
  public internal(set) var look: PaywallLook?
  /// The icon of the pitched feature, or else the paywall's or the skin's; nil if there isn't one.
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
  /// The words of the table that shows the benefits; nil unless the blueprint's skin has one.
  public internal(set) var comparison: Comparison?
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
