public import Tollgate

extension PaywallContent {
  /// A page before the offer.
  public struct Page: Hashable, Sendable {
    /// The title, or the question.
    public let title: String
    /// The line below it.
    public let text: String?
    /// The icon on top, where there is no art; nil for the paywall's.
    public let icon: String?
    /// The app's own art on top; nil for the icon.
    public internal(set) var art: Art?
    /// Reasons to buy, best first.
    public let benefits: [Benefit]
    /// The answers to choose from, in order; empty if the page asks nothing.
    public let answers: [Answer]
  }

  /// An answer to the question of a page.
  public struct Answer: Hashable, Sendable {
    /// The answer's text.
    public let text: String
    /// The attribute that it sets.
    public let attribute: Attribute.ID
    /// What the attribute is set to.
    public let value: Attribute.Value
  }
}

@MainActor
extension PaywallContent.Page {
  /// Returns the pages of a paywall with their texts; empty for an unknown name.
  static func all(of paywall: Paywall.ID, for client: TollgateClient) -> [Self] {
    let paywall = client.membership?.paywall(paywall) ?? client.blueprint?.paywall(paywall)
    return (paywall?.flow.pages ?? []).map { Self($0, for: client) }
  }

  init(_ page: Paywall.Page, for client: TollgateClient) {
    self.init(
      title: client.text(page.title) ?? page.title.rawValue,
      text: page.text.flatMap { client.text($0) }, icon: page.icon,
      art: page.image.map { PaywallContent.Art($0, for: client) },
      benefits: page.benefits.map { PaywallContent.Benefit($0, for: client) },
      answers: (page.question?.answers ?? []).compactMap { answer in
        page.question.map {
          PaywallContent.Answer(
            text: client.text(answer.text) ?? answer.text.rawValue, attribute: $0.attribute,
            value: answer.value)
        }
      })
  }
}
