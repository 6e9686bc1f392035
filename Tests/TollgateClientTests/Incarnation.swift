import Foundation
import OpenStoreKitTest
import Synchronization
import Tollgate
import TollgateClient

/// One run of the app: its effects on the outside world, step by step, until it is killed.
final class Incarnation: Sendable {
  struct Killed: Error {}

  private struct State {
    var isAlive = true
    var steps = 0
    var killAt: Int?
  }

  private let state: Mutex<State>

  /// Starts the app, which is killed right before the step with that number.
  init(killAt: Int? = nil) { state = Mutex(State(killAt: killAt)) }

  var isAlive: Bool { state.withLock { $0.isAlive } }

  /// The number of steps taken.
  var steps: Int { state.withLock { $0.steps } }

  func kill() { state.withLock { $0.isAlive = false } }

  /// Takes a step, unless it was killed before; a kill waits for what the step does.
  func step(_ action: () -> Void = {}) throws {
    try state.withLock { state in
      guard state.isAlive else { throw Killed() }
      state.steps += 1
      guard state.steps != state.killAt else {
        state.isAlive = false
        throw Killed()
      }
      action()
    }
  }
}

/// The outside world as seen by one run of the app.
struct Outside: DeviceStorage, HTTPTransport, PurchaseStore, NudgeScheduler {
  let life: Incarnation
  let storage: MemoryDeviceStorage
  let network: PhoneNetwork
  let store: any PurchaseStore
  /// The session behind StoreKit.
  let session: SKTestSession
  let notifications: PhoneNudges
  /// Whether the app's changes are made at once, so that each run takes the same steps.
  let writesImmediately: Bool
  /// Whether the store signs the download of the app.
  let signsDownload: Bool

  /// Where a web view would find the pages of paywalls.
  var pageServer: URL? { URL(string: "https://api.example.com") }

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    storage.read(name, from: area)
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try life.step { storage.write(data, as: name, to: area) }
  }

  func append(_ data: Data, to name: String, in area: StorageArea) throws {
    try life.step { storage.append(data, to: name, in: area) }
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try life.step { storage.remove(name, from: area) }
  }

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    try life.step()
    let answer = try await network.send(request)
    try life.step()
    return answer
  }

  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] {
    try await session.run { try await store.products(for: ids) }
  }

  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?
  ) async -> StorePurchaseResult {
    do {
      try life.step()
      let answer = await session.run {
        await store.purchase(product, appAccountToken: appAccountToken)
      }
      try life.step()
      return answer
    } catch {
      return .failed(.unknown)
    }
  }

  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?, terms: PurchaseTerms
  ) async -> StorePurchaseResult {
    do {
      try life.step()
      let answer = await session.run {
        await store.purchase(product, appAccountToken: appAccountToken, terms: terms)
      }
      try life.step()
      return answer
    } catch {
      return .failed(.unknown)
    }
  }

  func eligibleWinBackOffers(group: SubscriptionGroup.ID) async -> [String] {
    await session.run { await store.eligibleWinBackOffers(group: group) }
  }

  func redeemOfferCode() async -> Bool { await store.redeemOfferCode() }

  func unfinished() async throws -> [SignedPurchase] {
    try life.step()
    return try await session.run { try await store.unfinished() }
  }

  func finish(_ transaction: StoreTransaction.ID) async {
    do {
      try life.step()
      await session.run { await store.finish(transaction) }
      try life.step()
    } catch {}
  }

  func currentEntitlements() async throws -> [SignedPurchase] {
    try life.step()
    return try await session.run { try await store.currentEntitlements() }
  }

  func sync() async throws { try await session.run { try await store.sync() } }

  func appTransaction() async -> String? {
    guard signsDownload else { return nil }
    return await session.run { await store.appTransaction() }
  }

  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool {
    await session.run { await store.isEligibleForIntroductoryOffer(group: group) }
  }

  func manageSubscriptions() async -> Bool { await store.manageSubscriptions() }

  func requestRefund(of transaction: StoreTransaction.ID) async -> StoreRefundResult {
    await session.run { await store.requestRefund(of: transaction) }
  }

  func listen(_ hear: @Sendable (SignedPurchase) async -> Void) async {
    await session.run { await store.listen(hear) }
  }

  func listenForChoices(_ hear: @Sendable (CatalogProduct.ID) async -> Void) async {
    await session.run { await store.listenForChoices(hear) }
  }

  func schedule(_ nudge: PlannedNudge, saying line: String, in delay: Duration) async -> Bool {
    do { try life.step() } catch { return false }
    return await notifications.schedule(nudge, saying: line, in: delay)
  }

  func waiting() async -> Set<Nudge.ID>? { await notifications.waiting() }

  func cancel(_ nudge: Nudge.ID) async {
    do { try life.step() } catch { return }
    await notifications.cancel(nudge)
  }
}

/// How a phone's app waits.
struct Waiting: Sendable {
  /// Completes short waits at once by advancing the world's time; longer ones last until they are cancelled.
  static func short(_ world: World, _ longest: Duration = .seconds(10))
    -> @Sendable (Duration)
    async throws -> Void
  {
    { wait in
      guard wait <= longest else { return try await forever() }
      world.pass(Int64(wait / .milliseconds(1)))
    }
  }

  /// Waits until it is cancelled.
  static func forever() async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
  }
}
