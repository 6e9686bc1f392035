package import Tollgate

/// A plan on a paywall's web page, with every text as it is shown.
package struct WebPaywallPlan: Sendable, Encodable {
  /// How much longer a plan is offered, counted from when the page receives it.
  package struct Ending: Sendable, Encodable {
    /// The milliseconds that are left.
    package let left: Int64
    /// The line that says so, with `{length}` in place of the time.
    package let line: String

    /// What screen readers say at the end, before they name the plan that is selected instead.
    package let ended: String
  }

  /// The plan: the product's identifier, with `:monthly` after it if it is billed monthly with a commitment.
  package let product: CatalogProduct.ID
  /// The product's name.
  package let name: String
  /// The price: "$49.99"; nil if it is not known.
  package let price: String?
  /// The billing period: "per year", or "one payment" for what is bought once and for all; nil for other one-time
  /// purchases.
  package let period: String?
  /// A line below the name, such as the introductory offer.
  package let line: String?
  /// What monthly bills with a commitment cost together: "12 payments, $59.88 in total"; nil without a commitment.
  package let commitment: String?
  /// The price per month and how much it saves: "$6.67 a month, save 33%"; nil if it saves nothing.
  package let saving: String?
  /// A label that makes the plan stand out.
  package let badge: String?
  /// The title of the button that buys it.
  package let button: String
  /// Says that nothing is paid on the day of the purchase; nil if something is.
  package let promise: String?
  /// The timeline of the introductory offer; empty without one.
  package let timeline: [PaywallPage.Step]
  /// Price, period, and that it renews until cancelled.
  package let footnote: String?
  /// The disclosures that Apple requires on a page that sells.
  package let terms: [String]
  /// The position of the tab that shows it, from 0; nil on a paywall without tabs.
  package let tab: Int?
  /// How many people it is for; nil if there is no choice.
  package let seats: PaywallPage.Seats?
  /// When it ends; nil if no countdown is shown.
  package let ending: Ending?
}

/// What covers or replaces the plans of a paywall's web page.
package struct WebPaywallState: Sendable, Encodable {
  package enum Kind: String, Sendable, Encodable {
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

  package let kind: Kind
  /// The title of a message.
  package let title: String?
  /// What it says.
  package let line: String?
  /// The title of the button that retries.
  package let retryLabel: String?
  /// The title of the button that goes back.
  package let closeLabel: String?

  package init(
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
package struct WebPaywallPage: Sendable, Encodable {
  /// Which page it is: "Step 2 of 3".
  package let progress: String
  /// The attribute that an answer to its question sets; nil if it asks nothing.
  package let attribute: String?
  /// What each answer sets the attribute to; nil if it asks nothing.
  package let values: [Attribute.Value]?

  /// What the script needs of a page; nil for the offer, which asks nothing.
  fileprivate init(_ step: PaywallStep?, _ progress: PaywallProgress) {
    self.progress = progress.line
    attribute = step?.answers.first?.attribute.rawValue
    values = step?.answers.isEmpty == false ? step?.answers.map(\.value) : nil
  }
}

/// What a paywall's web page starts with, as JSON in the page.
package struct WebPaywallData: Sendable, Encodable {
  /// The plans, best first.
  package let plans: [WebPaywallPlan]
  /// The selected plan.
  package let selection: CatalogProduct.ID?
  /// Whether the page shows the timeline of an offer.
  package let hasTimeline: Bool
  /// The seconds until the close button shows; nil if it shows at once.
  package let closeDelay: Int?
  /// The title of the button in a web view until the app gives the plans: it names no offer.
  package let waiting: String
  /// The message of a page that nothing else shows, where nothing can be bought.
  package let alone: WebPaywallState
  /// The pages, the offer last; nil if the offer shows at once.
  package let pages: [WebPaywallPage]?
  /// The paywall to show once if this one is closed without a purchase; nil for none.
  package let exitOffer: Paywall.ID?
  /// The origins of the web pages that may show the page and exchange messages with it.
  package let origins: [String]
}

extension PaywallPresenter {
  /// What the page starts with.
  ///
  /// - Parameters:
  ///   - sales: What is for sale, best first.
  ///   - origins: The origins of the web pages that may show the page and exchange messages with it.
  package func webData(selling sales: [PaywallSale], origins: [String]) -> WebPaywallData {
    WebPaywallData(
      plans: plans(sales), selection: sales.first?.id, hasTimeline: paywall.hasTimeline,
      closeDelay: paywall.closeDelay, waiting: words.line(.proceed),
      alone: WebPaywallState(
        .failed, title: words.line(.nothingToBuy), line: words.line(.productUnavailable),
        closeLabel: words.line(.ok)), pages: webPages, exitOffer: paywall.flow.exitOffer,
      origins: origins)
  }

  /// The plans as a web page shows them and its script selects one, without those whose time is over.
  package func plans(_ sales: [PaywallSale]) -> [WebPaywallPlan] {
    sales.filter { $0.isOffered(at: words.now) }.map { sale in
      let offer = offer(sale, isSelected: false)
      return WebPaywallPlan(
        product: sale.id, name: offer.name, price: offer.price, period: offer.period,
        line: offer.offerLine, commitment: offer.commitmentLine, saving: offer.savingLine,
        badge: offer.badge, button: button(sale),
        promise: promise(sale), timeline: timeline(sale), footnote: footnote(sale),
        terms: terms(sale), tab: sale.tab, seats: seats(sale), ending: ending(sale))
    }
  }

  /// The countdown that a web page runs by itself.
  private func ending(_ sale: PaywallSale) -> WebPaywallPlan.Ending? {
    guard let end = sale.endsAt, let now = words.now else { return nil }
    return WebPaywallPlan.Ending(
      left: end.since(now), line: words.line(.endsIn, of: sale, [.length: "{length}"]),
      ended: words.line(.offerEnded))
  }

  /// What the script of a web page needs of each page, the offer last; nil if the offer is shown at once.
  private var webPages: [WebPaywallPage]? {
    let steps = steps
    guard !steps.isEmpty else { return nil }
    return (steps + [nil]).enumerated().map {
      WebPaywallPage($1, progress(at: $0, of: steps.count))
    }
  }
}
