public import TollgateAppStore

/// What a customer, the store or the developer does at the store, apart from letting time pass.
///
/// The control API, scenarios, the playground and `SKTestSession` share this vocabulary: each reads an action by its
/// ``Name`` and performs it with ``AppStoreSimulator/perform(_:for:)``.
public enum StoreAction: Hashable, Sendable {
  // What the customer does.

  /// Buys a product; a change to another subscription of its group is also a purchase.
  case buy(String, PurchaseOptions = PurchaseOptions(), outcome: PurchaseOutcome = .buy)

  /// Completes a pending purchase; without a number, the account's oldest.
  case approve(PendingPurchase.ID? = nil)

  /// Cancels a pending purchase; without a number, the account's oldest.
  case decline(PendingPurchase.ID? = nil)

  /// Turns renewal off.
  case cancel(Subscriptions = .all)

  /// Turns renewal on again.
  case resume(Subscriptions = .all)

  /// Agrees to a price increase, without which the subscription ends with its period.
  case acceptPrice(Subscriptions = .all)

  /// Starts Family Sharing with a member.
  case share(with: AccountID)

  /// Ends Family Sharing with a member.
  case stopSharing(with: AccountID)

  /// Assigns a free seat of a subscription; without a group, of the first with seats.
  case assignSeat(to: AccountID, group: String? = nil)

  /// Takes an assigned seat back; without a group, of the first with seats.
  case revokeSeat(from: AccountID, group: String? = nil)

  /// Requests a refund, about which the store asks the app.
  case refundRequest(Purchase, reason: ConsumptionRequestReason = .unintendedPurchase)

  /// Records that the device has delivered what was bought.
  case finish(Purchase)

  // What the store does.

  /// Ends the period now, and renews or fails to as at its end.
  case renew(Subscriptions = .all)

  /// Ends the subscription now.
  case expire(Subscriptions = .all)

  /// Pays a renewal that has failed, as the customer who resolves what stopped it.
  case settle(Subscriptions = .all)

  /// Makes all payments of the account fail.
  case failBilling

  /// Makes them succeed again; a failed renewal is paid at once.
  case fixBilling

  /// Refunds a purchase, or a part of it.
  case refund(Purchase, Refund = .all, reason: RevocationReason = .other)

  /// Declines a refund request.
  case refundDecline(Purchase)

  /// Takes a refund back; a period that is still running gives access again.
  case refundReverse(Purchase)

  /// Makes purchases of the account wait for a parent, or stops doing so.
  case askToBuy(Bool)

  /// Moves the account to the App Store of another country.
  case storefront(Storefront)

  /// Lets the account have bought the app itself earlier.
  case boughtApp(AppPurchase)

  /// Reports that a parent or guardian withdrew consent to the account's use of the app.
  case rescindConsent

  // What the developer does in App Store Connect.

  /// Changes the price of a product.
  case price(Milliunits, of: String, needsConsent: Bool = true)

  /// Asks the customer for consent to a price increase, while the price itself does not change.
  case requestPriceConsent(Subscriptions = .all)

  /// Removes a product from sale, so that its subscriptions end instead of renewing, or puts it back.
  case onSale(Bool, String)

  /// Extends the renewal date of the subscription that a purchase belongs to, by 1 to 90 days.
  case extend(Purchase, days: Int)

  /// Posts a notification that only tests the connection.
  case testNotification

  /// Which of an account's subscriptions an action concerns.
  public enum Subscriptions: Hashable, Sendable {
    /// Those of every group.
    case all

    case group(String)

    /// The one of a product's group.
    case product(String)

    /// The only one that has not ended; an account with several must name one.
    case running
  }

  /// Which purchase an action concerns.
  public enum Purchase: Hashable, Sendable {
    /// The one with a transaction identifier, no matter who made it.
    case transaction(String)

    /// The account's first purchase of a product, or its first period.
    case first(of: String)

    /// The account's latest purchase of a product, or its latest period.
    case latest(of: String)

    /// The latest period of each of the account's subscriptions.
    case current
  }

  /// How much of a purchase is refunded.
  public enum Refund: Hashable, Sendable {
    /// The whole price.
    case all

    /// The unused part of a period.
    case unused

    /// A share of the price, in thousandths of a percent.
    case share(Int)

    /// The price of some seats.
    case seats(Int)
  }

  /// The result of an action.
  public enum Result: Hashable, Sendable {
    /// It took effect.
    case done

    /// How the purchase ended.
    case purchase(PurchaseResult)

    /// There was nothing that it could change.
    case nothingToDo

    /// The account has several running subscriptions, so the action must name one.
    case ambiguous

    /// Why the renewal date stayed.
    case notExtended(RenewalExtensionFailure)

    /// Whether the action took effect, or a purchase ended in some way.
    public var isDone: Bool {
      switch self {
      case .done, .purchase: true
      case .nothingToDo, .ambiguous, .notExtended: false
      }
    }
  }
}

extension StoreAction {
  /// The name of an action, as scenarios write it.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case buy, approve, decline, cancel, resume, acceptPrice, share, stopSharing, assignSeat
    case revokeSeat, refundRequest, finish
    case renew, expire, settle, failBilling, fixBilling, refund, refundDecline, refundReverse
    case askToBuy, storefront, boughtApp, rescindConsent
    case price, requestPriceConsent, onSale, extend, testNotification

    private static let byPath = Dictionary(uniqueKeysWithValues: allCases.map { ($0.path, $0) })

    /// Reads a name as ``path`` writes it; nil if no action has it.
    public init?(path: String) {
      guard let name = Self.byPath[path] else { return nil }
      self = name
    }

    /// The name in the control API's paths and in forms, such as `accept-price`.
    public var path: String {
      rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
  }
}

extension StoreAction.Purchase: CustomStringConvertible {
  /// The transaction identifier, or the product.
  public var description: String {
    switch self {
    case .transaction(let id): id
    case .first(let product): "the first purchase of \(product)"
    case .latest(let product): "the latest purchase of \(product)"
    case .current: "the current period"
    }
  }
}
