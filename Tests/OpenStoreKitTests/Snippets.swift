import Observation
import OpenStoreKit
import OpenStoreKitTest
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// The snippets of the notes in `Documentation/OpenStoreKit.md`, each between its marks.
@MainActor
@Suite("Snippets of the page on StoreKit on Linux")
struct Snippets {
  // snippet: published
  final class Counter: ObservableObject {
    @Published var coins = 0
  }
  // end

  // snippet: observable
  @Observable
  final class Screen {
    var headline = ""
  }
  // end

  @Test("a published property is published by OpenCombine, an observed one by Swift itself")
  func published() {
    let counter = Counter()
    var changes = 0
    let subscription = counter.objectWillChange.sink { _ in changes += 1 }
    counter.coins = 5
    subscription.cancel()
    #expect(changes == 1)
    let screen = Screen()
    withObservationTracking {
      _ = screen.headline
    } onChange: {
      #expect(Bool(true))
    }
    screen.headline = "Plus"
    #expect(screen.headline == "Plus")
  }

  @Test("tests of one process run side by side")
  func parallel() async throws {
    // snippet: parallel
    let first = try SKTestSession(configurationFileNamed: "Shop")
    let second = try SKTestSession(configurationFileNamed: "Shop")
    try await first.buyProduct(identifier: "member.monthly")
    await first.run { #expect(await Transaction.latest(for: "member.monthly") != nil) }
    await second.run { #expect(await Transaction.latest(for: "member.monthly") == nil) }
    // end
  }

  @Test("a detached task keeps the session of the task that makes it")
  func detached() async throws {
    let session = try SKTestSession(configurationFileNamed: "Shop")
    // snippet: detached
    let updates = session.run {
      Task.detached { await Transaction.updates.first { _ in true }?.unsafePayloadValue.productID }
    }
    await session.settled(listeners: 1)
    try session.buyProduct(productIdentifier: "member.monthly")
    #expect(await updates.value == "member.monthly")
    // end
  }

  @Test("an app of the original interface is tested through the same session")
  func original() async throws {
    let session = try SKTestSession(configurationFileNamed: "Shop")
    let observer = QueueLog()
    let payment = SKMutablePayment()
    payment.productIdentifier = "member.monthly"
    // snippet: original
    session.askToBuyEnabled = true
    session.run {
      SKPaymentQueue.default().add(observer)
      SKPaymentQueue.default().add(payment)
    }
    await session.settled()  // the observer has seen it purchasing, then deferred
    let waiting = try #require(session.allTransactions().first)
    try session.approveAskToBuyTransaction(identifier: waiting.identifier)
    await session.settled()  // and purchased
    // end
    #expect(
      observer.lines == [
        "member.monthly purchasing", "member.monthly deferred", "member.monthly purchased",
      ])
  }

  @Test("the button of a view is tapped by the test")
  func views() async throws {
    let session = try SKTestSession(configurationFileNamed: "Shop")
    let log = ViewLog()
    // snippet: views
    let paywall = SubscriptionStoreView(groupID: "members")
      .onInAppPurchaseCompletion { product, result in log.lines.append(product.id) }
    await session.run { _ = await paywall.purchase("member.monthly") }
    #expect(log.lines == ["member.monthly"])
    // end
  }

  @Test("the customer's hands, the store's mishaps and the clock are the test's")
  func hands() async throws {
    let session = try SKTestSession(configurationFileNamed: "Shop")
    try await session.run {
      // snippet: hands
      session.customerConfirms = false  // closes the sheet: .userCancelled
      session.askToBuyEnabled = true  // .pending, until approveAskToBuyTransaction(identifier:)
      session.shouldEnterBillingRetryOnRenewal = true
      try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
      session.resetToDefaultState()

      try await session.buyProduct(identifier: "member.monthly")  // on another device
      session.advance(by: .monthly)  // by the calendar
      session.advance(by: .seconds(90))
      session.advanceToNextEvent()  // the next renewal or end
      session.relaunch()  // listeners end; what is unfinished comes again
      // end
      #expect(session.allTransactions().count == 3)
    }
  }
}
