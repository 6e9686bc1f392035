public import Foundation
public import OpenStoreKit
import Synchronization

extension SKTestSession {
  /// The ISO 3166-1 alpha-3 code of the country whose App Store it is; `USA` unless the file says otherwise.
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
  /// There are no dialogs on Linux: while this is false, ``customerConfirms`` is the customer's answer.
  public var disableDialogs: Bool {
    get { store.settings.disablesDialogs }
    set { store.change { $0.disablesDialogs = newValue } }
  }

  /// Whether the customer confirms a purchase, or closes its sheet; true at first.
  ///
  /// Has no effect while ``disableDialogs`` is true.
  public var customerConfirms: Bool {
    get { store.settings.confirms }
    set { store.change { $0.confirms = newValue } }
  }

  /// Whether the device may buy at all; true at first.
  public var canMakePayments: Bool {
    get { store.settings.canMakePayments }
    set { store.change { $0.canMakePayments = newValue } }
  }

  /// Whether the history keeps finished consumables, as `SKIncludeConsumableInAppPurchaseHistory` in an
  /// app's property list says; false at first.
  public var includesFinishedConsumables: Bool {
    get { store.settings.keepsFinishedConsumables }
    set { store.change { $0.keepsFinishedConsumables = newValue } }
  }

  /// Whether purchases wait for a parent.
  public var askToBuyEnabled: Bool {
    get { store.settings.asksToBuy }
    set { store.change { $0.asksToBuy = newValue } }
  }

  /// Whether purchases stop until the customer has settled something outside the app.
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

  /// Whether access goes on for some time when a renewal fails: 16 days, 6 for weekly subscriptions, or
  /// what ``timeRate`` makes of them.
  public var billingGracePeriodIsEnabled: Bool {
    get { store.settings.hasGracePeriod }
    set { store.change { $0.hasGracePeriod = newValue } }
  }

  /// Whether purchases fail with ``failureError``.
  public var failTransactionsEnabled: Bool {
    get { store.settings.purchaseFailure != nil }
    set { fail(newValue ? journal.withLock { $0.failureError } : nil) }
  }

  /// What purchases fail with while ``failTransactionsEnabled`` is true.
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
  /// What `Product.purchase(options:)` throws in the place of the older interface's error.
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
