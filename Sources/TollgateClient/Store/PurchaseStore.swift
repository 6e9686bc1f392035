public import Foundation
public import Tollgate

/// The store that a device buys from, in plain values; ``StoreKitStore`` is the implementation for the App Store.
///
/// Every transaction it returns must have been verified on the device: the client reads its payload when the server
/// cannot be reached. Transactions that the store could not verify are omitted.
public protocol PurchaseStore: Sendable {
  /// Returns the products as the store sells them here, in any order, omitting those it does not sell.
  ///
  /// - Throws: Any error if the store could not be reached.
  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct]

  /// Lets the customer buy a product.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - appAccountToken: A UUID that the store signs into the transaction; nil signs none.
  func purchase(_ product: CatalogProduct.ID, appAccountToken: String?) async
    -> StorePurchaseResult

  /// Lets the customer buy a product with an offer, in monthly bills with a commitment, or with several seats.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - appAccountToken: A UUID that the store signs into the transaction; nil signs none.
  ///   - terms: The offer, how the price is billed, and the number of seats.
  /// - Returns: The result; `productUnavailable` if the store does not sell it like this to this customer.
  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?, terms: PurchaseTerms
  ) async -> StorePurchaseResult

  /// The win-back offers of a subscription group that the store's customer is eligible for, best first.
  func eligibleWinBackOffers(group: SubscriptionGroup.ID) async -> [String]

  /// Shows the store's own sheet for redeeming an offer code, and returns when it is closed.
  ///
  /// - Returns: Whether such a sheet is available here.
  func redeemOfferCode() async -> Bool

  /// The transactions that were never finished, oldest first.
  ///
  /// - Throws: Any error if the store could not be reached.
  func unfinished() async throws -> [SignedPurchase]

  /// Reports to the store that what a transaction bought was delivered.
  func finish(_ transaction: StoreTransaction.ID) async

  /// Every transaction that gives something now, as far as the device knows.
  ///
  /// - Throws: Any error if this could not be determined; an empty result means that nothing is known to be owned.
  func currentEntitlements() async throws -> [SignedPurchase]

  /// Updates the device with the account's purchases from the store's servers, which may ask the customer to sign in.
  ///
  /// The client calls it only in ``TollgateClient/restorePurchases()``, which the customer requests, and only if the
  /// purchases that the device knows of do not give everything that the app sells.
  ///
  /// - Throws: `CancellationError` if the customer declines to sign in; any other error if the servers could not be
  ///   reached.
  func sync() async throws

  /// Whether the store's customer is still eligible for the introductory offer of a subscription group.
  ///
  /// - Returns: Whether the customer is eligible.
  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool

  /// Shows the store's own sheet for managing subscriptions, and returns when it is closed.
  ///
  /// - Returns: Whether such a sheet is available here.
  func manageSubscriptions() async -> Bool

  /// Shows the store's own sheet in which the customer requests a refund, and returns when it is closed.
  ///
  /// - Parameter transaction: A purchase of the store account's own.
  func requestRefund(of transaction: StoreTransaction.ID) async -> StoreRefundResult

  /// The store account's download of the app, by which the server finds an anonymous customer again after a reinstall,
  /// and knows who bought the app itself.
  ///
  /// The client asks for it before it creates an anonymous customer, who waits for the result; and, if a condition of the
  /// blueprint tests it, at each launch, on each return to the app and after a sign-in. A purchase at the full price
  /// (``PurchaseOffer/fullPrice``) waits for it too: the server's signature names the store account by it.
  ///
  /// - Returns: The signed app transaction as a JSON Web Signature; nil if the store has none at hand.
  func appTransaction() async -> String?

  /// The store account's country, the app's version and the kind of device, as far as they are known.
  ///
  /// The client calls it only if a condition of the blueprint tests a property, and nothing waits for the result. A
  /// country is an ISO 3166-1 code with two or three letters.
  ///
  /// - Returns: The properties, without those that are not known in time.
  func deviceProperties() async -> [DeviceProperty: String]

  /// Receives transactions made elsewhere while the app runs: renewals, approvals, refunds, purchases on other devices.
  ///
  /// It returns when the store's sequence ends or the task is cancelled.
  ///
  /// - Parameter receive: Called with each transaction, one at a time.
  func listen(_ receive: @Sendable (SignedPurchase) async -> Void) async

  /// Receives products that the customer chose outside the app, such as on its page in the store, and expects to buy.
  ///
  /// It returns when the store's sequence ends or the task is cancelled.
  ///
  /// - Parameter receive: Called with each product, one at a time.
  func listenForChoices(_ receive: @Sendable (CatalogProduct.ID) async -> Void) async
}

extension PurchaseStore {
  /// A default for stores that know none of the properties.
  public func deviceProperties() async -> [DeviceProperty: String] { [:] }

  /// A default for stores without a sheet for managing subscriptions.
  public func manageSubscriptions() async -> Bool { false }

  /// A default for stores without a sheet for requesting a refund.
  public func requestRefund(of transaction: StoreTransaction.ID) async -> StoreRefundResult {
    .unavailable
  }

  /// A default for stores without offers, commitments and seats.
  public func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?, terms: PurchaseTerms
  ) async -> StorePurchaseResult {
    .failed(.productUnavailable)
  }

  /// A default for stores without win-back offers.
  public func eligibleWinBackOffers(group: SubscriptionGroup.ID) async -> [String] { [] }

  /// A default for stores without a sheet for redeeming offer codes.
  public func redeemOfferCode() async -> Bool { false }

  /// A default for stores in which nothing can be chosen outside the app.
  public func listenForChoices(_ receive: @Sendable (CatalogProduct.ID) async -> Void) async {}

  /// A default for stores that sign no downloads: a reinstalled app finds its purchases by a restore.
  public func appTransaction() async -> String? { nil }

  /// A default for stores whose devices always know what the servers know.
  public func sync() async throws {}
}

/// A transaction as the store signed it.
public struct SignedPurchase: Hashable, Sendable, Codable {
  /// The transaction's identifier, for finishing it.
  public let id: StoreTransaction.ID
  public let transaction: String
  /// The renewal info of its subscription as a JSON Web Signature, if there is any.
  public let renewalInfo: String?

  /// Describes a signed transaction.
  public init(id: StoreTransaction.ID, transaction: String, renewalInfo: String? = nil) {
    self.id = id
    self.transaction = transaction
    self.renewalInfo = renewalInfo
  }
}

public enum StorePurchaseResult: Hashable, Sendable {
  /// It was bought, and the store signed it.
  case purchased(SignedPurchase)
  /// Another person has to approve it.
  case pending
  /// The customer closed the sheet.
  case cancelled
  /// Nothing was bought.
  case failed(PurchaseProblem)
}

/// The store's result of a refund request.
public enum StoreRefundResult: Hashable, Sendable {
  /// The store has the request, and will decide.
  case requested
  /// The customer closed the sheet.
  case cancelled
  /// A refund of the purchase was requested before.
  case alreadyRequested
  /// The store did not accept the request.
  case failed
  /// The store has no sheet for it here.
  case unavailable
}

/// A product as the store sells it here.
public struct StoreProduct: Hashable, Sendable, Identifiable {
  /// An offer as the store sells it here.
  public struct Offer: Hashable, Sendable {
    /// Its identifier; nil for an introductory offer.
    public let id: String?
    public let payment: StoreOffer.Payment
    /// The length of one of its periods.
    public let period: Period
    /// The number of periods, at least 1.
    public let periods: Int
    /// The price of one of its periods, in the customer's currency and locale.
    public let displayPrice: String
    /// The price in the customer's currency; nil if the store does not say.
    public let price: Decimal?
    /// The format of ``displayPrice``, for amounts derived from ``price``.
    public let priceFormat: Decimal.FormatStyle.Currency?

    /// Describes an offer.
    public init(
      id: String? = nil, payment: StoreOffer.Payment, period: Period, periods: Int,
      displayPrice: String, price: Decimal? = nil,
      priceFormat: Decimal.FormatStyle.Currency? = nil
    ) {
      self.id = id
      self.payment = payment
      self.period = period
      self.periods = periods
      self.displayPrice = displayPrice
      self.price = price
      self.priceFormat = priceFormat
    }
  }

  /// The monthly bills that a customer can commit to, as the store sells them here.
  public struct Commitment: Hashable, Sendable {
    /// The price of one bill, in the customer's currency and locale.
    public let displayPrice: String
    /// What all bills cost together, in the customer's currency and locale.
    public let displayTotal: String
    /// The introductory offer that comes before the bills, whether or not the customer is eligible.
    public let introductoryOffer: Offer?

    public init(displayPrice: String, displayTotal: String, introductoryOffer: Offer? = nil) {
      self.displayPrice = displayPrice
      self.displayTotal = displayTotal
      self.introductoryOffer = introductoryOffer
    }
  }

  /// The price of the seats from a number on; earlier seats keep their own price.
  public struct SeatTier: Hashable, Sendable {
    /// The first seat at the price.
    public let minimumSeats: Int
    /// The price of a seat, in the customer's currency.
    public let price: Decimal

    public init(minimumSeats: Int, price: Decimal) {
      self.minimumSeats = minimumSeats
      self.price = price
    }
  }

  public let id: CatalogProduct.ID
  /// The name people see.
  public let displayName: String
  /// The price in the customer's currency and locale.
  public let displayPrice: String
  public let period: Period?
  public let group: SubscriptionGroup.ID?
  /// The introductory offer of the price up front, whether or not the customer is eligible.
  public let introductoryOffer: Offer?
  /// The monthly bills with a commitment; nil if the store sells none here.
  public let commitment: Commitment?
  /// Whether the store sells it with a number of seats here.
  public let sellsSeats: Bool
  /// What seats cost by their number, in ascending order; empty if each costs ``price``.
  public let seatTiers: [SeatTier]
  /// The price in the customer's currency; nil if the store does not say.
  public let price: Decimal?
  /// The format of ``displayPrice``, for amounts derived from ``price``.
  public let priceFormat: Decimal.FormatStyle.Currency?
  /// The promotional offers, which the server signs for eligible customers.
  public let promotionalOffers: [Offer]
  /// The win-back offers, whether or not the customer is eligible.
  public let winBackOffers: [Offer]

  /// Describes a product.
  public init(
    id: CatalogProduct.ID, displayName: String, displayPrice: String, period: Period? = nil,
    group: SubscriptionGroup.ID? = nil, introductoryOffer: Offer? = nil,
    commitment: Commitment? = nil, sellsSeats: Bool = false, seatTiers: [SeatTier] = [],
    price: Decimal? = nil, priceFormat: Decimal.FormatStyle.Currency? = nil,
    promotionalOffers: [Offer] = [], winBackOffers: [Offer] = []
  ) {
    self.promotionalOffers = promotionalOffers
    self.winBackOffers = winBackOffers
    self.id = id
    self.displayName = displayName
    self.displayPrice = displayPrice
    self.period = period
    self.group = group
    self.introductoryOffer = introductoryOffer
    self.commitment = commitment
    self.sellsSeats = sellsSeats
    self.seatTiers = seatTiers
    self.price = price
    self.priceFormat = priceFormat
  }
}

extension StoreProduct {
  /// What a number of seats costs together: each seat costs the price of its tier; nil if the store does not say.
  public func price(ofSeats count: Int) -> Decimal? {
    guard let price else { return nil }
    guard let first = seatTiers.first else { return price * Decimal(count) }
    var total = price * Decimal(max(0, min(count, first.minimumSeats - 1)))
    for (index, tier) in seatTiers.enumerated() where count >= tier.minimumSeats {
      let next = index + 1 < seatTiers.count ? seatTiers[index + 1].minimumSeats : count + 1
      total += tier.price * Decimal(min(count + 1, next) - tier.minimumSeats)
    }
    return total
  }
}
