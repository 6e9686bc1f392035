import Tollgate
import TollgateWire

/// The contents of a paywall's web page; the names are those of the templates' tags.
struct PaywallDocument: Sendable {
  /// One reason to buy.
  struct Benefit: Sendable {
    let icon: String
    let title: String
    let detail: String?
  }

  /// The reasons to buy the plans of a tab, or all plans.
  struct Reasons: Sendable {
    /// The position of the tab; nil for those of the paywall, which also show on tabs without any.
    let tab: String?
    let benefits: [Benefit]
    /// Whether another tab is selected first.
    let isHidden: Bool
  }

  /// A tab with the plans of one tier.
  struct Tab: Sendable {
    /// The position among the paywall's tabs.
    let number: String
    let title: String
    /// Whether it is selected first.
    let isSelected: Bool
  }

  /// One plan; the script draws those that an app gives in the same form.
  struct Plan: Sendable {
    /// The product's identifier.
    let product: String
    let name: String
    /// The label that makes it stand out.
    let badge: String?
    /// The line of its offer.
    let line: String?
    /// Its price per month and how much it saves.
    let saving: String?
    let price: String?
    let period: String?
    /// Whether it is selected first.
    let isSelected: Bool

    init(_ plan: WebPaywallPlan, isSelected: Bool) {
      product = plan.product.rawValue
      name = plan.name
      badge = plan.badge
      line = plan.line
      saving = plan.saving
      price = plan.price
      period = plan.period
      self.isSelected = isSelected
    }
  }

  /// A moment of the timeline.
  struct Step: Sendable {
    let title: String
    let line: String
  }

  /// A rating or a quote.
  struct Proof: Sendable {
    /// The rating for screen readers.
    let starsLabel: String?
    /// One number for each star.
    let stars: [Int]
    let text: String
    /// Who says it.
    let by: String?
  }

  /// A question and its answer.
  struct Question: Sendable {
    let question: String
    let answer: String
  }

  /// The pages before the offer, the first of which is shown.
  struct Flow: Sendable {
    let pages: [Page]
    /// The button that goes back.
    let back: String
    /// Which page the first one is.
    let progress: String
  }

  /// A page before the offer.
  struct Page: Sendable {
    /// The position among the pages.
    let number: String
    /// What is on top.
    let hero: Hero
    let title: String
    /// The line below the title.
    let text: String?
    let benefits: [Benefit]
    /// The answers to its question; empty if it asks nothing.
    let answers: [Answer]
    /// The button that continues; nil on a page that asks.
    let proceed: String?
    /// Whether another page is shown first.
    let isHidden: Bool
  }

  /// An answer to the question of a page.
  struct Answer: Sendable {
    /// The position among the answers.
    let number: String
    let text: String
  }

  /// A link to a page on the web.
  struct Link: Sendable {
    let label: String
    /// Where it leads.
    let address: String
  }

  /// The top of the page.
  struct Head: Sendable {
    /// The language, as a BCP 47 code.
    let language: String
    /// `ltr` or `rtl`.
    let direction: String
    let title: String
  }

  /// The lines of the selected plan.
  struct Selected: Sendable {
    /// Whether its timeline is shown.
    let hasTimeline: Bool
    /// What happens when.
    let timeline: [Step]
    /// That nothing is paid today; nil if something is.
    let promise: String?
    /// What the button does.
    let button: String
    /// The small print; nil if no price is known.
    let footnote: String?
    /// The disclosures that Apple requires.
    let terms: [String]
    /// The position of its tab; empty on a paywall without tabs.
    let tab: String
  }

  /// The standard lines of a page.
  struct Labels: Sendable {
    let close: String?
    let benefits: String
    let timeline: String
    let plans: String
    let tiers: String
    let restore: String
    let proof: String
    let questions: String
  }

  /// The paywall's name.
  let id: String
  /// Language, direction and title.
  let head: Head
  /// What is on top.
  let hero: Hero
  /// The line below the title.
  let subtitle: String?
  /// Lists of reasons to buy, none of them empty.
  let reasons: [Reasons]
  /// The standard lines.
  let labels: Labels
  /// The tabs; empty if all plans are shown together.
  let tabs: [Tab]
  /// Whether there are tabs, and so a list of them.
  let hasTabs: Bool
  /// What can be bought, best first; with tabs, on the one that is selected first.
  let plans: [Plan]
  /// The lines of the plan that is selected first.
  let selected: Selected
  /// The legal pages.
  let links: [Link]
  /// Ratings and quotes.
  let proof: [Proof]
  /// Questions with their answers.
  let questions: [Question]

  /// Whether there is a rating or a quote, and so a section for them.
  let hasProof: Bool
  /// The pages before the offer; nil if the offer is shown at once.
  let flow: Flow?
}
