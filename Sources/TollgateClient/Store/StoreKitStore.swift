#if canImport(StoreKit) || Server
  import Foundation
  public import Tollgate
  import TollgateMutex
#endif
#if canImport(StoreKit)
  import StoreKit
#elseif Server
  import OpenStoreKit
#endif
#if os(iOS) || os(visionOS)
  import UIKit
#endif

#if canImport(StoreKit) || Server
  /// The App Store, through StoreKit 2 on Apple's platforms and, with the package trait `Server`, through
  /// `OpenStoreKit` on Linux, with the same code.
  ///
  /// Only transactions that StoreKit verified on the device pass. Loaded products are cached, so buying one does not
  /// load it again. Follows Apple's
  /// [In-App Purchase](https://developer.apple.com/documentation/storekit/in-app-purchase).
  public final class StoreKitStore: PurchaseStore {
    private struct State {
      /// The products that were loaded, by their identifiers.
      var products: [String: StoreKit.Product] = [:]
      /// The offers that the customer chose outside the app, for the next purchase of their products.
      var offers: [String: StoreKit.Product.SubscriptionOffer] = [:]
    }

    private let state = Mutex(State())

    /// How long a new customer waits for the download of the app.
    let appTransactionWait: Duration
    let sleep: @Sendable (Duration) async throws -> Void
    /// What a simulated device reports about itself, in place of the real one.
    let simulated: [DeviceProperty: String?]

    /// Creates a store for the account that the device is signed in with.
    ///
    /// - Parameters:
    ///   - appTransactionWait: How long a new anonymous customer, or a purchase at the full price, waits for StoreKit's
    ///     `AppTransaction`; with zero it is not requested, a reinstalled app finds its purchases by a restore, nobody is
    ///     known to have bought the app, and customers who have bought nothing cannot buy at the full price while they are
    ///     eligible for the introductory offer.
    ///   - sleep: How it waits.
    public convenience init(
      appTransactionWait: Duration = .seconds(2),
      sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
      self.init(appTransactionWait: appTransactionWait, sleep: sleep, simulating: [:])
    }

    package init(
      appTransactionWait: Duration = .seconds(2),
      sleep: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      simulating properties: [DeviceProperty: String?]
    ) {
      self.appTransactionWait = appTransactionWait
      self.sleep = sleep
      simulated = properties
    }

    /// The products as the App Store sells them here.
    ///
    /// - Throws: `StoreKitError`.
    public func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] {
      try await load(ids).map(StoreProduct.init)
    }

    /// Shows the App Store's purchase sheet.
    public func purchase(
      _ product: CatalogProduct.ID, appAccountToken: String?
    ) async -> StorePurchaseResult {
      await purchase(product, appAccountToken: appAccountToken, terms: PurchaseTerms())
    }

    /// Shows the App Store's purchase sheet with a promotional or win-back offer, at the full price, for monthly bills with a
    /// commitment, or for several seats.
    public func purchase(
      _ product: CatalogProduct.ID, appAccountToken: String?, terms: PurchaseTerms
    ) async -> StorePurchaseResult {
      do {
        let id = product.rawValue
        let (loaded, chosen) = state.withLock {
          ($0.products[id], $0.offers.removeValue(forKey: id))
        }
        let found = if let loaded { loaded } else { try await load([product]).first }
        guard let found else { return .failed(.productUnavailable) }
        var options: Set<StoreKit.Product.PurchaseOption> = []
        switch terms.offer {
        case .promotional(let id, let signature):
          options.formUnion(
            StoreKit.Product.PurchaseOption.promotionalOffer(id, compactJWS: signature))
        case .winBack(let id):
          guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *),
            let offer = found.subscription?.winBackOffers.first(where: { $0.id == id })
          else { return .failed(.productUnavailable) }
          options.insert(.winBackOffer(offer))
        case .fullPrice(let signature):
          options.insert(.introductoryOfferEligibility(compactJWS: signature))
        case nil:
          if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *), let chosen,
            chosen.type == .winBack
          {
            options.insert(.winBackOffer(chosen))
          }
        }
        if terms.billing == .monthly {
          guard let monthly = Self.monthlyBills else { return .failed(.productUnavailable) }
          options.insert(monthly)
        }
        if terms.seats > 1 {
          guard let seats = Self.seats(terms.seats) else { return .failed(.productUnavailable) }
          options.insert(seats)
        }
        if let token = appAccountToken.flatMap(UUID.init(uuidString:)) {
          options.insert(.appAccountToken(token))
        }
        switch try await Self.buy(found, options) {
        case .success(let result):
          return await Self.signed(result).map(StorePurchaseResult.purchased)
            ?? .failed(.notAccepted)
        case .pending: return .pending
        case .userCancelled: return .cancelled
        @unknown default: return .failed(.unknown)
        }
      } catch {
        return StorePurchaseResult(error)
      }
    }

    /// The option for monthly bills with a commitment; nil where the system cannot sell them.
    private static var monthlyBills: StoreKit.Product.PurchaseOption? {
      #if compiler(>=6.3) || !canImport(StoreKit)
        if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
          .billingPlanType(.monthly)
        } else {
          nil
        }
      #else
        nil
      #endif
    }

    /// The option for a number of seats; nil where the system cannot sell them.
    private static func seats(_ number: Int) -> StoreKit.Product.PurchaseOption? {
      #if compiler(>=6.5) || !canImport(StoreKit)
        if #available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *) {
          .seats(number)
        } else {
          nil
        }
      #else
        nil
      #endif
    }

    /// The transactions that were never finished, oldest first.
    public func unfinished() async -> [SignedPurchase] {
      await Self.all { Transaction.unfinished }
    }

    /// Finishes a transaction; does nothing if it is already finished.
    ///
    /// A renewal that happened while the app was closed can arrive in `updates` and be missing from `unfinished`, so all
    /// are searched.
    public func finish(_ transaction: StoreTransaction.ID) async {
      await Task {
        for transactions in [Transaction.unfinished, Transaction.all] {
          for await case .verified(let one) in transactions
          where String(one.id) == transaction.rawValue {
            return await one.finish()
          }
        }
      }.value
    }

    /// Every transaction that gives something now; revoked or refunded ones are not included.
    public func currentEntitlements() async -> [SignedPurchase] {
      await Self.all { Transaction.currentEntitlements }
    }

    /// Updates the device with the account's purchases from the App Store's servers; the customer may have to sign in.
    ///
    /// - Throws: `StoreKitError`, or `CancellationError` if the customer declines to sign in.
    public func sync() async throws {
      do { try await Task { try await AppStore.sync() }.value } catch StoreKitError.userCancelled {
        throw CancellationError()
      }
    }

    /// Whether the account is still eligible for the introductory offer of a subscription group.
    public func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool {
      await Task {
        await StoreKit.Product.SubscriptionInfo.isEligibleForIntroOffer(for: group.rawValue)
      }.value
    }

    /// The win-back offers of a subscription group that the account is eligible for, best first; none if the App Store
    /// does not say, or before iOS 18.
    public func eligibleWinBackOffers(group: SubscriptionGroup.ID) async -> [String] {
      guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
      return await Task { () -> [String] in
        do {
          for status in try await StoreKit.Product.SubscriptionInfo.status(for: group.rawValue) {
            guard case .verified(let info) = status.renewalInfo else { continue }
            return info.eligibleWinBackOfferIDs
          }
        } catch {
          return []
        }
        return []
      }.value
    }

    /// Receives renewals, approvals, refunds and purchases on other devices until the task is cancelled.
    public func listen(_ receive: @Sendable (SignedPurchase) async -> Void) async {
      for await result in Transaction.updates {
        if let purchase = await Self.signed(result) { await receive(purchase) }
      }
    }

    /// Receives products that the customer chose on the app's page in the App Store, until the task is cancelled.
    ///
    /// A win-back offer chosen there applies to the next purchase of its product. The App Store passes on such a choice
    /// on iOS, iPadOS and, from 14.4 on, macOS.
    public func listenForChoices(_ receive: @Sendable (CatalogProduct.ID) async -> Void) async {
      #if !os(tvOS) && !os(watchOS) && !os(visionOS)
        guard #available(macOS 14.4, *) else { return }
        for await intent in PurchaseIntent.intents {
          let product = intent.product
          state.withLock { state in
            state.products[product.id] = product
            if #available(iOS 18, macOS 15, *) { state.offers[product.id] = intent.offer }
          }
          await receive(CatalogProduct.ID(product.id))
        }
      #endif
    }

    /// Shows the App Store's sheet for managing subscriptions, on iOS, iPadOS and visionOS.
    ///
    /// - Returns: Whether the sheet was available.
    public func manageSubscriptions() async -> Bool {
      #if os(iOS) || os(visionOS)
        guard let scene = await Self.scene else { return false }
        do {
          try await AppStore.showManageSubscriptions(in: scene)
          return true
        } catch {
          return false
        }
      #else
        return false
      #endif
    }

    /// Shows the App Store's sheet for requesting a refund, on iOS, iPadOS and visionOS, and on Linux that of the session.
    public func requestRefund(of transaction: StoreTransaction.ID) async -> StoreRefundResult {
      #if os(iOS) || os(visionOS)
        guard let scene = await Self.scene else { return .unavailable }
      #elseif !canImport(StoreKit)
        let scene = "scene"
      #endif
      #if os(iOS) || os(visionOS) || !canImport(StoreKit)
        guard let id = UInt64(transaction.rawValue) else { return .failed }
        do {
          switch try await Transaction.beginRefundRequest(for: id, in: scene) {
          case .success: return .requested
          case .userCancelled: return .cancelled
          @unknown default: return .failed
          }
        } catch Transaction.RefundRequestError.duplicateRequest {
          return .alreadyRequested
        } catch {
          return .failed
        }
      #else
        return .unavailable
      #endif
    }

    /// Shows the App Store's sheet for redeeming an offer code, on iOS and iPadOS.
    ///
    /// - Returns: Whether the sheet was available.
    public func redeemOfferCode() async -> Bool {
      #if os(iOS)
        guard let scene = await Self.scene else { return false }
        do {
          try await AppStore.presentOfferCodeRedeemSheet(in: scene)
          return true
        } catch {
          return false
        }
      #else
        return false
      #endif
    }

    private func load(_ ids: [CatalogProduct.ID]) async throws -> [StoreKit.Product] {
      let names = ids.map(\.rawValue)
      let found = try await Task { try await StoreKit.Product.products(for: names) }.value
      state.withLock { state in
        for product in found { state.products[product.id] = product }
      }
      return found
    }

    @MainActor
    private static func buy(
      _ product: StoreKit.Product, _ options: Set<StoreKit.Product.PurchaseOption>
    ) async throws -> StoreKit.Product.PurchaseResult {
      #if os(iOS) || os(visionOS)
        if let scene { return try await product.purchase(confirmIn: scene, options: options) }
      #endif
      #if os(visionOS)
        // On visionOS a purchase requires a scene.
        throw StoreKitError.unknown
      #else
        return try await product.purchase(options: options)
      #endif
    }

    #if os(iOS) || os(visionOS)
      /// The scene in the foreground; nil in an app extension.
      @MainActor
      private static var scene: UIWindowScene? {
        // Code that an app extension may link must not reference `UIApplication.shared`, and an extension has no
        // application.
        guard !Bundle.main.bundlePath.hasSuffix(".appex"),
          let application = UIApplication.value(forKey: "sharedApplication") as? UIApplication
        else { return nil }
        let scenes = application.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
      }
    #endif

    /// Reads transactions to the end of the sequence, oldest first.
    ///
    /// It uses a task of its own, since in a cancelled one StoreKit returns no transactions.
    private static func all(
      _ transactions: @escaping @Sendable () -> Transaction.Transactions
    ) async -> [SignedPurchase] {
      await Task {
        var found: [(at: Date, purchase: SignedPurchase)] = []
        for await result in transactions() {
          guard let purchase = await signed(result) else { continue }
          found.append((result.unsafePayloadValue.purchaseDate, purchase))
        }
        return found.sorted { $0.at < $1.at }.map(\.purchase)
      }.value
    }

    /// A transaction with the renewal info of its subscription, if StoreKit has verified them.
    private static func signed(_ result: VerificationResult<Transaction>) async -> SignedPurchase? {
      guard case .verified(let transaction) = result else { return nil }
      var renewalInfo: String?
      if let info = await transaction.subscriptionStatus?.renewalInfo, case .verified = info {
        renewalInfo = info.jwsRepresentation
      }
      return SignedPurchase(
        id: StoreTransaction.ID(String(transaction.id)), transaction: result.jwsRepresentation,
        renewalInfo: renewalInfo)
    }
  }
#endif
