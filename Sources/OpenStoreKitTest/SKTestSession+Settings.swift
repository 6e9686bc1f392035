public import Foundation
public import OpenStoreKit
import TollgateMutex

extension SKTestSession {
  /// The ISO 3166-1 alpha-3 code of the storefront's country; `USA` unless the file says otherwise.
  public var storefront: String {
    get { store.settings.storefront.countryCode }
    set { store.change { $0.storefront = Storefront(countryCode: newValue) } }
  }

  /// The language and region of names and prices.
  public var locale: Locale {
    get { store.settings.locale }
    set { store.change { $0.locale = newValue } }
  }

  /// Whether purchases are confirmed without asking the customer.
  ///
  /// There are no dialogs on Linux: while this is false, ``customerConfirms`` is the customer's response.
  public var disableDialogs: Bool {
    get { store.settings.disablesDialogs }
    set { store.change { $0.disablesDialogs = newValue } }
  }

  /// Whether the customer confirms a purchase rather than closing its sheet; initially true.
  ///
  /// Has no effect while ``disableDialogs`` is true.
  public var customerConfirms: Bool {
    get { store.settings.confirms }
    set { store.change { $0.confirms = newValue } }
  }

  /// Whether the device may make purchases; initially true.
  public var canMakePayments: Bool {
    get { store.settings.canMakePayments }
    set { store.change { $0.canMakePayments = newValue } }
  }

  /// Whether the history keeps finished consumables, like `SKIncludeConsumableInAppPurchaseHistory` in an app's
  /// property list; initially false.
  public var includesFinishedConsumables: Bool {
    get { store.settings.keepsFinishedConsumables }
    set { store.change { $0.keepsFinishedConsumables = newValue } }
  }

  /// Whether purchases wait for a parent's approval.
  public var askToBuyEnabled: Bool {
    get { store.settings.asksToBuy }
    set { store.change { $0.asksToBuy = newValue } }
  }

  /// Whether purchases are interrupted until the customer resolves something outside the app.
  public var interruptedPurchasesEnabled: Bool {
    get { store.settings.interruptsPurchases }
    set { store.change { $0.interruptsPurchases = newValue } }
  }

  /// Whether renewals fail, so that the subscription enters billing retry.
  ///
  /// A renewal that has failed stays unpaid until ``resolveIssueForTransaction(identifier:)``.
  public var shouldEnterBillingRetryOnRenewal: Bool {
    get { store.settings.failsRenewals }
    set { store.change { $0.failsRenewals = newValue } }
  }

  /// Whether access continues for some time after a renewal fails: 16 days, 6 for weekly subscriptions, scaled by
  /// ``timeRate``.
  public var billingGracePeriodIsEnabled: Bool {
    get { store.settings.hasGracePeriod }
    set { store.change { $0.hasGracePeriod = newValue } }
  }

  /// Whether purchases fail with ``failureError``.
  public var failTransactionsEnabled: Bool {
    get { store.settings.purchaseFailure != nil }
    set { fail(newValue ? journal.withLock { $0.failureError } : nil) }
  }

  /// The error that purchases fail with while ``failTransactionsEnabled`` is true.
  public var failureError: SKError.Code {
    get { journal.withLock { $0.failureError } }
    set {
      journal.withLock { $0.failureError = newValue }
      if failTransactionsEnabled { fail(newValue) }
    }
  }

  private func fail(_ code: SKError.Code?) {
    store.change { $0.purchaseFailure = code?.purchaseError }
  }
}

extension SKError.Code {
  /// The error that `Product.purchase(options:)` throws in place of the original interface's.
  fileprivate var purchaseError: any Error {
    switch self {
    case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
    case .invalidSignature: Product.PurchaseError.invalidOfferSignature
    case .missingOfferParams: Product.PurchaseError.missingOfferParameters
    case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
    default: StoreKitError.unknown
    }
  }
}
