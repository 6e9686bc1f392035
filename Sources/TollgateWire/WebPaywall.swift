public import Tollgate

/// A plan on a paywall's web page, with every text as it is shown.
public struct WebPaywallPlan: Hashable, Sendable, Codable {
  /// A moment in the timeline of an introductory offer.
  public struct Step: Hashable, Sendable, Codable {
    /// The day: "Today" or a date.
    public let title: String
    /// What happens.
    public let line: String

    /// Creates a moment.
    public init(title: String, line: String) {
      self.title = title
      self.line = line
    }
  }

  /// How much longer a plan is offered, counted from when the page receives it.
  public struct Ending: Hashable, Sendable, Codable {
    /// The milliseconds that are left.
    public let left: Int64
    /// The line that says so, with `{length}` in place of the time.
    public let line: String

    /// What screen readers say at the end, before they name the plan that is selected instead.
    public let ended: String

    /// Creates an end.
    public init(left: Int64, line: String, ended: String) {
      self.left = left
      self.line = line
      self.ended = ended
    }
  }

  /// The product.
  public let product: CatalogProduct.ID
  /// The product's name.
  public let name: String
  /// The price: "$49.99"; nil if it is not known.
  public let price: String?
  /// The billing period: "per year"; nil for one-time purchases.
  public let period: String?
  /// A line below the name, such as the introductory offer.
  public let line: String?
  /// The price per month and how much it saves: "$6.67 a month, save 33%"; nil if it saves nothing.
  public let saving: String?
  /// A label that makes the plan stand out.
  public let badge: String?
  /// The title of the button that buys it.
  public let button: String
  /// Says that nothing is paid on the day of the purchase; nil if something is.
  public let promise: String?
  /// The timeline of the introductory offer; empty without one.
  public let timeline: [Step]
  /// Price, period, and that it renews until cancelled.
  public let footnote: String?
  /// The disclosures that Apple requires on a page that sells.
  public let terms: [String]
  /// The position of the tab that shows it, from 0; nil on a paywall without tabs.
  public let tab: Int?
  /// When it ends; nil if no countdown is shown.
  public let ending: Ending?

  /// Creates a plan.
  public init(
    product: CatalogProduct.ID, name: String, price: String? = nil, period: String? = nil,
    line: String? = nil, saving: String? = nil, badge: String? = nil, button: String,
    promise: String? = nil,
    timeline: [Step] = [], footnote: String? = nil, terms: [String] = [],
    tab: Int? = nil, ending: Ending? = nil
  ) {
    self.product = product
    self.name = name
    self.price = price
    self.period = period
    self.line = line
    self.saving = saving
    self.badge = badge
    self.button = button
    self.promise = promise
    self.timeline = timeline
    self.footnote = footnote
    self.terms = terms
    self.tab = tab
    self.ending = ending
  }
}

/// What covers or replaces the plans of a paywall's web page.
public struct WebPaywallState: Hashable, Sendable, Codable {
  /// The kind of a state.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The plans are on offer.
    case selling
    /// The store's prices are being loaded.
    case loading
    /// A purchase is in progress.
    case purchasing
    /// A purchase is pending.
    case pending
    /// A purchase failed.
    case failed
    /// The store sells none of it here.
    case empty
    /// The store's prices could not be loaded.
    case offline
    /// The purchase succeeded.
    case welcome
    /// The customer has everything it sells.
    case owned
  }

  /// The kind.
  public let kind: Kind
  /// The title of a message.
  public let title: String?
  /// What it says.
  public let line: String?
  /// The title of the button that retries.
  public let retryLabel: String?
  /// The title of the button that goes back.
  public let closeLabel: String?

  /// Creates a state.
  public init(
    _ kind: Kind, title: String? = nil, line: String? = nil, retryLabel: String? = nil,
    closeLabel: String? = nil
  ) {
    self.kind = kind
    self.title = title
    self.line = line
    self.retryLabel = retryLabel
    self.closeLabel = closeLabel
  }
}

/// A page of a paywall's web page: one before the offer, or the offer.
public struct WebPaywallPage: Hashable, Sendable, Codable {
  /// Which page it is: "Step 2 of 3".
  public let progress: String
  /// The attribute that an answer to its question sets; nil if it asks nothing.
  public let attribute: String?
  /// What each answer sets the attribute to; nil if it asks nothing.
  public let values: [Attribute.Value]?

  /// Creates a page.
  public init(progress: String, attribute: String? = nil, values: [Attribute.Value]? = nil) {
    self.progress = progress
    self.attribute = attribute
    self.values = values
  }
}

/// What a paywall's web page starts with, as JSON in the page.
public struct WebPaywallData: Hashable, Sendable, Codable {
  /// The plans, best first.
  public let plans: [WebPaywallPlan]
  /// The selected plan.
  public let selection: CatalogProduct.ID?
  /// Whether the page shows the timeline of an offer.
  public let hasTimeline: Bool
  /// The seconds until the close button shows; nil if it shows at once.
  public let closeDelay: Int?
  /// The title of the button in a web view until the app gives the plans: it names no offer.
  public let waiting: String
  /// The message of a page that nothing else shows, where nothing can be bought.
  public let alone: WebPaywallState
  /// The pages, the offer last; nil if the offer shows at once.
  public let pages: [WebPaywallPage]?
  /// The paywall to show once if this one is closed without a purchase; nil for none.
  public let exitOffer: Paywall.ID?
  /// The origins of the web pages that may show the page and exchange messages with it.
  public let origins: [String]

  /// Creates the data of a page.
  public init(
    plans: [WebPaywallPlan], selection: CatalogProduct.ID?, hasTimeline: Bool, closeDelay: Int?,
    waiting: String, alone: WebPaywallState, pages: [WebPaywallPage]? = nil,
    exitOffer: Paywall.ID? = nil,
    origins: [String] = []
  ) {
    self.plans = plans
    self.selection = selection
    self.hasTimeline = hasTimeline
    self.closeDelay = closeDelay
    self.waiting = waiting
    self.alone = alone
    self.pages = pages
    self.exitOffer = exitOffer
    self.origins = origins
  }
}
