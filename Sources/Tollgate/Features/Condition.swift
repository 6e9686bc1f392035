/// A condition on a customer; every member must hold, and an empty condition always holds.
public struct Condition: Hashable, Sendable {
  /// A number of items held by a feature.
  public struct Held: Hashable, Sendable {
    /// The feature that holds them.
    public let feature: Feature.ID
    /// The least number of items.
    public let atLeast: Int

    public init(feature: Feature.ID, atLeast: Int) {
      self.feature = feature
      self.atLeast = atLeast
    }
  }

  /// How much is left of a feature's limits, or how many credits are in a wallet, with at least one of two bounds.
  ///
  /// For a feature it is what the access to it reports as ``Limit/remaining``, for a use of size 1; limits of a single use
  /// do not count, since they are never used up. Without a limit any number is left, and without access nothing.
  public struct Left: Hashable, Sendable {
    /// The feature or wallet of which something is left.
    public enum Source: Hashable, Sendable {
      /// The limits of the rule that decides about a feature, of several the one with the least left; where credits pay,
      /// the credits that can be spent, and where they pay beside limits, the uses that both allow.
      case feature(Feature.ID)
      /// The balance of a wallet.
      case credits(Wallet.ID)
    }

    public let source: Source
    /// The least number that is left, at least 1; nil for no minimum.
    public let atLeast: Int?
    /// The upper bound of what is left, exclusive and at least 1; nil for no upper bound.
    public let lessThan: Int?
    /// Whether the bounds are percentages of the limit, in which credits don't count.
    public let isPercent: Bool

    public init(
      of source: Source, atLeast: Int? = nil, lessThan: Int? = nil, isPercent: Bool = false
    ) {
      self.source = source
      self.atLeast = atLeast
      self.lessThan = lessThan
      self.isPercent = isPercent
    }

    /// Whether it holds for what is left; nil means any number.
    package func holds(for left: Int?) -> Bool {
      guard let left else { return lessThan == nil }
      return atLeast.map { $0 <= left } ?? true && lessThan.map { left < $0 } ?? true
    }
  }

  /// The phases in which the condition holds; if empty, every phase.
  public var phases: Set<Phase>
  /// The customer must have at least one of these entitlements; if empty, none is required.
  public var entitled: Set<Entitlement.ID>
  /// The customer must have none of these entitlements.
  public var notEntitled: Set<Entitlement.ID>
  /// Milestones that must all be reached.
  public var reached: Set<Milestone.ID>
  /// None of these milestones may be reached.
  public var notReached: Set<Milestone.ID>
  /// What must be true of the customer's past; if empty, nothing is required.
  public var past: [PastTest]
  /// The number of items that must be held; nil if any number may be.
  public var held: Held?
  /// What must be left of features and in wallets; if empty, nothing is required.
  ///
  /// Rules of features and add-on trials have none: what is left depends on them.
  public var left: [Left]
  /// The required states of the subscription that decides the plan; if empty, any state is allowed.
  public var subscription: Set<StoreCondition>
  /// Whether that subscription must give access and renew, or give access and not renew; nil if neither is required.
  public var willRenew: Bool?
  /// That subscription's product must be one of these, while it gives access; if empty, none is required.
  ///
  /// A running subscription to an add-on among these is enough, if it has the state and the renewal that are required.
  public var products: Set<CatalogProduct.ID>
  /// Who the customer must be: country, language, app version, device, age, consent, attributes and the copy of the app.
  public var audience: Audience
  /// At least one of these conditions must hold; if empty, none is required.
  public var any: [Condition]
  /// None of these conditions may hold.
  public var not: [Condition]

  public init(
    phases: Set<Phase> = [], entitled: Set<Entitlement.ID> = [],
    notEntitled: Set<Entitlement.ID> = [], reached: Set<Milestone.ID> = [],
    notReached: Set<Milestone.ID> = [], past: [PastTest] = [], held: Held? = nil, left: [Left] = [],
    subscription: Set<StoreCondition> = [], willRenew: Bool? = nil,
    products: Set<CatalogProduct.ID> = [], audience: Audience = .everyone, any: [Condition] = [],
    not: [Condition] = []
  ) {
    self.phases = phases
    self.entitled = entitled
    self.notEntitled = notEntitled
    self.reached = reached
    self.notReached = notReached
    self.past = past
    self.held = held
    self.left = left
    self.subscription = subscription
    self.willRenew = willRenew
    self.products = products
    self.audience = audience
    self.any = any
    self.not = not
  }

  /// The condition that always holds.
  public static let always = Condition()

  /// The greatest number of levels of `any` and `not` within one another: 8.
  ///
  /// Deeper ones are hard to understand, and programs that read JSON refuse values that are nested much deeper.
  public static let levelLimit = 8

  /// The products that it asks for, by itself or in `any`.
  package var namedProducts: Set<CatalogProduct.ID> {
    any.reduce(products) { $0.union($1.namedProducts) }
  }

  /// The condition without its `any` and `not`, then each condition within these, at every depth.
  public var parts: [Condition] {
    var own = self
    own.any = []
    own.not = []
    return [own] + (any + not).flatMap(\.parts)
  }
}
