import OpenStoreKit
import OpenStoreKitTest
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// TechnIQ's purchase manager over the configuration file of its blueprint.
@MainActor
@Suite("A purchase manager with a listener")
struct ProStoreTests {
  let session: SKTestSession

  init() throws {
    session = try SKTestSession(configurationFileNamed: "Blueprints/techniq", now: Bazaar.start)
  }

  /// Launches the app: a new manager that listens and has loaded its product.
  private func launch() async -> ProStore {
    session.relaunch()
    let store = session.run { ProStore() }
    await session.settled(listeners: 1)
    await session.run { await store.load() }
    return store
  }

  private func identifier() throws -> UInt {
    try #require(session.allTransactions().last).identifier
  }

  @Test(
    "TQ-1 a purchase manager with a listener loads the product, buys it, finishes the transaction and is entitled"
  )
  func buy() async throws {
    let store = await launch()
    #expect(store.product?.displayName == "TechnIQ Pro")
    #expect(!store.isPro)
    #expect(store.priceLine == "7 days free, then $6.99/month")
    try await session.run { try await store.purchase() }
    #expect(store.isPro)
    #expect(store.priceLine == "$6.99/month")
    #expect(await session.unfinished().isEmpty)
  }

  @Test("TQ-1 listens: renewals keep Pro, a refund takes it, and each is finished")
  func listens() async throws {
    let store = await launch()
    try await session.run { try await store.purchase() }
    for _ in 0..<3 {
      session.advanceToNextEvent()
      await session.settled()
      #expect(store.isPro)
    }
    #expect(session.allTransactions().count == 4)
    #expect(await session.unfinished().isEmpty)
    try session.refundTransaction(identifier: identifier())
    await session.settled()
    #expect(!store.isPro)
    #expect(await session.unfinished().isEmpty)
  }

  @Test(
    "TQ-1 a purchase manager with a listener learns of a purchase on another device, and of a parent's approval"
  )
  func elsewhere() async throws {
    let store = await launch()
    session.askToBuyEnabled = true
    try await session.run { try await store.purchase() }
    #expect(store.message == "Waiting for approval.")
    #expect(!store.isPro)
    try session.approveAskToBuyTransaction(identifier: identifier())
    await session.settled()
    #expect(store.isPro)
    session.clearTransactions()
    session.askToBuyEnabled = false
    let other = await launch()
    #expect(!other.isPro)
    try await session.buyProduct(identifier: ProStore.productID)
    await session.settled()
    #expect(other.isPro)
  }

  @Test(
    "TQ-1 a purchase manager with a listener restores what was bought before, and says when there is nothing"
  )
  func restore() async throws {
    let store = await launch()
    await session.run { await store.restore() }
    #expect(store.message == "No active subscription found.")
    try await session.buyProduct(identifier: ProStore.productID)
    let reinstalled = await launch()
    #expect(reinstalled.isPro)
    await session.run { await reinstalled.restore() }
    #expect(reinstalled.isPro)
    #expect(reinstalled.message == nil)
    try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
    await session.run { await reinstalled.restore() }
    #expect(reinstalled.message == "The App Store could not be reached.")
  }

  @Test("TQ-1 a purchase manager with a listener trusts nothing that is not verified")
  func unverified() async throws {
    let store = await launch()
    try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
    await #expect(throws: ProStore.StoreError.failedVerification) {
      try await session.run { try await store.purchase() }
    }
    #expect(!store.isPro)
    session.advanceToNextEvent()
    await session.settled()
    #expect(store.message == "A purchase could not be verified.")
    #expect(!store.isPro)
    #expect(await session.unfinished().count == 2)
  }

  @Test("TQ-1 an error while loading is shown, and buying then is an error of its own")
  func offline() async throws {
    try await session.setSimulatedError(
      .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)
    let store = await launch()
    #expect(store.product == nil)
    #expect(store.message == "Unable to Connect to the App Store")
    await #expect(throws: ProStore.StoreError.productNotFound) {
      try await session.run { try await store.purchase() }
    }
  }

  @Test("TQ-8 the configuration file drives purchase, cancel, lapse and restore")
  func configuration() async throws {
    let store = await launch()
    session.customerConfirms = false
    try await session.run { try await store.purchase() }
    #expect(!store.isPro)
    session.customerConfirms = true
    try await session.run { try await store.purchase() }
    try session.disableAutoRenewForTransaction(identifier: identifier())
    session.advance(by: .everyThreeDays)
    #expect(await launch().isPro)
    session.advance(by: .weekly)
    let lapsed = await launch()
    #expect(!lapsed.isPro)
    #expect(lapsed.priceLine == "$6.99/month")
    await session.run { await lapsed.restore() }
    #expect(lapsed.message == "No active subscription found.")
    try await session.run { try await lapsed.purchase() }
    #expect(lapsed.isPro)
    #expect(session.allTransactions().count == 2)
  }

  @Test("TQ-8 each free use is counted when its drill was made, and Pro counts none")
  func freeUses() async throws {
    let store = await launch()
    let room = DrillRoom(store: store)
    struct Offline: Error {}
    await #expect(throws: Offline.self) { try await room.make(.custom) { throw Offline() } }
    #expect(room.uses[.custom] == nil)
    for drill in DrillRoom.Drill.allCases {
      #expect(try await room.make(drill) { "dribble" } == "dribble")
      await #expect(throws: DrillRoom.NeedsPro.self) { try await room.make(drill) { "again" } }
    }
    try await session.run { try await store.purchase() }
    for drill in DrillRoom.Drill.allCases {
      #expect(try await room.make(drill) { "shoot" } == "shoot")
    }
    #expect(room.uses == [.custom: 1, .quick: 1])
    try session.expireSubscription(productIdentifier: ProStore.productID)
    await session.settled()
    await #expect(throws: DrillRoom.NeedsPro.self) { try await room.make(.quick) { "again" } }
  }

  @Test("a purchase manager's views are notified before a published property changes")
  func publishes() async throws {
    let store = await launch()
    var changes = 0
    var seen: [Bool] = []
    let will = store.objectWillChange.sink { _ in changes += 1 }
    let values = store.$isPro.sink { seen.append($0) }
    try await session.run { try await store.purchase() }
    will.cancel()
    values.cancel()
    #expect(changes > 0)
    #expect(seen == [false, true])
  }
}
