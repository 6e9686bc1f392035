import TollgateAppStore

extension Product {
  /// The details of a subscription that renews.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo>.
  public struct SubscriptionInfo: Hashable, Sendable {
    /// The offer for customers new to the group.
    public let introductoryOffer: SubscriptionOffer?

    /// The offers that the developer signs.
    public let promotionalOffers: [SubscriptionOffer]

    /// The offers for customers who left.
    public let winBackOffers: [SubscriptionOffer]

    public let subscriptionGroupID: String

    /// How long one payment lasts.
    public let subscriptionPeriod: SubscriptionPeriod

    /// The level of service in the group; 1 is the highest.
    public let groupLevel: Int

    /// The name of the group, in the language of the store.
    public let groupDisplayName: String

    /// The ways in which it is sold: up front, and monthly with a commitment where there is such a plan.
    public let pricingTerms: [PricingTerms]

    let session: StoreSession

    /// Whether both describe the same subscription.
    public static func == (left: Self, right: Self) -> Bool {
      left.introductoryOffer == right.introductoryOffer
        && left.promotionalOffers == right.promotionalOffers
        && left.winBackOffers == right.winBackOffers
        && left.subscriptionGroupID == right.subscriptionGroupID
        && left.subscriptionPeriod == right.subscriptionPeriod
        && left.groupLevel == right.groupLevel
        && left.groupDisplayName == right.groupDisplayName
        && left.pricingTerms == right.pricingTerms
    }

    /// Feeds the group, the level and the period to the hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(subscriptionGroupID)
      hasher.combine(groupLevel)
      hasher.combine(subscriptionPeriod)
    }
  }
}

extension Product.SubscriptionInfo {
  /// Whether the customer has never had an introductory offer in the group.
  ///
  /// It remains true for a subscriber who never had one, whose changes of plan are charged in full.
  public var isEligibleForIntroOffer: Bool {
    get async { session.isEligibleForIntroductoryOffer(subscriptionGroupID) }
  }

  /// Whether the customer has never had an introductory offer in a subscription group.
  public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
    StoreSession.current?.isEligibleForIntroductoryOffer(groupID) ?? false
  }

  /// The customer's subscriptions in the group, one for each family member that shares; empty if there never was one,
  /// and in a cancelled task.
  public var status: [Status] {
    get async throws { try session.statuses(ofGroup: subscriptionGroupID) }
  }

  /// The customer's subscriptions in a group.
  ///
  /// - Returns: One for each family member that shares; empty if there never was one.
  /// - Throws: ``StoreKitError``
  public static func status(for groupID: String) async throws -> [Status] {
    try StoreSession.current?.statuses(ofGroup: groupID) ?? []
  }

  /// The subscription that a transaction belongs to.
  ///
  /// - Parameter transactionID: Any transaction of the subscription.
  /// - Returns: The subscription; nil if the transaction belongs to none.
  /// - Throws: ``StoreKitError``
  public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
    try StoreSession.current?.status(ofTransaction: transactionID)
  }
}
