import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("Purchases during which the session ends")
struct RecoveryTests {
  @Test(
    "SL-6 a person who signs out while the purchase sheet is up has the purchase when they come back",
    arguments: [0, 59])
  func signedOut(minutes: Int64) async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let client = phone.client
      phone.store.whileBuying { await client.signOut() }
      await phone.client.purchase("strikelab.pro.monthly")
      #expect(!phone.client.hasJustSubscribed)
      #expect(phone.client.presentation == nil)

      world.pass(minutes * 60_000)
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      #expect(phone.client.phase == .blocked)
      await phone.client.signOut()
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test(
    "SL-6 an app killed while the sheet is up delivers the purchase to its buyer at the next launch"
  )
  func killed() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let buyer = phone.client.customer
      let life = phone.life
      phone.store.whileBuying { life.kill() }
      await phone.client.purchase("strikelab.pro.monthly")
      phone.relaunch()
      #expect(phone.client.phase == .blocked)
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      let recorded = try await world.facts(of: buyer).storeTransactions
      #expect(recorded.count == 1)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("SL-6 a token that expires while the sheet is up is exchanged, and the purchase continues")
  func expired() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      phone.store.whileBuying {
        world.time.now = world.time.now.adding(milliseconds: 31 * World.day)
      }
      phone.store.sign { payload in
        payload.expiresDate = payload.expiresDate.map { $0.adding(milliseconds: 31 * World.day) }
      }
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(phone.network.requests.contains("POST session"))
    }
  }

  @Test("SL-6 an anonymous buyer who signs out leaves the purchase to the next customer")
  func anonymous() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      await phone.client.signOut()
      phone.network.isOnline = true
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .subscribed)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("SL-6 an anonymous buyer replaced while the sheet is up leaves the purchase to the next")
  func replaced() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.refresh()
      let (client, buyer, token) = (phone.client, phone.client.customer, phone.network.token)
      phone.store.whileBuying {
        do {
          try await world.ask(.signOut, token)
          try await client.refresh()
        } catch {
          Issue.record("\(error)")
        }
      }
      await phone.client.purchase("strikelab.pro.monthly")
      #expect(phone.client.customer != buyer)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("SL-6 a purchase approved after its anonymous buyer signed out goes to the next customer")
  func approvedLater() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.store.hands = .askToBuy
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.pendingApproval))
      await phone.client.signOut()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let waiting = try #require(world.store.pendingPurchases.first)
      world.store.approve(waiting.id)
      await phone.client.listenToStore()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("SL-6 an app killed while its anonymous buyer signs out gives the next the purchase")
  func killedWhileSigningOut() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let life = phone.life
      phone.store.whileBuying { life.kill() }
      await phone.client.purchase("strikelab.pro.monthly")
      phone.storage.remove("tollgate-session", from: .keychain)
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }
}
