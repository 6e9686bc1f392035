import AppStoreSimulator
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateSimulation

@testable import TollgateClient

@MainActor
@Suite("Purchases that the server does not confirm at once")
struct ConfirmationTests {
  @Test(
    "SL-7 a purchase is confirmed with retries, however slow the server is, and ends in access",
    arguments: 0...6, [PhoneNetwork.Fault.status(500), .loseAnswer, .timeOut])
  func retries(failures: Int, fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab") { world in
      let waits = Mutex<[Duration]>([])
      let short = Waiting.short(world)
      let phone = Phone(world) { wait in
        if wait <= .seconds(10) { waits.withLock { $0.append(wait) } }
        try await short(wait)
      }
      await phone.client.launch()
      phone.network.fail("/transactions", fault, times: failures)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(waits.withLock { $0 } == Array(PurchaseConfirmation.waits.prefix(failures)))
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.client.isProvisional)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test(
    "SL-7 after the last retry the signed transaction itself decides, until the server responds"
  )
  func provisional() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.network.fail("/transactions", .status(500), times: 1000)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.access(to: "train") == .allowed(nil))
      #expect(phone.client.isProvisional)
      let before = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(before.isEmpty)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).count == 1)

      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.isProvisional)
      phone.network.move(to: world)
      phone.network.forget()
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.client.isProvisional)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
      let recorded = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(recorded.count == 1)
    }
  }

  @Test("SL-7 a signed transaction gives no more than it contains, and is never cached as verified")
  func bounded() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let end = try #require(phone.client.membership?.subscription?.expiresAt)
      #expect(phone.client.membership?.nextChange == end)
      for name in ["tollgate-customer", "tollgate-session"] {
        let area: StorageArea = name == "tollgate-session" ? .keychain : .files
        let kept = String(decoding: phone.storage.read(name, from: area) ?? Data(), as: UTF8.self)
        #expect(!kept.contains("strikelab.pro"))
      }
      world.time.now = end.adding(milliseconds: -60_000)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .subscribed)
      world.time.now = end
      await phone.client.reevaluate()
      #expect(phone.client.phase == .lapsed)
      #expect(phone.client.access(to: "train").isAllowed == false)
    }
  }

  @Test("SL-7 without a way to wait it takes effect once the same time has passed")
  func byTime() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      world.pass(PurchaseConfirmation.timeout.milliseconds - 1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .blocked)
      world.pass(1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.isProvisional)
    }
  }

  @Test("a paid trial also starts from the signed transaction alone")
  func trial() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
      #expect(phone.client.phase == .trial)
      #expect(phone.client.membership?.trial?.limit == 100)
      phone.network.isOnline = true
      await phone.client.reevaluate()
      #expect(!phone.client.isProvisional)
      #expect(phone.client.phase == .trial)
    }
  }

  @Test("a transaction that the server refuses no longer gives anything")
  func refused() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.store.isForging = true
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(phone.client.isProvisional)
      phone.network.isOnline = true
      await phone.client.reevaluate()
      #expect(phone.client.phase == .blocked)
      #expect(!phone.client.isProvisional)
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.map(\.code.rawValue) == ["signed_data_invalid_signature"])
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test(
    "a rejected report is retried after a wait that doubles, half of it random",
    arguments: [
      (1, 0, nil, 1000), (2, 0, nil, 2000), (3, 0.5, nil, 3000), (4, 0.999_999_999, nil, 4000),
      (9, 0, nil, 256_000), (10, 0, nil, 300_000), (1000, 0, nil, 300_000), (1, 0, 30, 30_000),
      (1, 0, 9999, 300_000),
    ] as [(Int, Double, Int?, Int64)])
  func backoff(failures: Int, random: Double, asked: Int?, milliseconds: Int64) {
    let wait = Backoff.delay(
      after: failures, random: random, requested: asked.map { .seconds($0) })
    #expect(abs(wait / .milliseconds(milliseconds) - 1) < 0.000_001)
  }

  @Test("every listener receives the outcome of a purchase")
  func changes() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      var purchases = phone.client.purchaseChanges.makeAsyncIterator()
      var memberships = phone.client.membershipChanges.makeAsyncIterator()
      #expect(await memberships.next()?.phase == .blocked)
      phone.network.fail("/transactions", .status(500), times: 7)
      await phone.client.purchase("strikelab.pro.monthly")
      await phone.client.reevaluate()
      for state in [PurchaseChange.State.waiting, .provisional, .recorded] {
        let change = await purchases.next()
        #expect(change?.state == state)
        #expect(change?.product == "strikelab.pro.monthly")
      }
      #expect(await memberships.next()?.phase == .subscribed)
    }
  }
}
