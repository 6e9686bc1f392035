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

  /// One plan; the script draws those that an app gives in the same form.
  struct Plan: Sendable {
    let product: String
    let name: String
    let badge: String?
    let line: String?
    let price: String?
    let period: String?
    let isSelected: Bool

    init(_ plan: WebPaywallPlan, isSelected: Bool) {
      product = plan.product.rawValue
      name = plan.name
      badge = plan.badge
      line = plan.line
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
    let starsLabel: String?
    let stars: [Int]
    let text: String
    let by: String?
  }

  /// A question and its answer.
  struct Question: Sendable {
    let question: String
    let answer: String
  }

  /// A link to a page on the web.
  struct Link: Sendable {
    let label: String
    let address: String
  }

  /// The top of the page.
  struct Head: Sendable {
    let language: String
    let direction: String
    let title: String
  }

  /// The lines of the selected plan.
  struct Selected: Sendable {
    let hasTimeline: Bool
    let timeline: [Step]
    let promise: String?
    let button: String
    let footnote: String?
    let terms: [String]
  }

  /// The standard lines of a page.
  struct Labels: Sendable {
    let close: String?
    let benefits: String
    let timeline: String
    let plans: String
    let restore: String
    let proof: String
    let questions: String
  }

  let id: String
  let head: Head
  let icon: String
  let subtitle: String?
  let hasBenefits: Bool
  let benefits: [Benefit]
  let labels: Labels
  let plans: [Plan]
  let selected: Selected
  let links: [Link]
  let proof: [Proof]
  let questions: [Question]

  /// Whether there is a rating or a quote; a list with a title needs to know.
  let hasProof: Bool
  /// Whether there is a question.
  let hasQuestions: Bool
}
