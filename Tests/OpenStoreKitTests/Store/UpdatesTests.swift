import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Transaction.updates")
struct UpdatesTests {
  @Test("A purchase made here comes as the result and not as an update")
  func ownPurchase() async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = await listen(in: session)
      for id in ["pro", "coins", "lifetime", "season"] { _ = try await Product.one(id).buy() }
      await session.settled()
      #expect(await heard.all.isEmpty)
    }
  }

  @Test(
    "What happens without this app comes as an update",
    arguments: [
      ("a renewal", ["renewal"]), ("a refund", ["revoked purchase"]),
      ("a purchase elsewhere", ["purchase"]), ("an approval", ["purchase"]),
    ])
  func foreignEvents(event: String, kinds: [String]) async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = await listen(in: session)
      let transaction = try await Product.one("pro").buy()
      switch event {
      case "a renewal": session.advance(by: .seconds(7 * 86_400))
      case "a refund": session.act { store, _ in store.refund(String(transaction.id)) }
      case "a purchase elsewhere": session.act { store, me in store.purchase("coins", by: me) }
      default:
        session.change { $0.asksToBuy = true }
        let result = try await Product.one("coins").purchase()
        guard case .pending = result else {
          Issue.record("expected to wait, not \(result)")
          return
        }
        session.act { store, _ in store.pendingPurchases.first.map { store.approve($0.id) } }
      }
      await session.settled()
      #expect(await heard.kinds == kinds)
    }
  }

  @Test("A declined Ask to Buy brings nothing")
  func declined() async throws {
    let session = try Shop.device(.init(asksToBuy: true))
    try await session.run {
      let heard = await listen(in: session)
      _ = try await Product.one("coins").purchase()
      session.act { store, _ in store.pendingPurchases.first.map { store.decline($0.id) } }
      await session.settled()
      #expect(await heard.all.isEmpty)
    }
  }

  @Test("Each of several listeners hears every update, in order")
  func severalListeners() async throws {
    let session = try Shop.device()
    try await session.run {
      let listeners = [
        await listen(in: session), await listen(in: session), await listen(in: session),
      ]
      _ = try await Product.one("pro").buy()
      session.advance(by: Shop.month)
      session.act { store, me in store.purchase("lifetime", by: me) }
      await session.settled()
      for heard in listeners { #expect(await heard.products == ["pro", "lifetime"]) }
    }
  }

  @Test("What is unfinished comes again at every launch until it is finished")
  func unfinished() async throws {
    let session = try Shop.device()
    try await session.run {
      _ = try await Product.one("coins").buy()
      for _ in 1...3 {
        session.relaunch()
        let heard = await listen(in: session)
        await session.settled()
        #expect(await heard.products == ["coins"])
        #expect(await Transaction.unfinished.products() == ["coins"])
      }
      for await result in Transaction.unfinished { await result.unsafePayloadValue.finish() }
      session.relaunch()
      let heard = await listen(in: session)
      await session.settled()
      #expect(await heard.all.isEmpty)
      #expect(await Transaction.unfinished.products().isEmpty)
    }
  }

  @Test("A listener that begins late first hears what is unfinished")
  func lateListener() async throws {
    let session = try Shop.device()
    try await session.run {
      _ = try await Product.one("pro").buy()
      session.advance(by: Shop.month)
      let heard = await listen(in: session)
      await session.settled()
      #expect(await heard.kinds == ["renewal"])
    }
  }

  @Test("A listener that begins late hears the refund of what was bought here, not the purchase")
  func lateRefund() async throws {
    let session = try Shop.device()
    try await session.run {
      _ = try await Product.one("coins").buy()
      let refunded = try await Product.one("lifetime").buy()
      session.act { store, _ in store.refund(String(refunded.id)) }
      let heard = await listen(in: session)
      await session.settled()
      #expect(await heard.products == ["lifetime"])
      #expect(await heard.kinds == ["revoked purchase"])
    }
  }

  @Test("A refund makes a finished transaction unfinished, until it is finished again")
  func refundIsUnfinished() async throws {
    let session = try Shop.device()
    try await session.run {
      let bought = try await Product.one("lifetime").buy()
      await bought.finish()
      #expect(await Transaction.unfinished.products().isEmpty)
      session.act { store, _ in store.refund(String(bought.id)) }
      #expect(await Transaction.unfinished.products() == ["lifetime"])
      for await result in Transaction.unfinished { await result.unsafePayloadValue.finish() }
      #expect(await Transaction.unfinished.products().isEmpty)
    }
  }

  @Test("A new launch ends the listeners of the old one")
  func relaunchEnds() async throws {
    let session = try Shop.device()
    await session.run {
      let task = Task {
        var count = 0
        for await _ in Transaction.updates { count += 1 }
        return count
      }
      await session.settled(listeners: 1)
      session.act { store, me in store.purchase("coins", by: me) }
      await session.settled(listeners: 1)
      session.relaunch()
      #expect(await task.value == 1)
    }
  }

  @Test("Cancelling its task ends a listener")
  func cancelledListener() async throws {
    let session = try Shop.device()
    await session.run {
      let task = Task { await Transaction.updates.collected().count }
      await session.settled(listeners: 1)
      task.cancel()
      #expect(await task.value == 0)
    }
  }

  @Test("The account that signs in next receives nothing meant for the last one's")
  func anotherAccount() async throws {
    let session = try Shop.device()
    try await session.run {
      _ = try await Product.one("pro").buy()
      session.signIn()
      let heard = await listen(in: session)
      session.advance(by: Shop.month)
      await session.settled()
      #expect(await heard.all.isEmpty)
      #expect(await Transaction.currentEntitlements.products().isEmpty)
      #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.group))
    }
  }
}
