import AppStoreSimulator
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

  /// The offer code that the customer enters in the sheet for it; nil, as initially, closes the sheet.
  ///
  /// It is an identifier of a product and the reference name of one of its codes, or a one-time code.
  public var redeemedOfferCode: (productIdentifier: String, referenceName: String)? {
    get { store.settings.offerCode.map { ($0.productID, $0.referenceName) } }
    set {
      store.change { settings in
        settings.offerCode = newValue.map { ($0.productIdentifier, $0.referenceName) }
      }
    }
  }

  /// Creates one-time codes for a product's offer code, each of which one customer enters as ``redeemedOfferCode``.
  ///
  /// - Returns: The codes, valid for six months; none if the product has no such offer.
  public func makeOneTimeOfferCodes(
    _ count: Int, productIdentifier: String, referenceName: String
  ) -> [String] {
    store.simulator.makeOneTimeCodes(count, for: referenceName, of: productIdentifier)
  }

  /// What the customer does in the sheet to manage subscriptions, such as turning renewal off; initially nothing.
  ///
  /// It gets the subscription group that the app asked for, if it asked for one.
  public var managesSubscriptions: (@Sendable (String?) async -> Void)? {
    get { store.settings.managesSubscriptions }
    set { store.change { $0.managesSubscriptions = newValue } }
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

  /// The error that payments fail with while ``failTransactionsEnabled`` is true.
  ///
  /// `Product.purchase(options:)` throws StoreKit 2's `PurchaseError` for the codes about offers, and
  /// `StoreKitError.unknown` for all others.
  public var failureError: SKError.Code {
    get { journal.withLock { $0.failureError } }
    set {
      journal.withLock { $0.failureError = newValue }
      if failTransactionsEnabled { fail(newValue) }
    }
  }

  private func fail(_ code: SKError.Code?) {
    store.change { $0.purchaseFailure = code.map { SKError($0) } }
  }
}
