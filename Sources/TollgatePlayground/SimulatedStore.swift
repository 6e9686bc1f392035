import AppStore
import AppStoreSimulator
import Foundation
import Synchronization
import Tollgate
import TollgateClient

/// A phone's view of the simulated App Store: what StoreKit would be.
final class SimulatedStore: PurchaseStore {
  struct Unreachable: Error {}

  private struct State {
    var account: AccountID
    var isOffline = false
    var lastUpdate = 0
    var listener: AsyncStream<SignedPurchase>.Continuation?
  }

  private let simulator: AppStoreSimulator
  private let state: Mutex<State>
  /// Shows the store's sheet and waits for the visitor's answer.
  private let ask: @Sendable (Tollgate.Product.ID) async -> PurchaseOutcome
  /// How long the store takes over a purchase.
  private let pause: @Sendable () async -> Void

  init(
    _ simulator: AppStoreSimulator, account: AccountID,
    pause: @escaping @Sendable () async -> Void,
    ask: @escaping @Sendable (Tollgate.Product.ID) async -> PurchaseOutcome
  ) {
    self.simulator = simulator
    self.ask = ask
    self.pause = pause
    state = Mutex(State(account: account))
  }

  var account: AccountID {
    get { state.withLock { $0.account } }
    set { state.withLock { $0.account = newValue } }
  }

  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  func products(for ids: [Tollgate.Product.ID]) async throws -> [StoreProduct] {
    guard !isOffline else { throw Unreachable() }
    return ids.compactMap { id in
      if let subscription = simulator.configuration.subscription(id.rawValue) {
        return StoreProduct(
          id: id,
          displayName: subscription.localizations.first?.displayName
            ?? subscription.referenceName,
          displayPrice: display(subscription.price), period: Period(subscription.period),
          group: SubscriptionGroup.ID(subscription.groupID),
          introductoryOffer: subscription.introductoryOffer.map { offer in
            StoreProduct.Offer(
              payment: StoreOffer.Payment(offer.paymentMode), period: Period(offer.period),
              periods: offer.numberOfPeriods, displayPrice: display(offer.price))
          })
      }
      return simulator.configuration.product(id.rawValue).map {
        StoreProduct(
          id: id, displayName: $0.localizations.first?.displayName ?? $0.referenceName,
          displayPrice: display($0.price))
      }
    }
  }

  func purchase(_ product: Tollgate.Product.ID, appAccountToken: String?) async -> StoreAnswer {
    guard !isOffline else { return .failed(.network) }
    let outcome = await ask(product)
    if outcome != .cancel { await pause() }
    let result = simulator.purchase(
      product.rawValue, by: account, appAccountToken: appAccountToken, outcome: outcome)
    switch result {
    case .success(let signed): return .purchased(purchase(signed))
    case .pending(let pending):
      return pending.reason == .askToBuy ? .pending : .failed(.interrupted)
    case .cancelled: return .cancelled
    case .failed(let failure): return .failed(PurchaseProblem(failure))
    }
  }

  func unfinished() async throws -> [SignedPurchase] {
    guard !isOffline else { throw Unreachable() }
    return simulator.unfinishedTransactions(of: account).map(purchase)
  }

  func finish(_ transaction: StoreTransaction.ID) async {
    simulator.finish(transaction.rawValue)
  }

  func currentEntitlements() async throws -> [SignedPurchase] {
    guard !isOffline else { throw Unreachable() }
    return simulator.currentEntitlements(of: account).map(purchase)
  }

  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool {
    simulator.isEligibleForIntroductoryOffer(group: group.rawValue, account: account)
  }

  func listen(_ hear: @Sendable (SignedPurchase) async -> Void) async {
    for await purchase in updates() { await hear(purchase) }
  }

  private func updates() -> AsyncStream<SignedPurchase> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SignedPurchase.self, bufferingPolicy: .bufferingNewest(100))
    state.withLock { state in
      state.listener?.finish()
      state.listener = continuation
    }
    return stream
  }

  /// Tells a listening app what happened to the account's transactions since the last time.
  func deliverUpdates() {
    let account = account
    let (last, listener) = state.withLock { ($0.lastUpdate, $0.listener) }
    let updates = simulator.updates(of: account, after: last)
    guard let newest = updates.last else { return }
    state.withLock { $0.lastUpdate = newest.sequence }
    for update in updates where update.cause == .store {
      listener?.yield(purchase(update.transaction))
    }
  }

  /// The app is no longer there to listen.
  func stopListening() {
    state.withLock { state in
      state.listener?.finish()
      state.listener = nil
    }
  }

  private func purchase(_ signed: Signed<TransactionPayload>) -> SignedPurchase {
    let renewal = simulator.conditions(of: account).first {
      $0.transaction.payload.originalTransactionId == signed.payload.originalTransactionId
    }
    return SignedPurchase(
      id: StoreTransaction.ID(signed.payload.transactionId), transaction: signed.jws,
      renewalInfo: renewal?.renewalInfo.jws)
  }

  private func display(_ price: Milliunits) -> String {
    (Decimal(price.rawValue) / 1000).formatted(
      .currency(code: simulator.storefront.currency).locale(Locale(identifier: "en_US")))
  }
}

extension Period {
  init(_ period: ISO8601Period) {
    switch period.unit {
    case .day: self.init(period.count, .day)
    case .week: self.init(period.count, .week)
    case .month: self.init(period.count, .month)
    case .year: self.init(period.count, .year)
    }
  }
}

extension StoreOffer.Payment {
  fileprivate init(_ mode: StoreKitConfiguration.PaymentMode) {
    switch mode {
    case .free: self = .freeTrial
    case .payAsYouGo: self = .payAsYouGo
    case .payUpFront: self = .payUpFront
    }
  }
}

extension PurchaseProblem {
  fileprivate init(_ failure: PurchaseFailure) {
    switch failure {
    case .paymentNotAllowed: self = .paymentNotAllowed
    case .paymentInvalid: self = .paymentInvalid
    case .network: self = .network
    case .productUnavailable: self = .productUnavailable
    case .interrupted: self = .interrupted
    case .unknown: self = .unknown
    }
  }
}
