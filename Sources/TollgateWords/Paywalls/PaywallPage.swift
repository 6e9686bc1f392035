public import Foundation
public import Tollgate

/// The contents of a page that sells, ready to be drawn: every text, label and flag.
///
/// Views, web pages and the playground's phones draw the same value; `PaywallPresenter` computes it.
public struct PaywallPage: Hashable, Sendable {
  /// A link to a page on the web.
  public struct Link: Hashable, Sendable, Identifiable {
    /// The link's text.
    public let label: String
    public let url: URL

    public var id: URL { url }
  }

  /// A text that is drawn like the others in its list.
  public struct Line: Hashable, Sendable {
    /// The name of its element on the web page.
    public let id: String
    /// The text; nil if the page has none.
    public let text: String?
  }

  /// What the page says of the selected plan's offer, and for the app.
  public struct Extras: Hashable, Sendable {
    public internal(set) var timelineLabel = ""
    /// When the selected plan's introductory offer begins, reminds and charges; empty if it has none, or if the
    /// blueprint does not ask for it.
    public internal(set) var timeline: [Step] = []
    /// The lines above the button; the first says that nothing is paid on the day of the purchase, if that is so.
    public internal(set) var promises: [Line] = []
    /// The title of ratings and quotes.
    public internal(set) var proofLabel = ""
    /// Ratings and quotes, best first.
    public internal(set) var proof: [Proof] = []
    public internal(set) var questionsLabel = ""
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
  /// The lines below it, the subtitle first.
  public internal(set) var intro: [Line] = []
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

  /// That the store could not take the payment, if that is why the paywall shows, or else the pitched feature's line or the
  /// paywall's.
  public var subtitle: String? { intro.first?.text }
}

extension PaywallPresenter {
  /// The offer with its plans.
  ///
  /// - Parameters:
  ///   - sales: What is for sale, best first; those whose time is over are left out.
  ///   - selection: The customer's selection; the first plan if that is not on the page.
  ///   - feature: The feature whose pitch is on top.
  ///   - notice: The line below the title if a payment failed, unless the paywall has its own for that.
  ///   - plans: The plans whose tabs are shown; nil for those that are for sale.
  package func page(
    selling sales: [PaywallSale], selection: CatalogProduct.ID? = nil,
    pitching feature: Feature.ID? = nil, notice: String? = nil,
    tabsOf plans: [CatalogProduct.ID]? = nil
  ) -> PaywallPage {
    let pitch = feature.flatMap { blueprint.feature($0)?.pitch }
    let offered = sales.filter { $0.isOffered(at: words.now) }
    let selected = offered.first { $0.id == selection } ?? offered.first
    let notice = paywall.explainsFailedPayment ? words.text(paywall.subtitle) : notice
    let subtitle = notice ?? words.text(pitch?.detail) ?? words.text(paywall.subtitle)
    return PaywallPage(
      look: look, icon: icon(pitch?.icon ?? ownIcon), art: art(paywall.hero.image),
      title: words.text(pitch?.title) ?? words.words(paywall.title),
      intro: [PaywallPage.Line(id: "subtitle", text: subtitle)],
      benefits: benefits(onTab: benefitsTab(selected?.tab), pitching: feature),
      benefitsLabel: words.line(.benefits), comparison: comparison,
      offers: offered.filter { $0.tab == selected?.tab }
        .map { offer($0, isSelected: $0.id == selected?.id) },
      offersLabel: words.line(.plans), selection: selected?.id,
      purchaseLabel: selected.map(button) ?? words.line(.proceed),
      restoreLabel: words.line(.restore),
      closeLabel: paywall.isDismissible ? words.line(.close) : nil,
      footnote: selected.flatMap(footnote), terms: selected.map(terms) ?? [], links: links,
      extras: PaywallPage.Extras(
        timelineLabel: words.line(.timeline), timeline: selected.map(timeline) ?? [],
        promises: [PaywallPage.Line(id: "promise", text: selected.flatMap(promise))],
        proofLabel: words.line(.proof), proof: paywall.proof.map(proof),
        questionsLabel: words.line(.questions),
        questions: paywall.questions.map {
          PaywallPage.Question(
            question: words.words($0.question), answer: words.words($0.answer))
        },
        closeDelay: paywall.isDismissible ? paywall.closeDelay.map { .seconds($0) } : nil,
        seats: selected.flatMap(seats), countdown: selected.flatMap(countdown),
        nextEnd: sales.compactMap(\.endsAt).min(),
        tabs: tabs(of: plans ?? offered.map(\.id), selected: selected?.tab),
        tabsLabel: words.line(.tiers)))
  }

  private var links: [PaywallPage.Link] {
    guard let legal = blueprint.definition.legal else { return [] }
    let links = [
      (words.line(.termsOfUse), legal.terms), (words.line(.privacyPolicy), legal.privacy),
    ]
    return links.compactMap { label, address in
      URL(string: address).map { PaywallPage.Link(label: label, url: $0) }
    }
  }
}
