import Tollgate
import TollgateHTML
import TollgateWords

/// A paywall's web page: what the presenter says, and what else its templates need; the names are those of their tags.
struct PaywallDocument: Sendable {
  /// What is on top of a page, above its title.
  struct Hero: Sendable {
    /// The symbol, where there is no art.
    let icon: String?
    let art: Art?
  }

  /// The reasons to buy the plans of a tab, or all plans.
  struct Reasons: Sendable {
    /// The position of the tab; nil for those of the paywall, which also show on tabs without any.
    let tab: Int?
    let benefits: [PaywallPage.Benefit]
    /// The words of the table that shows them; nil for a list.
    let comparison: PaywallPage.Comparison?
    /// Whether another tab is selected first.
    let isHidden: Bool
  }

  /// The pages before the offer; the first one is shown.
  struct Flow: Sendable {
    let pages: [Page]
    /// The button that goes back.
    let back: String
    /// Which page the first one is.
    let progress: String
  }

  /// A page before the offer.
  struct Page: Sendable {
    let hero: Hero
    let step: PaywallStep
    /// Whether another page is shown first.
    let isHidden: Bool
  }

  let id: String
  /// The language, as a BCP 47 code.
  let language: String
  /// `ltr` or `rtl`.
  let direction: String
  /// The names of what its skin arranges; nil without a skin.
  let classes: String?
  /// The offer, with the plans of the tab that is selected first.
  let page: PaywallPage
  /// What is on top of the offer.
  let hero: Hero
  /// Lists of reasons to buy, none of them empty.
  let reasons: [Reasons]
  /// The position of the tab that is selected first; nil on a paywall without tabs.
  let tab: Int?
  /// The pages before the offer; nil if the offer is shown at once.
  let flow: Flow?

  /// The icons that the page can draw.
  static let icons = Set(
    String(decoding: Asset.symbols, as: UTF8.self).matches(of: /id="icon-([a-z]+)"/)
      .map { String($0.output.1) })
}

extension PaywallDocument {
  /// The page of a paywall, with a feature's pitch on top if one led to it.
  init(
    _ paywall: Paywall, _ presenter: PaywallPresenter, selling sales: [PaywallSale],
    pitching feature: Feature.ID?, _ text: PaywallText
  ) {
    id = paywall.id.rawValue
    language = text.language
    direction = text.direction
    // All plans of a tab may be for some customers only; the script hides the tab from others.
    page = presenter.page(
      selling: sales, pitching: feature, tabsOf: paywall.packages.map(\.plan))
    classes = page.look?.classes.joined(separator: " ")
    hero = Hero(icon: page.icon, art: page.art.map { Art($0) })
    let selected = sales.first?.tab
    tab = selected
    let shown = presenter.benefitsTab(selected)
    let comparison = page.comparison
    let lists: [Int?] = [nil] + paywall.tabs.indices.map { $0 }
    reasons = lists.compactMap { tab in
      let benefits = presenter.benefits(onTab: tab, pitching: feature)
      return benefits.isEmpty
        ? nil
        : Reasons(
          tab: tab, benefits: benefits, comparison: comparison, isHidden: tab != shown)
    }
    let steps = presenter.steps
    flow =
      steps.isEmpty
      ? nil
      : Flow(
        pages: steps.enumerated().map { position, step in
          Page(
            hero: Hero(icon: step.icon, art: step.art.map { Art($0) }), step: step,
            isHidden: position > 0)
        }, back: presenter.words.line(.back),
        progress: presenter.progress(at: 0, of: steps.count).line)
  }
}
