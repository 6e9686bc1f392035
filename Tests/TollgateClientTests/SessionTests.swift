import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateServer
import TollgateWire

@MainActor
@Suite("Sessions")
struct SessionTests {
  private static let email = "ada@example.com"
  private static let password = "correct horse"

  private func texts(of phone: Phone) throws -> [String: String] {
    var texts: [String: String] = [:]
    for area in StorageArea.allCases {
      for name in phone.storage.names(in: area) {
        texts[name] = try phone.storage.text(of: name, in: area)
      }
    }
    return texts
  }

  @Test("SL-10 signing out ends the session on the server: its token is no longer valid")
  func endedOnServer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let tablet = Phone(world, "tablet")
      try await phone.client.signUp(email: Self.email, password: Self.password)
      try await tablet.client.signIn(email: Self.email, password: Self.password)
      try await phone.client.refresh()
      let token = phone.network.token
      let before = try await world.ask(.me, token)
      #expect(before == nil)
      await phone.client.signOut()
      let after = try await world.ask(.me, token)
      #expect(after == .sessionEnded)
      let exchanged = try await world.ask(.session, token)
      #expect(exchanged == .sessionEnded)
      try await tablet.client.refresh()
      #expect(tablet.client.account != nil)
    }
  }

  @Test(
    "SL-10 a sign-out without the server removes the person at once, and is reported later",
    arguments: [PhoneNetwork.Fault.loseRequest, .loseAnswer, .status(500), .status(429), .timeOut])
  func toldLater(fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let token = phone.network.token
      let customer = try #require(phone.client.customer)
      phone.network.fail("/sign-out", fault)
      await phone.client.signOut()
      #expect(phone.client.customer == nil)
      #expect(phone.client.transactions.isEmpty)
      // The token waits to be ended, in the keychain and nowhere else.
      let kept = try texts(of: phone)
      #expect(kept.filter { $0.value.contains("\"eyJ") }.map(\.key) == ["tollgate-ended-sessions"])
      #expect(!kept.contains { $0.value.contains("\"\(customer)\"") })

      phone.relaunch()
      #expect(phone.client.customer == nil)
      await phone.client.launch()
      #expect(phone.client.customer != customer)
      let after = try await world.ask(.me, token)
      #expect(after == .sessionEnded)
      #expect(!phone.storage.names(in: .keychain).contains("tollgate-ended-sessions"))
    }
  }

  @Test("SL-10 an app killed while signing out is signed out, or still in, never in between")
  func killed() async throws {
    var outcomes: Set<Bool> = []
    for step in 1...40 {
      try await World.of("strikelab") { world in
        let phone = Phone(world)
        try await phone.client.signUp(email: Self.email, password: Self.password)
        await phone.client.launch()
        let token = phone.network.token
        let account = phone.client.account
        phone.relaunch(killAt: step)
        await phone.client.signOut()
        guard !phone.life.isAlive else { return }
        phone.relaunch()
        let isIn = phone.client.account == account
        #expect(isIn || phone.client.customer == nil, "step \(step)")
        outcomes.insert(isIn)
        await phone.client.launch()
        #expect((phone.client.account == account) == isIn, "step \(step)")
        let answer = try await world.ask(.me, token)
        #expect(answer == (isIn ? nil : .sessionEnded), "step \(step)")
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test("SL-10 a session that the server ended is left, and waiting reports stay with its person")
  func leftByServer() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      let ada = phone.client.customer
      let token = phone.network.token
      phone.network.isOnline = false
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      let waiting = phone.client.pendingCount
      #expect(waiting == 2)
      try await world.ask(.signOut, token)
      phone.network.isOnline = true

      let error = await #expect(throws: ClientError.self) { try await phone.client.refresh() }
      #expect(error?.code == .sessionEnded)
      #expect(error?.isRetryable == false)
      #expect(phone.client.account == nil)
      #expect(phone.client.email == nil)
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.presentation == nil)
      #expect(phone.client.notices.map(\.code) == [.sessionEnded])
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .blocked)
      #expect(phone.client.customer != ada)
      #expect(phone.client.pendingCount == waiting)
      try await phone.client.signUp(email: "bob@example.com", password: Self.password)
      #expect(phone.client.phase == .blocked)
      await phone.client.signOut()

      try await phone.client.signIn(email: Self.email, password: Self.password)
      #expect(phone.client.customer == ada)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      let facts = try await world.facts(of: ada).facts
      #expect(facts.count { $0.kind == .paywall } == 1)
      #expect(facts.count { $0.kind == .transaction } == 1)
    }
  }

  @Test(
    "SL-6 if the server ends the session while the sheet is up, the purchase stays with its buyer")
  func endedWhileBuying() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      let token = phone.network.token
      phone.store.whileBuying {
        do { try await world.ask(.signOut, token) } catch { Issue.record("\(error)") }
      }
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      #expect(phone.client.account == nil)
      #expect(!phone.client.hasJustSubscribed)
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .blocked)
      try await phone.client.signIn(email: Self.email, password: Self.password)
      #expect(phone.client.phase == .subscribed)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test(
    "SL-1 a token is exchanged before it expires, and an expired one up to 400 days after its creation",
    arguments: [(22, false), (23, true), (29, true), (31, true), (399, true)])
  func exchanged(days: Int64, isExchanged: Bool) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      let account = phone.client.account
      let token = phone.network.token
      let asked = phone.network.count
      world.pass(days * World.day)
      try await phone.client.refresh()
      #expect(phone.client.account == account)
      #expect(phone.network.requests.dropFirst(asked).contains("POST session") == isExchanged)
      try await phone.client.refresh()
      #expect((phone.network.token != token) == isExchanged)
      #expect(phone.network.requests.last == "GET ")
      phone.relaunch()
      try await phone.client.refresh()
      #expect(phone.client.account == account)
    }
  }

  @Test("a token that could not be exchanged remains valid until it expires")
  func notExchanged() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      let token = phone.network.token
      world.pass(25 * World.day)
      phone.network.fail("/session", .status(500))
      try await phone.client.refresh()
      #expect(phone.network.requests.suffix(2) == ["POST session", "GET "])
      #expect(phone.network.token == token)
      try await phone.client.refresh()
      try await phone.client.refresh()
      #expect(phone.network.token != token)
    }
  }

  @Test("a session that is too old to be exchanged is left; an anonymous customer is replaced")
  func tooOld() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let tablet = Phone(world, "tablet")
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await tablet.client.launch()
      let anonymous = tablet.client.customer
      world.pass(400 * World.day)
      let error = await #expect(throws: ClientError.self) { try await phone.client.refresh() }
      #expect(error?.code == .sessionEnded)
      #expect(phone.client.account == nil)
      try await phone.client.signIn(email: Self.email, password: Self.password)
      #expect(phone.client.account != nil)
      try await tablet.client.refresh()
      #expect(tablet.client.customer != anonymous)
      #expect(tablet.client.phase == .blocked)
    }
  }

  @Test("a token that a concurrent request exchanged is not exchanged twice")
  func exchangedOnce() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      await phone.client.launch()
      world.pass(31 * World.day)
      async let one = phone.client.use("train", key: "a")
      async let two = phone.client.use("train", key: "b")
      _ = try await [one, two]
      #expect(phone.client.account != nil)
      #expect(phone.client.notices.isEmpty)
    }
  }
}
