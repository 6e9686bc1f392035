import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Placements")
struct PlacementTests {
  /// Waits for the paywall and runs an action.
  private func whileShown(_ phone: Phone, _ action: @MainActor () async -> Void) async {
    for await presentation in phone.client.presentationChanges where presentation != nil { break }
    await action()
  }

  private func register(
    _ phone: Phone, _ action: @escaping @MainActor () async -> Void
  ) async -> (outcome: PlacementOutcome, ran: Bool) {
    var ran = false
    async let acted: Void = whileShown(phone, action)
    let outcome = await phone.client.register("after-login") { ran = true }
    await acted
    return (outcome, ran)
  }

  @Test("a purchase opens the placement, once its welcome is over")
  func purchased() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let (outcome, ran) = await register(phone) {
        await phone.client.purchase("strikelab.pro.monthly")
        await phone.client.paywallClosed()
      }
      #expect(outcome == .shown("subscribe", .purchased))
      #expect(ran)
      var again = false
      #expect(
        await phone.client.register("after-login") { again = true } == .skipped(.entitled))
      #expect(again)
    }
  }

  @Test("a restore opens it, and closes the paywall")
  func restored() async throws {
    try await World.of("strikelab") { world in
      let old = Phone(world, "old")
      await old.client.launch()
      #expect(await old.client.purchase("strikelab.pro.monthly") == .purchased)
      let phone = Phone(world)
      await phone.client.launch()
      let (outcome, ran) = await register(phone) {
        #expect(await phone.client.restorePurchases() == .restored)
      }
      #expect(outcome == .shown("subscribe", .restored))
      #expect(ran)
    }
  }

  @Test("a paywall that ends before the server has recorded its showing keeps its ending")
  func endedAtOnce() async throws {
    try await World.of("strikelab") { world in
      let old = Phone(world, "old")
      await old.client.launch()
      #expect(await old.client.purchase("strikelab.pro.monthly") == .purchased)
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.network.after("/shown") { #expect(await client.restorePurchases() == .restored) }
      var ran = false
      let outcome = await phone.client.register("after-login") { ran = true }
      #expect(outcome == .shown("subscribe", .restored))
      #expect(ran)
    }
  }

  @Test(
    "a paywall keeps its own ending, even if another shows before the server has recorded the first"
  )
  func endedBeforeAnother() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.network.after("/shown") { @MainActor in
        await client.paywallClosed()
        await client.showPaywall("subscribe")
      }
      var ran = false
      let outcome = await client.register("after-login") { ran = true }
      #expect(outcome == .shown("subscribe", .dismissed))
      #expect(!ran)
    }
  }

  @Test("closing it leaves a gate closed, and anything else continues", arguments: [true, false])
  func dismissed(isGate: Bool) async throws {
    try await World.of(
      "strikelab", changing: isGate ? [:] : ["oncePerSession: true": "gate: false"]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let (outcome, ran) = await register(phone) { await phone.client.paywallClosed() }
      #expect(outcome == .shown("subscribe", .dismissed))
      #expect(ran == !isGate)
      var again = false
      let next = await phone.client.register("after-login") { again = true }
      #expect(next == .skipped(.alreadyShown))
      #expect(again == !isGate)
    }
  }

  @Test("a purchase that fails leaves it closed and says why")
  func failed() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.store.hands = .fail(.paymentInvalid)
      let (outcome, ran) = await register(phone) {
        await phone.client.purchase("strikelab.pro.monthly")
        await phone.client.paywallClosed()
      }
      #expect(outcome == .shown("subscribe", .failed(.paymentInvalid)))
      #expect(!ran)
    }
  }

  @Test(
    "a feature that is denied shows its paywall, and opens where it was bought",
    arguments: [true, false])
  func gate(buys: Bool) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      var ran = 0
      async let acted: Void = whileShown(phone) {
        if buys { await phone.client.purchase("strikelab.pro.monthly") }
        await phone.client.paywallClosed()
      }
      let access = await phone.client.gate("train") { ran += 1 }
      await acted
      #expect(access.isAllowed == buys)
      #expect(ran == (buys ? 1 : 0))
      #expect(await phone.client.gate("no-such-feature") { ran += 1 }.isAllowed == false)
    }
  }

  @Test("when the closure runs is a table over every outcome")
  func table() {
    let shown = [
      PlacementOutcome.Ending.purchased, .restored, .dismissed, .failed(.paymentInvalid),
    ].map { PlacementOutcome.shown("plans", $0) }
    let skipped = TollgateClient.PaywallOutcome.Reason.allCases.map(PlacementOutcome.skipped)
    let gate = (shown + skipped).filter { $0.opens(gate: true) }
    let open = (shown + skipped).filter { $0.opens(gate: false) }
    #expect(
      gate == [
        .shown("plans", .purchased), .shown("plans", .restored), .skipped(.unknown),
        .skipped(.entitled), .skipped(.notNow), .skipped(.heldOut),
      ])
    #expect(
      Set(open).subtracting(gate) == [
        .shown("plans", .dismissed), .shown("plans", .failed(.paymentInvalid)),
        .skipped(.alreadyShown), .skipped(.coolingDown), .skipped(.limitReached),
      ])
  }

  @Test("nothing is shown and nothing is removed while unknown")
  func unknown() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      await phone.client.launch()
      var ran = false
      #expect(await phone.client.register("after-login") { ran = true } == .skipped(.unknown))
      #expect(ran)
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(await phone.client.register("nowhere") { ran = false } == .skipped(.notFound))
      #expect(ran)
    }
  }

  @Test("a placement cools down on the device for as long as the blueprint says, across launches")
  func coolingDown() async throws {
    try await World.of(
      "strikelab", changing: ["oncePerSession: true": "cooldown: P3D"]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      await phone.client.paywallClosed()
      phone.relaunch()
      await phone.client.launch()
      world.pass(3 * World.day - 1)
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.coolingDown))
      world.pass(1)
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
    }
  }

  @Test(
    "a limit of paywalls counts what any device showed, also without a network, and withholds none that is requested"
  )
  func limited() async throws {
    try await World.of(
      "strikelab",
      changing: [
        "oncePerSession: true": "oncePerSession: false\npaywallLimit: { upTo: 2, per: P1D }"
      ]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      phone.network.isOnline = false
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      await phone.client.paywallClosed()
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      await phone.client.paywallClosed()
      await phone.client.reported()
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.limitReached))
      var ran = false
      #expect(await phone.client.register("after-login") { ran = true } == .skipped(.limitReached))
      #expect(!ran)
      #expect(await phone.client.showPaywall(for: "train") == .shown("subscribe"))
      await phone.client.paywallClosed()

      phone.network.isOnline = true
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.pendingCount == 0)
      let other = Phone(world, "other")
      try await other.client.signIn(email: "ada@example.com", password: "correct horse")
      await other.client.launch()
      #expect(await other.client.showPaywall(at: "after-login") == .skipped(.limitReached))
      world.pass(World.day - 1)
      await other.client.reevaluate()
      #expect(await other.client.showPaywall(at: "after-login") == .skipped(.limitReached))
      world.pass(1)
      await other.client.reevaluate()
      #expect(await other.client.showPaywall(at: "after-login") == .shown("subscribe"))
    }
  }

  @Test(
    "Pain 19: customers held out stay so, others join as the percentage grows, and 0 holds out no one"
  )
  func holdOut() {
    let customers = (0..<10_000).map { Customer.ID("customer-\($0)") }
    var before: Set<Customer.ID> = []
    for percent in [0, 1, 10, 50, 100] {
      let placement = Placement(id: "after-login", paywall: "plans", holdOut: percent)
      let held = Set(customers.filter(placement.holdsOut))
      #expect(before.isSubset(of: held))
      #expect(abs(held.count - percent * 100) <= 150)
      if percent == 0 { #expect(held.isEmpty) }
      if percent == 100 { #expect(held.count == customers.count) }
      before = held
    }
  }

  @Test("a customer who is held out sees none, and the app continues")
  func heldOut() async throws {
    try await World.of("strikelab", changing: ["oncePerSession: true": "holdOut: 100"]) { world in
      let phone = Phone(world)
      await phone.client.launch()
      var ran = false
      #expect(await phone.client.register("after-login") { ran = true } == .skipped(.heldOut))
      #expect(ran)
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
    }
  }

  @Test("the request with the higher priority shows, whichever of two came first")
  func priority() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.store.whileLoading {
        #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      }
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.onScreen))
      #expect(phone.client.presentation?.placement == nil)
    }
  }

  @Test("Pain 2: a paywall the system removed in the background does not block the next one")
  func backgrounded() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      phone.client.wentToBackground()
      await phone.client.cameToForeground(showing: "subscribe")
      #expect(phone.client.presentation?.paywall == "subscribe")

      phone.client.wentToBackground()
      world.pass(TollgateClient.sessionPatience.milliseconds)
      await phone.client.cameToForeground(showing: nil)
      #expect(phone.client.presentation == nil)
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      await phone.client.paywallClosed()

      phone.client.wentToBackground()
      world.pass(TollgateClient.sessionPatience.milliseconds - 1)
      await phone.client.cameToForeground(showing: nil)
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.alreadyShown))
    }
  }

  @Test("Pain 2: a paywall whose prices never come does not block the next one either")
  func hanging() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.store.whileLoading {
        await client.cameToForeground(showing: nil)
        #expect(await client.showPaywall(at: "after-login") == .shown("subscribe"))
      }
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.onScreen))
      #expect(phone.client.presentation?.placement == "after-login")
    }
  }

  @Test("offerings are listed by paywall, with the store's prices")
  func offerings() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let offerings = await phone.client.offerings()
      #expect(offerings.map(\.id) == ["subscribe"])
      #expect(
        offerings.first?.packages.map(\.id) == ["strikelab.pro.yearly", "strikelab.pro.monthly"])
      #expect(offerings.first?.packages.allSatisfy { $0.product != nil } == true)
      #expect(offerings.first?.problem == nil)
    }
  }

  @Test("GB-8 subscriptions are managed in the store's sheet, or else on its page")
  func manage() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      guard case .open(let page) = await phone.client.manageSubscriptions() else {
        Issue.record("there is no sheet")
        return
      }
      #expect(page.absoluteString == "https://apps.apple.com/account/subscriptions")
      phone.store.hasSheet = true
      #expect(await phone.client.manageSubscriptions() == .shown)
    }
  }
}
