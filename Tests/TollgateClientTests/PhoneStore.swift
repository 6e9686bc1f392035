import AppStoreSimulator
import Foundation
import Synchronization
import Tollgate
import TollgateAppStore
import TollgateClient

/// A phone's store: the simulator, one of its accounts, and the customer's actions.
final class PhoneStore: PurchaseStore {
  struct Unreachable: Error {}

  private struct State {
    var hands = PurchaseOutcome.buy
    var isReachable = true
    var isForging = false
    var whileLoading: (@Sendable () async -> Void)?
    var whileBuying: (@Sendable () async -> Void)?
    var whileRestoring: (@Sendable () async -> Void)?
    var change: (@Sendable (inout TransactionPayload) -> Void)?
    var hasSheet = false
    var tokens: [String?] = []
    var hidden: Set<String> = []
    var syncs = 0
    var refusesSync = false
  }

  let simulator: AppStoreSimulator
  let account: AccountID
  private let state = Mutex(State())

  init(_ simulator: AppStoreSimulator, account: AccountID) {
    self.simulator = simulator
    self.account = account
  }

  /// The customer's response to the next purchase sheets.
  var hands: PurchaseOutcome {
    get { state.withLock { $0.hands } }
    set { state.withLock { $0.hands = newValue } }
  }

  var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set { state.withLock { $0.isReachable = newValue } }
  }

  /// Whether its signed data is corrupted on the way.
  var isForging: Bool {
    get { state.withLock { $0.isForging } }
    set { state.withLock { $0.isForging = newValue } }
  }

  /// Runs an action during the next loading of products; once.
  func whileLoading(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.whileLoading = action }
  }

  /// Runs an action while the next purchase sheet is up, after the customer has confirmed; once.
  func whileBuying(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.whileBuying = action }
  }

  /// Runs an action during the next look at what the account owns; once.
  func whileRestoring(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.whileRestoring = action }
  }

  /// Makes the store sign its transactions with changed contents.
  func sign(with change: @escaping @Sendable (inout TransactionPayload) -> Void) {
    state.withLock { $0.change = change }
  }

  /// Whether the store shows its own sheet for managing subscriptions.
  var hasSheet: Bool {
    get { state.withLock { $0.hasSheet } }
    set { state.withLock { $0.hasSheet = newValue } }
  }

  func manageSubscriptions() async -> Bool { hasSheet }

  func redeemOfferCode() async -> Bool { hasSheet }

  /// Makes the device forget its purchases of some products until it asks the store's servers.
  func hide(_ products: Set<String>) { state.withLock { $0.hidden = products } }

  /// How often the store's sign-in was shown.
  var syncs: Int { state.withLock { $0.syncs } }

  /// Whether the customer closes the store's sign-in.
  var refusesSync: Bool {
    get { state.withLock { $0.refusesSync } }
    set { state.withLock { $0.refusesSync = newValue } }
  }

  func sync() async throws {
    try state.withLock { state in
      state.syncs += 1
      if state.refusesSync { throw CancellationError() }
      state.hidden = []
    }
  }

  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] {
    let action = state.withLock { state in
      defer { state.whileLoading = nil }
      return state.whileLoading
    }
    await action?()
    guard isReachable else { throw Unreachable() }
    return ids.compactMap { id in
      simulator.configuration.subscription(id.rawValue).map {
        StoreProduct(
          id: id, displayName: $0.referenceName, displayPrice: Self.price($0.price),
          period: Period($0.period.description), group: .init($0.groupID),
          introductoryOffer: $0.introductoryOffer.flatMap(Self.offer),
          price: Decimal($0.price.rawValue) / 1000,
          priceFormat: .currency(code: "USD").locale(Locale(identifier: "en_US")))
      }
    }
  }

  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?
  ) async -> StorePurchaseResult {
    guard isReachable else { return .failed(.network) }
    let result = simulator.purchase(
      product.rawValue, by: account, appAccountToken: appAccountToken, outcome: hands)
    let action = state.withLock { state in
      defer { state.whileBuying = nil }
      return state.whileBuying
    }
    await action?()
    switch result {
    case .success(let signed): return .purchased(purchase(signed))
    case .pending: return .pending
    case .cancelled: return .cancelled
    case .failed(let failure):
      switch failure {
      case .paymentNotAllowed: return .failed(.paymentNotAllowed)
      case .paymentInvalid: return .failed(.paymentInvalid)
      case .network: return .failed(.network)
      case .productUnavailable: return .failed(.productUnavailable)
      case .interrupted: return .failed(.interrupted)
      case .unknown: return .failed(.unknown)
      }
    }
  }

  func unfinished() async throws -> [SignedPurchase] {
    simulator.unfinishedTransactions(of: account).map(purchase)
  }

  func finish(_ transaction: StoreTransaction.ID) async { simulator.finish(transaction.rawValue) }

  func currentEntitlements() async throws -> [SignedPurchase] {
    let action = state.withLock { state in
      defer { state.whileRestoring = nil }
      return state.whileRestoring
    }
    await action?()
    guard isReachable else { throw Unreachable() }
    let hidden = state.withLock { $0.hidden }
    return simulator.currentEntitlements(of: account)
      .filter { !hidden.contains($0.payload.productId) }.map(purchase)
  }

  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool {
    simulator.isEligibleForIntroductoryOffer(group: group.rawValue, account: account)
  }

  func listen(_ hear: @Sendable (SignedPurchase) async -> Void) async {
    for signed in simulator.unfinishedTransactions(of: account) { await hear(purchase(signed)) }
  }

  private func purchase(_ signed: Signed<TransactionPayload>) -> SignedPurchase {
    let renewal = simulator.conditions(of: account).map(\.renewalInfo).first {
      $0.payload.originalTransactionId == signed.payload.originalTransactionId
    }
    return SignedPurchase(
      id: StoreTransaction.ID(signed.payload.transactionId),
      transaction: isForging ? String(signed.jws.dropLast(8)) + "AAAAAAAA" : text(of: signed),
      renewalInfo: renewal?.jws)
  }

  private func text(of signed: Signed<TransactionPayload>) -> String {
    guard let change = state.withLock({ $0.change }) else { return signed.jws }
    var payload = signed.payload
    change(&payload)
    do { return try World.chain.get().sign(payload) } catch { return signed.jws }
  }

  private static func offer(_ offer: StoreKitConfiguration.Offer) -> StoreProduct.Offer? {
    guard let period = Period(offer.period.description) else { return nil }
    let payment: StoreOffer.Payment =
      switch offer.paymentMode {
      case .free: .freeTrial
      case .payAsYouGo: .payAsYouGo
      case .payUpFront: .payUpFront
      }
    return StoreProduct.Offer(
      payment: payment, period: period, periods: offer.numberOfPeriods,
      displayPrice: price(offer.price))
  }

  private static func price(_ price: Milliunits) -> String {
    let cents = price.rawValue % 1000 / 10
    return "$\(price.rawValue / 1000).\(cents < 10 ? "0" : "")\(cents)"
  }
}
