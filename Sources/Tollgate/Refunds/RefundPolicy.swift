/// How the store's questions about refunds are answered: what shows a customer's consent, and which outcome the app
/// prefers.
public struct RefundPolicy: Hashable, Sendable {
  /// A number of counted uses of a feature.
  public struct Uses: Hashable, Sendable {
    public let feature: Feature.ID
    /// The least number of uses, at least 1.
    public let atLeast: Int

    public init(of feature: Feature.ID, atLeast: Int) {
      self.feature = feature
      self.atLeast = atLeast
    }
  }

  /// A preference, and the requests that it is for; every member must match.
  public struct Rule: Hashable, Sendable {
    /// One of these products was bought; if empty, any.
    public let products: [CatalogProduct.ID]
    /// The customer gave one of these reasons; if empty, any.
    public let reasons: [RefundReason]
    /// How often a feature was used in the paid time; nil for any number.
    public let used: Uses?
    /// The minimum share of the purchase's credits that was spent, in percent from 1 to 100; nil for any.
    public let consumed: Int?
    /// The outcome that the app prefers.
    public let prefer: PreferredRefund

    public init(
      products: [CatalogProduct.ID] = [], reasons: [RefundReason] = [],
      used: Uses? = nil, consumed: Int? = nil, prefer: PreferredRefund
    ) {
      self.products = products
      self.reasons = reasons
      self.used = used
      self.consumed = consumed
      self.prefer = prefer
    }

    /// Whether it matches every request.
    public var isAlways: Bool {
      products.isEmpty && reasons.isEmpty && used == nil && consumed == nil
    }
  }

  /// The attribute that is true for customers who consented.
  public let consent: Attribute.ID
  /// Whether customers can try before they buy; nil means if the blueprint has a trial.
  public let hasSample: Bool?
  /// The rules; the first that matches decides; without one there is no preference.
  public let rules: [Rule]

  public init(consent: Attribute.ID, hasSample: Bool? = nil, rules: [Rule] = []) {
    self.consent = consent
    self.hasSample = hasSample
    self.rules = rules
  }
}
