import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite struct IdentityTests {
  @Test("SL-5 an anonymous purchase belongs to the account after signing up")
  func signUpKeeps() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.account != nil)
      #expect(phone.client.phase == .subscribed)
      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.email == "ada@example.com")
    }
  }

  @Test(
    "SL-5 an anonymous purchase and a sign-in lose nothing, whichever response is lost",
    arguments: [nil, "/transactions", "/sign-in"] as [String?],
    [PhoneNetwork.Fault.loseAnswer, .loseRequest, .status(500)])
  func purchaseThenSignIn(path: String?, fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab") { world in
      let old = Phone(world, "old", account: "nobody")
      await old.client.launch()
      try await old.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(old.client.phase == .blocked)

      let phone = Phone(world)
      await phone.client.launch()
      if let path { phone.network.fail(path, fault) }
      let outcome = await phone.client.purchase("strikelab.pro.monthly")
      #expect(outcome == (path == "/transactions" ? .pending(.notConfirmed) : .purchased))
      for _ in 1...3 where phone.client.account == nil {
        do throws(ClientError) {
          try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
        } catch {
          #expect(error.isRetryable)
        }
      }
      #expect(phone.client.customer == old.client.customer)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.storeTransactions.count == 1)
      try await old.client.refresh()
      #expect(old.client.phase == .subscribed)
    }
  }

  @Test("SL-10 signing out leaves no trace of the last person, on the device or on screen")
  func signOut() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let customer = try #require(phone.client.customer)
      let account = try #require(phone.client.account)

      await phone.client.signOut()
      #expect(phone.client.customer == nil)
      #expect(phone.client.email == nil)
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.presentation == nil)
      #expect(!phone.client.hasJustSubscribed)
      for area in StorageArea.allCases {
        for name in phone.storage.names(in: area) {
          let text = try phone.storage.text(of: name, in: area)
          for secret in [customer.rawValue, account.rawValue, "ada@example.com", "eyJ"] {
            #expect(!text.contains("\"\(secret)"), "\(name) still has \(secret)")
          }
        }
      }

      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.customer != customer)
      #expect(phone.client.account == nil)
      #expect(phone.client.phase == .blocked)
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
    }
  }

  @Test("SL-10 a response that arrives after signing out is ignored")
  func lateAnswer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let client = phone.client
      phone.network.after("/customers/me") { await client.signOut() }
      try await phone.client.refresh()
      #expect(phone.client.customer == nil)
      #expect(phone.client.phase == .unknown)
      #expect(phone.storage.names(in: .files).contains("tollgate-customer") == false)
    }
  }

  @Test("a purchase that could not be sent stays with its buyer across a sign-out")
  func purchaseStaysWithBuyer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      phone.network.fail("/transactions", .loseRequest)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      phone.network.isOnline = false
      await phone.client.signOut()
      phone.network.isOnline = true

      await phone.client.launch()
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      #expect(phone.client.phase == .blocked)
      await phone.client.signOut()
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
    }
  }

  @Test("a refused sign-in says why and changes nothing")
  func wrongPassword() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let customer = phone.client.customer
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.signIn(email: "ada@example.com", password: "wrong horse")
      }
      #expect(error?.code.rawValue == "wrong_credentials")
      #expect(error?.isRetryable == false)
      #expect(phone.client.customer == customer)
      #expect(phone.client.account == nil)
    }
  }

  @Test("an expired token is exchanged for a new one without user action")
  func expiredToken() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let customer = phone.client.customer
      world.pass(31 * World.day)
      try await phone.client.refresh()
      #expect(phone.client.customer == customer)
      #expect(phone.network.requests.contains("POST session"))
      let asked = phone.network.requests.count
      try await phone.client.refresh()
      #expect(phone.network.requests.count == asked + 1)
    }
  }

  @Test(
    "an anonymous customer unknown to the server is replaced, and the waiting purchase is kept"
  )
  func unknownCustomer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, pinsKey: false)
      await phone.client.launch()
      let before = phone.client.customer
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      try phone.storage.forge(
        "tollgate-session", in: .keychain, replacing: #""token":""#, with: #""token":"x"#)
      phone.network.isOnline = true
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.customer != before)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 0)
    }
  }

  @Test("concurrent requests create only one anonymous customer")
  func oneCustomer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      async let first = phone.client.use("train", key: "a")
      async let second = phone.client.use("train", key: "b")
      async let third: Void = phone.client.recordMilestone("nothing")
      _ = try await (first, second, third)
      #expect(phone.network.requests.filter { $0 == "POST " }.count == 1)
    }
  }
}
