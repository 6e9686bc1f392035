import AppStoreSimulator
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateLedger
import TollgateSimulation

@MainActor
@Suite("The app leaves the foreground and returns")
struct ForegroundTests {
  /// Puts the app in the background for a time.
  private func away(
    _ phone: Phone, for time: Int64 = World.hour, _ action: () async throws -> Void = {}
  ) async throws {
    phone.client.wentToBackground()
    phone.world.pass(time)
    try await action()
    await phone.client.cameToForeground(showing: nil)
  }

  /// How often the whole customer was read; the names of requests leave out `customers/me`.
  private func reads(_ phone: Phone) -> Int {
    phone.network.requests.count { $0 == "GET " }
  }

  @Test("TQ-1 a refund made while the app was in the background is seen when it returns")
  func refund() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      try await away(phone) {
        let bought = try #require(world.store.transactions(of: phone.store.account).first)
        #expect(world.store.refund(bought.payload.transactionId))
        try await world.deliverNotifications()
        #expect(phone.client.phase == .subscribed)
      }
      #expect(phone.client.phase == .lapsed)
    }
  }

  /// Grants the customer an entitlement for good.
  private static func grant(to customer: Customer.ID?, in world: World) async throws {
    let id = try #require(customer)
    let record = try #require(try await world.ledger.record(of: id, in: world.app))
    let now = world.time.now
    _ = try await world.ledger.append(
      LedgerWrite(
        app: world.app, customer: id, expectedVersion: record.version,
        facts: [.grant(Grant(id: "g1", entitlements: ["pro"], startsAt: now, endsAt: nil))], at: now
      ))
  }

  @Test("a grant, and a blueprint published again, are seen when the app returns")
  func grantAndBlueprint() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.phase == .blocked)
      let client = phone.client
      client.wentToBackground()
      world.pass(World.hour)
      try await Self.grant(to: client.customer, in: world)
      let changes: KeyValuePairs = ["title: Step into the lab": "title: Come in"]
      try await world.republished(as: "strikelab", changing: changes) { next in
        phone.network.move(to: next)
        await client.cameToForeground(showing: nil)
        #expect(client.entitlement("pro").isActive)
        let title = await client.content(of: "subscribe")?.title
        #expect(title == "Come in")
      }
    }
  }

  @Test("days that support adds to a trial are seen when the app returns, and kept offline")
  func moreTrial() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      try await client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(client.membership?.trial?.days == 7)
      client.wentToBackground()
      world.pass(World.hour)
      let id = try #require(client.customer)
      let record = try #require(try await world.ledger.record(of: id, in: world.app))
      let added = TrialExtension(
        id: "e1", trial: "trial", days: 3, author: .support, reason: "An outage",
        at: world.time.now)
      _ = try await world.ledger.append(
        LedgerWrite(
          app: world.app, customer: id, expectedVersion: record.version,
          facts: [.trialExtension(added)], at: world.time.now))
      // A server that has not read the customer before.
      try await world.republished(as: "coach-free", changing: [:]) { next in
        phone.network.move(to: next)
        await client.cameToForeground(showing: nil)
        #expect(client.membership?.trial?.days == 10)
        phone.network.isOnline = false
        phone.relaunch()
        await phone.client.launch()
        next.pass(8 * World.day)
        await phone.client.reevaluate()
        #expect(phone.client.phase == .trial)
        #expect(phone.client.membership?.trial?.daysLeft == 2)
      }
    }
  }

  @Test("two returns within the pause make one request, also at the same time")
  func pause() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let before = reads(phone)
      try await away(phone)
      #expect(reads(phone) == before + 1)
      try await away(phone, for: 59_999)
      #expect(reads(phone) == before + 1)
      phone.client.wentToBackground()
      world.pass(1)
      let client = phone.client
      async let first: Void = client.cameToForeground(showing: nil)
      async let second: Void = client.cameToForeground(showing: nil)
      _ = await (first, second)
      #expect(reads(phone) == before + 2)
    }
  }

  @Test("a return without a network keeps what is known, and the next one asks again")
  func offline() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      phone.network.isOnline = false
      try await away(phone)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.connection == .failed(ClientError.network))
      phone.network.isOnline = true
      try await away(phone, for: 1000)
      #expect(phone.client.connection == .confirmed(world.time.now))
    }
  }

  @Test("a return creates no customer after a sign-out, but does after a launch without a network")
  func nobody() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      await phone.client.signOut()
      try await away(phone)
      #expect(phone.client.customer == nil)
      #expect(try await phone.client.refreshInBackground() == false)
      #expect(phone.client.customer == nil)

      let other = Phone(world, "other")
      other.network.isOnline = false
      await other.client.launch()
      #expect(other.client.phase == .unknown)
      other.network.isOnline = true
      try await away(other, for: 1000)
      #expect(other.client.phase == .blocked)
    }
  }

  @Test("a background refresh says whether something changed, and fails without a network")
  func background() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      world.pass(World.hour)
      #expect(try await phone.client.refreshInBackground() == false)
      let bought = try #require(world.store.transactions(of: phone.store.account).first)
      #expect(world.store.refund(bought.payload.transactionId))
      try await world.deliverNotifications()
      phone.relaunch()
      #expect(try await phone.client.refreshInBackground())
      #expect(phone.client.phase == .lapsed)
      phone.network.isOnline = false
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.refreshInBackground()
      }
      #expect(error?.code == .network)
      #expect(phone.client.phase == .lapsed)
    }
  }

  @Test("launching twice, at once or for a second window, starts the app once")
  func launchedOnce() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let client = phone.client
      async let first: Void = client.launch()
      async let second: Void = client.launch()
      _ = await (first, second)
      let requests = phone.network.count
      #expect(phone.network.requests.count { $0 == "POST " } == 1)
      #expect(await client.showPaywall(at: "after-login") == .shown("subscribe"))
      await client.paywallClosed()
      await client.reported()
      let afterwards = phone.network.count
      await client.launch()
      #expect(phone.network.count == afterwards)
      #expect(afterwards > requests)
      #expect(await client.showPaywall(at: "after-login") == .skipped(.alreadyShown))
    }
  }

  @Test("several windows listen to the store once, until the last of them is closed")
  func listensOnce() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      let client = phone.client
      let first = Task { await client.listenToStore() }
      #expect(await phone.session.settled(listeners: 2))
      let second = Task { await client.listenToStore() }
      await Task.yield()
      #expect(await phone.session.settled(listeners: 2))
      first.cancel()
      await first.value
      try phone.session.promote(productIdentifier: "techniq.pro.monthly")
      phone.session.store.catchUp()
      #expect(await phone.session.settled(listeners: 2))
      second.cancel()
      await second.value
      #expect(client.transactions.map(\.product) == ["techniq.pro.monthly"])
    }
  }
}
