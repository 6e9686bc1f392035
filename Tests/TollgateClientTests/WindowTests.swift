import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient

@MainActor
@Suite("A paywall in an app with several windows")
struct WindowTests {
  private let root = PaywallHost()
  private let sheet = PaywallHost()
  private let other = PaywallHost()

  private func launched(_ world: World) async -> TollgateClient {
    let client = Phone(world).client
    await client.launch()
    await client.record(.appeared(over: nil), of: root)
    return client
  }

  private func places(_ client: TollgateClient) -> [PaywallHost] {
    [root, sheet, other].filter { client.presentation(in: $0) != nil }
  }

  @Test("SL-8 a paywall opens from inside a sheet, once, and a second window does not end it")
  func once() async throws {
    try await World.of("strikelab") { world in
      let client = await launched(world)
      await client.record(.appeared(over: root), of: sheet)
      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(places(client) == [sheet])
      await client.record(.paywallAppeared, of: sheet)
      await client.record(.appeared(over: nil), of: other)
      await client.record(.leftForeground, of: other)
      await client.record(.becameActive, of: other)
      #expect(places(client) == [sheet])
      #expect(await client.showPaywall("subscribe") == .skipped(.onScreen))
      await client.paywallClosed()
      #expect(places(client).isEmpty)
      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(places(client) == [other])
    }
  }

  @Test("a paywall ends with the sheet that showed it, and those who wait for it continue")
  func endsWithSheet() async throws {
    try await World.of("strikelab") { world in
      let client = await launched(world)
      await client.record(.appeared(over: root), of: sheet)
      async let outcome = client.register("after-login")
      while client.presentation == nil { await Task.yield() }
      await client.record(.paywallAppeared, of: sheet)
      await client.record(.disappeared, of: sheet)
      #expect(client.presentation != nil)
      await client.record(.paywallDisappeared, of: sheet)
      #expect(client.presentation == nil)
      let ended = await outcome
      #expect(ended == .shown("subscribe", .dismissed))
      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(places(client) == [root])
    }
  }

  @Test("Pain 2: a paywall that the system removed in the background ends when its window returns")
  func removedInBackground() async throws {
    try await World.of("strikelab") { world in
      let client = await launched(world)
      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      await client.record(.paywallAppeared, of: root)
      await client.record(.leftForeground, of: root)
      await client.record(.paywallDisappeared, of: root)
      world.pass(TollgateClient.sessionPatience.milliseconds)
      await client.record(.becameActive, of: root)
      #expect(client.presentation == nil)
      #expect(await client.showPaywall(at: "after-login") == .shown("subscribe"))
    }
  }

  @Test("only the window that asked says that the paywall is loading")
  func loading() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      let (root, other) = (self.root, self.other)
      await client.record(.appeared(over: nil), of: root)
      await client.record(.appeared(over: nil), of: other)
      phone.store.whileLoading {
        #expect(await client.isLoadingPaywall(in: other))
        #expect(await !client.isLoadingPaywall(in: root))
        // The customer goes to the first window; the paywall still opens in the other one.
        await client.record(.becameActive, of: root)
      }
      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      #expect(places(client) == [other])
    }
  }

  @Test("the return of a window fetches what changed, as the return of the app does")
  func refreshes() async throws {
    try await World.of("strikelab") { world in
      let client = await launched(world)
      #expect(await client.purchase("strikelab.pro.monthly") == .purchased)
      let bought = try #require(world.store.transactions(of: "apple-id").first)
      await client.record(.leftForeground, of: root)
      world.pass(World.hour)
      #expect(world.store.refund(bought.payload.transactionId))
      try await world.deliverNotifications()
      await client.record(.becameActive, of: root)
      #expect(client.phase == .lapsed)
    }
  }

  @Test("CP-4 a return from the background counts once, when every window was away")
  func returns() async throws {
    try await World.of("coach-paid") { world in
      let client = await launched(world)
      await client.record(.becameActive, of: root)
      #expect(client.returns == 0, "Control Center hides nothing")
      await client.record(.appeared(over: nil), of: other)
      await client.record(.leftForeground, of: other)
      await client.record(.becameActive, of: other)
      #expect(client.returns == 0, "the other window stayed")
      for host in [root, other] { await client.record(.leftForeground, of: host) }
      for host in [root, other] { await client.record(.becameActive, of: host) }
      #expect(client.returns == 1)
      client.wentToBackground()
      for _ in 1...2 { await client.cameToForeground(showing: nil) }
      #expect(client.returns == 2)
    }
  }
}
