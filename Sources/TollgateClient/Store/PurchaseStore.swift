public import Tollgate

/// The store that a device buys from, in plain values; ``StoreKitStore`` is the App Store's.
///
/// Every transaction it gives must be one that the store has verified on the device: the client reads what it says where
/// the server cannot be asked. What the store could not verify is left out.
public protocol PurchaseStore: Sendable {
  /// The products as the store sells them here, in any order; those it does not sell are left out.
  ///
  /// - Parameter ids: Which ones.
  /// - Returns: The products.
  /// - Throws: Any error where the store could not be asked.
  func products(for ids: [Product.ID]) async throws -> [StoreProduct]

  /// Lets the customer buy a product.
  ///
  /// - Parameters:
  ///   - product: Which one.
  ///   - appAccountToken: A UUID that the store signs into the transaction; nil signs none.
  /// - Returns: What became of it.
  func purchase(_ product: Product.ID, appAccountToken: String?) async -> StoreAnswer

  /// The transactions that were never finished, oldest first.
  ///
  /// - Throws: Any error where the store could not be asked.
  func unfinished() async throws -> [SignedPurchase]

  /// Tells the store that what a transaction bought was delivered.
  ///
  /// - Parameter transaction: Which one.
  func finish(_ transaction: StoreTransaction.ID) async

  /// Every transaction that gives something now, as far as the device knows.
  ///
  /// - Throws: Any error where it could not be told; an empty answer means that nothing is known to be owned.
  func currentEntitlements() async throws -> [SignedPurchase]

  /// Has the store's servers tell the device what the account has bought, which may ask the customer to sign in.
  ///
  /// The client calls it only for a restore that somebody asked for, or its preview, where the device knows of nothing.
  ///
  /// - Throws: `CancellationError` where the customer would not sign in; any other error where the servers could not be
  ///   asked.
  func sync() async throws

  /// Whether the store's customer would still get the introductory offer of a subscription group.
  ///
  /// - Parameter group: Which group.
  /// - Returns: Whether the offer would be given.
  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool

  /// Shows the store's own sheet for managing subscriptions, and returns when it is closed.
  ///
  /// - Returns: Whether there is one here.
  func manageSubscriptions() async -> Bool

  /// Hears of transactions made elsewhere while the app runs: renewals, approvals, refunds, purchases on other devices.
  ///
  /// It goes on until the store has no more to say or the task is cancelled.
  ///
  /// - Parameter hear: Called with each, one after the other.
  func listen(_ hear: @Sendable (SignedPurchase) async -> Void) async

  /// Hears of products that the customer chose outside the app, such as on its page in the store, and expects to be sold.
  ///
  /// It goes on until the store has no more to say or the task is cancelled.
  ///
  /// - Parameter hear: Called with each, one after the other.
  func listenForChoices(_ hear: @Sendable (Product.ID) async -> Void) async
}

extension PurchaseStore {
  /// A store without a sheet for managing subscriptions.
  public func manageSubscriptions() async -> Bool { false }

  /// A store in which nothing is chosen outside the app.
  public func listenForChoices(_ hear: @Sendable (Product.ID) async -> Void) async {}

  /// A store whose devices always know what its servers know.
  public func sync() async throws {}
}

/// A transaction as the store signed it.
public struct SignedPurchase: Hashable, Sendable, Codable {
  /// The transaction's identifier, for finishing it.
  public let id: StoreTransaction.ID
  /// The transaction as a JSON Web Signature.
  public let transaction: String
  /// The renewal info of its subscription as a JSON Web Signature, where there is one.
  public let renewalInfo: String?

  /// Describes a signed transaction.
  public init(id: StoreTransaction.ID, transaction: String, renewalInfo: String? = nil) {
    self.id = id
    self.transaction = transaction
    self.renewalInfo = renewalInfo
  }
}

/// What became of a purchase in the store.
public enum StoreAnswer: Hashable, Sendable {
  /// It was bought, and the store signed it.
  case purchased(SignedPurchase)
  /// Somebody else has to approve it.
  case pending
  /// The customer closed the sheet.
  case cancelled
  /// Nothing was bought.
  case failed(PurchaseProblem)
}

/// A product as the store sells it here.
public struct StoreProduct: Hashable, Sendable, Identifiable {
  /// An introductory offer as the store sells it here.
  public struct Offer: Hashable, Sendable {
    /// How it is paid.
    public let payment: StoreOffer.Payment
    /// The length of one of its periods.
    public let period: Period
    /// How many periods it lasts, at least 1.
    public let periods: Int
    /// The price of one of its periods, in the customer's currency and locale.
    public let displayPrice: String

    /// Describes an introductory offer.
    public init(
      payment: StoreOffer.Payment, period: Period, periods: Int, displayPrice: String
    ) {
      self.payment = payment
      self.period = period
      self.periods = periods
      self.displayPrice = displayPrice
    }
  }

  /// The product's identifier.
  public let id: Product.ID
  /// The name people see.
  public let displayName: String
  /// The price in the customer's currency and locale.
  public let displayPrice: String
  /// The billing period of a subscription.
  public let period: Period?
  /// The subscription group.
  public let group: SubscriptionGroup.ID?
  /// The introductory offer, whether or not the customer is eligible.
  public let introductoryOffer: Offer?

  /// Describes a product.
  public init(
    id: Product.ID, displayName: String, displayPrice: String, period: Period? = nil,
    group: SubscriptionGroup.ID? = nil, introductoryOffer: Offer? = nil
  ) {
    self.id = id
    self.displayName = displayName
    self.displayPrice = displayPrice
    self.period = period
    self.group = group
    self.introductoryOffer = introductoryOffer
  }
}
