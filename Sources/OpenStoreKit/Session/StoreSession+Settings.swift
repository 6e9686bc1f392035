import AppStore
package import AppStoreSimulator
import Foundation
import Synchronization

extension StoreSession {
  /// What is set on the device and in the account.
  package struct Settings: Sendable {
    /// The country's App Store.
    package var storefront: Storefront

    /// The language and region of texts and prices.
    package var locale: Locale

    /// Whether purchases wait for a parent.
    package var asksToBuy: Bool

    /// Whether purchases wait for the customer to do something outside the app.
    package var interruptsPurchases: Bool

    /// What purchases fail with; nil when they succeed.
    package var purchaseFailure: (any Error)?

    /// Whether payments of renewals fail; one that has failed waits to be settled.
    package var failsRenewals: Bool

    /// Whether access goes on for some time when a renewal fails.
    package var hasGracePeriod: Bool

    /// How fast subscriptions renew.
    package var renewalRate: RenewalRate

    /// Whether purchases are confirmed without asking; otherwise ``confirms`` says what the customer does.
    package var disablesDialogs: Bool

    /// Whether the customer confirms a purchase or closes the sheet.
    package var confirms = true

    /// What the customer does with the sheet of a purchase, while ``confirms`` is true; nil confirms at once.
    ///
    /// It may take its time, and what it throws is what the purchase fails with.
    package var answer: (@Sendable (Product) async throws -> PurchaseOutcome)?

    /// Whether the device may buy.
    package var canMakePayments = true

    /// Whether the history keeps consumables that are finished, as the key
    /// `SKIncludeConsumableInAppPurchaseHistory` of an app's property list says.
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

    func apply(to simulator: AppStoreSimulator, _ account: AccountID) {
      simulator.setAsksToBuy(asksToBuy, for: account)
      simulator.setRenewalsFailing(failsRenewals, for: account)
      simulator.setTerms(
        renewalRate: renewalRate, gracePeriod: hasGracePeriod ? .sixteenDays : .off)
      simulator.setStorefront(
        .init(country: storefront.countryCode, id: storefront.id, currency: storefront.code),
        for: account)
    }
  }

  /// What can be made to fail, by its name in Xcode's configuration editor.
  package enum Operation: String, Sendable, CaseIterable {
    /// `Product.products(for:)`.
    case loadProducts = "Load Products"

    /// `Product.purchase(options:)`.
    case purchase = "Purchase"

    /// `AppStore.sync()`.
    case sync = "App Store Sync"

    /// `Product.SubscriptionInfo.status`.
    case subscriptionStatus = "Subscription Status"

    /// `AppTransaction.shared` and `AppTransaction.refresh()`.
    case appTransaction = "App Transaction"

    /// The sheet to manage subscriptions.
    case manageSubscriptions = "Manage Subscriptions Sheet"

    /// `Transaction.beginRefundRequest(in:)`.
    case refundRequest = "Refund Request Sheet"

    /// The sheet to redeem an offer code.
    case offerCodeRedemption = "Offer Code Redeem Sheet"

    static func failing(in settings: StoreKitConfiguration.Settings) -> [Operation: any Error] {
      let failing = settings.failingOperations.compactMap(Operation.init(rawValue:))
      return Dictionary(failing.map { ($0, StoreKitError.unknown) }) { first, _ in first }
    }

    static func verificationFails(in settings: StoreKitConfiguration.Settings) -> Bool {
      settings.failingOperations.contains("Verification")
    }
  }

  /// Why verification fails, as `VerificationResult.VerificationError` has it for every type.
  package enum VerificationFailure: Sendable, CaseIterable {
    /// A certificate of the chain was revoked.
    case revokedCertificate

    /// The chain may not sign this data.
    case invalidCertificateChain

    /// The data is of another device.
    case invalidDeviceVerification

    /// The data cannot be read.
    case invalidEncoding

    /// The signature does not fit.
    case invalidSignature

    /// Something that verification needs is missing.
    case missingRequiredProperties
  }

  /// Makes an operation fail with an error, or succeed again.
  ///
  /// - Parameters:
  ///   - error: What it throws; nil for nothing.
  ///   - operation: The operation.
  package func setFailure(_ error: (any Error)?, of operation: Operation) {
    journal.withLock { $0.failures[operation] = error }
  }

  /// What an operation throws; nil when it succeeds.
  package func failure(of operation: Operation) -> (any Error)? {
    read { $0.failures[operation] }
  }

  /// Makes the verification of everything fail, or succeed again.
  package func setVerificationFailure(_ failure: VerificationFailure?) {
    journal.withLock { $0.verificationFailure = failure }
  }

  /// Why verification fails; nil when it succeeds.
  package var verificationFailure: VerificationFailure? { read { $0.verificationFailure } }

  /// Puts settings and failures back to those of the configuration.
  package func resetSettings() {
    journal.withLock { journal in
      journal.failures = Operation.failing(in: configuration.settings)
      journal.verificationFailure =
        Operation.verificationFails(in: configuration.settings) ? .invalidSignature : nil
    }
    change { $0 = Settings(configuration.settings) }
  }

  func check(_ operation: Operation) throws {
    if let failure = failure(of: operation) { throw failure }
  }
}
