#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif
#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// The one place in a training app where its subscription is bought and checked.
@MainActor
final class ProStore: ObservableObject {
  static let productID = "techniq.pro.monthly"

  enum StoreError: Error {
    case failedVerification
    case productNotFound
  }

  @Published private(set) var product: Product?
  @Published private(set) var isPro = false
  @Published private(set) var isEligibleForTrial = false
  @Published private(set) var message: String?

  private var updateListenerTask: Task<Void, any Error>?

  init() {
    updateListenerTask = listenForTransactions()
  }

  deinit {
    updateListenerTask?.cancel()
  }

  func listenForTransactions() -> Task<Void, any Error> {
    Task.detached { [weak self] in
      for await result in Transaction.updates {
        do {
          let transaction = try Self.checkVerified(result)
          await self?.updatePurchasedStatus()
          await transaction.finish()
        } catch {
          await self?.show("A purchase could not be verified.")
        }
      }
    }
  }

  func load() async {
    do {
      product = try await Product.products(for: [Self.productID]).first
      message = product == nil ? "Pro is not available right now." : nil
    } catch {
      message = error.localizedDescription
    }
    await updatePurchasedStatus()
  }

  func purchase() async throws {
    guard let product else { throw StoreError.productNotFound }
    let result = try await product.purchase()
    switch result {
    case .success(let verification):
      let transaction = try Self.checkVerified(verification)
      await updatePurchasedStatus()
      await transaction.finish()
    case .userCancelled:
      break
    case .pending:
      message = "Waiting for approval."
    @unknown default:
      break
    }
  }

  func restore() async {
    do {
      try await AppStore.sync()
      await updatePurchasedStatus()
      if !isPro { message = "No active subscription found." }
    } catch {
      message = "The App Store could not be reached."
    }
  }

  func updatePurchasedStatus() async {
    var entitled = false
    for await result in Transaction.currentEntitlements {
      guard case .verified(let transaction) = result else { continue }
      if transaction.productID == Self.productID && transaction.revocationDate == nil
        && !transaction.isUpgraded
      {
        entitled = true
      }
    }
    isPro = entitled
    isEligibleForTrial = await product?.subscription?.isEligibleForIntroOffer ?? false
  }

  var priceLine: String {
    guard let product, let subscription = product.subscription else { return "" }
    let price = "\(product.displayPrice)/\(subscription.subscriptionPeriod.unit)"
    guard isEligibleForTrial, let offer = subscription.introductoryOffer,
      offer.paymentMode == .freeTrial
    else { return price }
    let days = offer.period.value * (offer.period.unit == .week ? 7 : 1)
    return "\(days) days free, then \(price)"
  }

  private func show(_ text: String) {
    message = text
  }

  nonisolated private static func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
    switch result {
    case .unverified: throw StoreError.failedVerification
    case .verified(let safe): return safe
    }
  }
}

/// The drills that a player may try once without Pro.
@MainActor
final class DrillRoom: ObservableObject {
  enum Drill: String, CaseIterable, Sendable {
    case custom
    case quick
  }

  struct NeedsPro: Error {
    let drill: Drill
  }

  @Published private(set) var uses: [Drill: Int] = [:]

  private let store: ProStore

  init(store: ProStore) {
    self.store = store
  }

  func make(_ drill: Drill, with generator: () async throws -> String) async throws -> String {
    guard store.isPro || uses[drill, default: 0] < 1 else { throw NeedsPro(drill: drill) }
    let text = try await generator()
    if !store.isPro { uses[drill, default: 0] += 1 }
    return text
  }
}
