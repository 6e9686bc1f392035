extension Paywall {
  /// A rating or a quote that speaks for the app.
  public struct Proof: Hashable, Sendable {
    /// The stars given, 1 to 5; nil without a rating.
    public let stars: Int?
    /// The words.
    public let text: LocalizedText.ID
    /// Who says it.
    public let by: LocalizedText.ID?

    /// Creates a rating or a quote.
    public init(stars: Int? = nil, text: LocalizedText.ID, by: LocalizedText.ID? = nil) {
      self.stars = stars
      self.text = text
      self.by = by
    }
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    /// The question.
    public let question: LocalizedText.ID
    /// The answer.
    public let answer: LocalizedText.ID

    /// Creates a question.
    public init(question: LocalizedText.ID, answer: LocalizedText.ID) {
      self.question = question
      self.answer = answer
    }
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable {
    /// The entitlement of the tier.
    public let entitlement: Entitlement.ID
    /// The tier's name.
    public let title: LocalizedText.ID
    /// Reasons to buy the tier, best first; if empty, the tab shows those of the paywall.
    public let benefits: [Benefit]

    /// Creates a tab.
    public init(entitlement: Entitlement.ID, title: LocalizedText.ID, benefits: [Benefit] = []) {
      self.entitlement = entitlement
      self.title = title
      self.benefits = benefits
    }
  }

  /// The position of the tab that shows a product: that of its tier, or else the first one; nil on a paywall without
  /// tabs.
  ///
  /// A product of no tier is still for sale, though `check` reports it.
  package func tab(of product: CatalogProduct) -> Int? {
    tabs.isEmpty ? nil : tier(of: product) ?? 0
  }

  /// The position of a product's tier: the last tab whose entitlement it gives; nil if it gives none of them.
  ///
  /// A plan of a higher tier may give the lower one too.
  package func tier(of product: CatalogProduct) -> Int? {
    tabs.lastIndex { product.entitlements.contains($0.entitlement) }
  }

  /// The seconds after which a close button may show.
  public static let closeDelays = 1...30
}
