import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient

@MainActor
@Suite struct PurchaseTests {
  @Test("CP-3 a confirmed purchase starts the paid trial and finishes the transaction")
  func startsTrial() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
      #expect(phone.client.phase == .trial)
      #expect(
        phone.client.access(to: "send-message")
          == .allowed(Limit(limit: 100, used: 0, scope: .trial)))
      #expect(phone.client.text("trial-status") == "Day 1 of 3 — 100 conversations left")
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test(
    "GB-7 each failed purchase has its own message, and Try Again only if it helps",
    arguments: [
      (.paymentNotAllowed, .paymentNotAllowed, false), (.paymentInvalid, .paymentInvalid, true),
      (.network, .network, true), (.productUnavailable, .productUnavailable, false),
      (.unknown, .unknown, true),
    ] as [(PurchaseFailure, PurchaseProblem, Bool)])
  func failures(failure: PurchaseFailure, problem: PurchaseProblem, canTryAgain: Bool)
    async throws
  {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall("upgrade") == .shown("upgrade"))
      phone.store.hands = .fail(failure)
      #expect(await phone.client.purchase("grobro.pro.yearly") == .failed(problem))
      #expect(phone.client.presentation?.stage == .failed(problem))
      #expect(problem.isRetryable == canTryAgain)
      #expect(!phone.client.isPurchasing)
      let line = phone.client.line(for: problem)
      #expect(line == phone.client.text(problem.text) ?? problem.message)
      let others = PurchaseProblem.known.filter { $0 != problem }
      #expect(others.allSatisfy { phone.client.line(for: $0) != line })

      phone.client.problemClosed()
      #expect(phone.client.presentation?.stage == .offering)
      phone.store.hands = .buy
      #expect(await phone.client.purchase("grobro.pro.yearly") == .purchased)
    }
  }

  @Test("GB-7 the blueprint's own texts are used")
  func ownWords() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(
        phone.client.line(for: PurchaseProblem.network)
          == "The App Store could not be reached. Please check your connection.")
    }
  }

  @Test("GB-7 a cancelled purchase shows no message and leaves the paywall as it was")
  func cancelled() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      phone.store.hands = .cancel
      #expect(await phone.client.purchase("grobro.pro.yearly") == .cancelled)
      #expect(phone.client.presentation?.stage == .offering)
      #expect(phone.client.phase == .free)
    }
  }

  @Test("GB-7 a purchase waiting for a parent ends in access when it is approved")
  func askToBuy() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      phone.store.hands = .askToBuy
      #expect(await phone.client.purchase("grobro.pro.yearly") == .pending(.pendingApproval))
      #expect(phone.client.presentation?.stage == .pending(.pendingApproval))
      #expect(phone.client.phase == .free)

      let waiting = try #require(world.store.pendingPurchases.first)
      world.store.approve(waiting.id)
      await phone.client.listenToStore()
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.client.presentation?.stage == .welcome)
    }
  }

  @Test(
    "GB-6 a purchase opens Pro at once, shows the welcome, and closes without reporting a dismissal"
  )
  func welcome() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      #expect(await phone.client.purchase("grobro.pro.yearly") == .purchased)
      #expect(phone.client.presentation?.stage == .welcome)
      #expect(phone.client.presentation?.content.welcome == "Welcome to Pro!")
      #expect(phone.client.access(to: "analytics") == .allowed(nil))
      await phone.client.paywallClosed()
      #expect(phone.client.presentation == nil)
      #expect(!phone.network.requests.contains("POST paywalls/upgrade/closed"))
    }
  }

  @Test("TQ-2 the free week is offered to eligible customers, the regular price to others")
  func eligibility() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(
        await phone.client.content(of: "pro")?.offers.map(\.line)
          == ["7 days free, then $6.99/month"])
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      // Nothing is sold to a customer with a running subscription.
      #expect(await phone.client.content(of: "pro")?.offers.isEmpty == true)
      world.pass(World.hour)
      world.store.expireNow(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(await phone.client.content(of: "pro")?.offers.map(\.line) == ["$6.99/month"])
      let next = Phone(world, "next")
      await next.client.launch()
      #expect(await next.client.content(of: "pro")?.offers.map(\.line) == ["$6.99/month"])
    }
  }

  @Test(
    "TQ-7 a restore that finds nothing says so, and one that could not reach the store does not")
  func restoreNothing() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let nothing = await phone.client.restorePurchases()
      #expect(nothing == .nothingFound)
      #expect(phone.client.line(for: nothing) == "No active subscription found.")
      phone.store.isReachable = false
      guard case .failed(let store) = await phone.client.restorePurchases() else {
        Issue.record("the store could not be asked")
        return
      }
      #expect(store.code == .store)
      phone.store.isReachable = true
      phone.network.isOnline = false
      #expect(await phone.client.restorePurchases() == .failed(ClientError.network))
    }
  }

  @Test("TQ-7 a restore after a reinstall finds the purchase")
  func restore() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      phone.reinstall()
      await phone.client.launch()
      #expect(phone.client.phase == .free)
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(phone.client.entitlement("pro").isActive)
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.storeTransactions.count == 1)
    }
  }

  @Test(
    "a purchase whose report fails is not lost and counts once",
    arguments: [
      PhoneNetwork.Fault.loseRequest, .loseAnswer, .status(500), .status(429), .breakAnswer,
    ], [false, true])
  func reportFails(fault: PhoneNetwork.Fault, isKilled: Bool) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.fail("/transactions", fault)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      #expect(world.store.unfinishedTransactions(of: phone.store.account).count == 1)
      #expect(phone.client.pendingCount == 1)
      if isKilled { phone.relaunch() }
      #expect(phone.client.pendingCount == 1)

      if isKilled { await phone.client.launch() } else { await phone.client.reevaluate() }
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.storeTransactions.count == 1)
    }
  }

  @Test("a client killed before it wrote anything finds the purchase in the store")
  func killedAtOnce() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      world.store.purchase("strikelab.pro.monthly", by: phone.store.account)
      phone.relaunch()
      #expect(phone.client.phase == .blocked)
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("nothing is finished with the store before the server has recorded it")
  func finishedLast() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let store = world.store
      let account = phone.store.account
      phone.network.after("/transactions") {
        #expect(store.unfinishedTransactions(of: account).count == 1)
      }
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(store.unfinishedTransactions(of: account).isEmpty)
    }
  }

  @Test("a refund reaches the phone although its transaction was posted before")
  func refund() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      world.pass(World.hour)
      let bought = try #require(world.store.transactions(of: phone.store.account).first)
      #expect(world.store.refund(bought.payload.transactionId))
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .lapsed)
      #expect(phone.client.access(to: "train").isAllowed == false)
    }
  }
}
