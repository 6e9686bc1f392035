/// What the store shows a customer who is about to cancel a subscription, and which customers it is for.
///
/// Of several rules, the first decides whose members all match and whose action is possible.
public struct RetentionRule: Hashable, Sendable {
  /// A number of counted uses of a feature in the running period; at least one bound is required.
  public struct Uses: Hashable, Sendable {
    public let feature: Feature.ID
    /// The minimum number of uses; nil for no minimum.
    public let atLeast: Int?
    /// The number that the uses must stay below; nil for none.
    public let lessThan: Int?

    public init(of feature: Feature.ID, atLeast: Int? = nil, lessThan: Int? = nil) {
      self.feature = feature
      self.atLeast = atLeast
      self.lessThan = lessThan
    }
  }

  /// What shows with the message.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case message
    /// Another subscription of the group.
    case alternateProduct(CatalogProduct.ID)
    /// A promotional offer of the subscription.
    case offer(CatalogProduct.Offer.ID)
  }

  /// The customer has any of these subscriptions; if empty, any at all.
  public let products: [CatalogProduct.ID]
  /// How often a feature was used in the running period; nil for any number.
  public let used: Uses?
  /// The UUIDs of the message by language, as they were uploaded to the store.
  public let messages: [String: String]
  /// What shows with the message.
  public let action: Action

  public init(
    products: [CatalogProduct.ID] = [], used: Uses? = nil, messages: [String: String],
    action: Action = .message
  ) {
    self.products = products
    self.used = used
    self.messages = messages
    self.action = action
  }

  /// Whether it decides for every customer.
  public var isAlways: Bool { products.isEmpty && used == nil && action == .message }
}
