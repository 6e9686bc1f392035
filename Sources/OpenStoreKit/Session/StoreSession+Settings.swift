package import AppStoreSimulator
import Foundation
import TollgateAppStore
import TollgateMutex

extension StoreSession {
  /// The settings of the device and the account.
  package struct Settings: Sendable {
    /// The country's App Store.
    package var storefront: Storefront

    /// The language and region of texts and prices.
    package var locale: Locale

    /// Whether purchases wait for a parent's approval.
    package var asksToBuy: Bool

    /// Whether purchases wait until the customer does something outside the app.
    package var interruptsPurchases: Bool

    /// The error that purchases fail with; nil if they succeed.
    package var purchaseFailure: (any Error)?

    /// Whether renewal payments fail; a failed one waits until it is resolved.
    package var failsRenewals: Bool

    /// Whether access continues for some time after a renewal fails.
    package var hasGracePeriod: Bool

    /// The speed at which subscriptions renew.
    package var renewalRate: RenewalRate

    /// Whether purchases are confirmed without asking; otherwise ``confirms`` says what the customer does.
    package var disablesDialogs: Bool

    /// Whether the customer confirms a purchase or closes the sheet.
    package var confirms = true

    /// The customer's response to the sheet of a purchase while ``confirms`` is true; nil confirms at once.
    ///
    /// It may take time, and the purchase fails with what it throws.
    package var answer: (@Sendable (Product) async throws -> PurchaseOutcome)?

    /// Whether the device may buy.
    package var canMakePayments = true

    /// What the customer enters in the sheet for offer codes: a product, and one of its codes by reference name; nil
    /// closes the sheet.
    package var offerCode: (productID: String, referenceName: String)?

    /// What the customer does in the sheet to manage subscriptions; it is passed the subscription group, if there is
    /// one.
    package var managesSubscriptions: (@Sendable (String?) async -> Void)?

    /// Whether the history keeps finished consumables, as set by the key `SKIncludeConsumableInAppPurchaseHistory` in
    /// an app's property list.
    package var keepsFinishedConsumables = false

    init(_ settings: StoreKitConfiguration.Settings) {
      storefront = Storefront(countryCode: settings.storefront)
      locale = Locale(identifier: settings.locale)
      asksToBuy = settings.asksToBuy
      interruptsPurchases = settings.hasBillingIssues
      failsRenewals = settings.hasRenewalBillingIssues
      hasGracePeriod = settings.hasBillingGracePeriod
      renewalRate = RenewalRate(fileNumber: settings.timeRate ?? 0)
      disablesDialogs = settings.disablesDialogs
      purchaseFailure = settings.failsTransactions ? StoreKitError.unknown : nil
    }

    /// Applies what belongs to the account; the store's terms are shared by all its devices.
    func apply(to simulator: AppStoreSimulator, _ account: AccountID) {
      simulator.setAsksToBuy(asksToBuy, for: account)
      simulator.setRenewalsFailing(failsRenewals, for: account)
      simulator.setStorefront(
        .init(country: storefront.countryCode, id: storefront.id, currency: storefront.code),
        for: account)
    }

    /// Applies the store's terms, unless they are as before; the length of a grace period is the store's.
    func applyTerms(to simulator: AppStoreSimulator, after earlier: Settings? = nil) {
      let changesGrace = hasGracePeriod != earlier?.hasGracePeriod
      guard changesGrace || renewalRate != earlier?.renewalRate else { return }
      simulator.setTerms(
        renewalRate: renewalRate,
        gracePeriod: changesGrace
          ? (hasGracePeriod ? .sixteenDays : .off) : simulator.gracePeriod)
    }
  }

  /// An operation that can be made to fail, by its name in Xcode's configuration editor.
  package enum Operation: String, Sendable, CaseIterable {
    case loadProducts = "Load Products"

    /// `Product.purchase(options:)`.
    case purchase = "Purchase"

    case sync = "App Store Sync"

    /// `Product.SubscriptionInfo.status`.
    case subscriptionStatus = "Subscription Status"

    /// `AppTransaction.shared` and `AppTransaction.refresh()`.
    case appTransaction = "App Transaction"

    case manageSubscriptions = "Manage Subscriptions Sheet"

    /// `Transaction.beginRefundRequest(in:)`.
    case refundRequest = "Refund Request Sheet"

    case offerCodeRedemption = "Offer Code Redeem Sheet"

    static func failing(in settings: StoreKitConfiguration.Settings) -> [Operation: any Error] {
      let failing = settings.failingOperations.compactMap(Operation.init(rawValue:))
      return Dictionary(failing.map { ($0, StoreKitError.unknown) }) { first, _ in first }
    }

    static func verificationFails(in settings: StoreKitConfiguration.Settings) -> Bool {
      settings.failingOperations.contains("Verification")
    }
  }

  /// The reason that verification fails, for `VerificationResult.VerificationError` of every type.
  package enum VerificationFailure: Sendable, CaseIterable {
    /// A certificate of the chain was revoked.
    case revokedCertificate

    /// The chain is not permitted to sign this data.
    case invalidCertificateChain

    /// The data belongs to another device.
    case invalidDeviceVerification

    /// The data cannot be read.
    case invalidEncoding

    /// The signature does not match.
    case invalidSignature

    case missingRequiredProperties
  }

  /// Makes an operation fail with an error, or succeed again.
  ///
  /// - Parameter error: The error that it throws; nil for none.
  package func setFailure(_ error: (any Error)?, of operation: Operation) {
    journal.withLock { $0.failures[operation] = error }
  }

  /// The error that an operation throws; nil if it succeeds.
  package func failure(of operation: Operation) -> (any Error)? {
    read { $0.failures[operation] }
  }

  /// Makes all verification fail, or succeed again.
  package func setVerificationFailure(_ failure: VerificationFailure?) {
    journal.withLock { $0.verificationFailure = failure }
  }

  /// Why verification fails; nil if it succeeds.
  package var verificationFailure: VerificationFailure? { read { $0.verificationFailure } }

  /// Resets settings and failures to those of the configuration.
  package func resetSettings() {
    journal.withLock { journal in
      journal.failures = Operation.failing(in: configuration.settings)
      journal.verificationFailure =
        Operation.verificationFails(in: configuration.settings) ? .invalidSignature : nil
    }
    change { $0 = Settings(configuration.settings) }
  }

  /// How many times the app called `AppStore.sync()`, which on a device shows the store's sign-in, successful or not.
  package var syncCount: Int { read { $0.syncs } }

  func check(_ operation: Operation) throws {
    if operation == .sync { journal.withLock { $0.syncs += 1 } }
    if let failure = failure(of: operation) { throw failure }
  }
}
