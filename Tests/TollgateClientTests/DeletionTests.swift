import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateLedger
import TollgateServer
import TollgateWire

@MainActor
@Suite("Deletion of the account")
struct DeletionTests {
  private static let email = "ada@example.com"
  private static let password = "correct horse"

  /// A phone whose owner has an account, a subscription and a report that waits for the network.
  private func owner(in world: World) async throws -> Phone {
    let phone = Phone(world)
    await phone.client.launch()
    try await phone.client.signUp(email: Self.email, password: Self.password)
    #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
    phone.network.isOnline = false
    await phone.client.recordMilestone("later")
    await phone.client.reported()
    phone.network.isOnline = true
    return phone
  }

  /// Everything that the phone has stored, by name.
  private func texts(of phone: Phone) throws -> [String: String] {
    var texts: [String: String] = [:]
    for area in StorageArea.allCases {
      for name in phone.storage.names(in: area) {
        texts[name] = try phone.storage.text(of: name, in: area)
      }
    }
    return texts
  }

  private func expectNothing(of customer: Customer.ID, on phone: Phone) throws {
    for (name, text) in try texts(of: phone) {
      #expect(!text.contains("\"\(customer)\""), "\(name)")
      #expect(!text.contains(Self.email), "\(name)")
      // The next customer has a token of their own.
      if phone.client.customer == nil { #expect(!text.contains("\"eyJ"), "\(name)") }
    }
  }

  @Test("SL-10 a deletion removes the person from the device and from the server")
  func deletes() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = try await owner(in: world)
      let customer = try #require(phone.client.customer)
      let token = phone.network.token
      #expect(phone.client.pendingCount == 1)
      try await phone.client.deleteAccount()
      #expect(phone.client.customer == nil)
      #expect(phone.client.account == nil)
      #expect(phone.client.email == nil)
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.transactions.isEmpty)
      #expect(phone.client.presentation == nil)
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.allSatisfy { $0.code == .unknownName })
      try expectNothing(of: customer, on: phone)
      let answer = try await world.ask(.me, token)
      #expect(answer == .customerDeleted)
      let record = try await world.ledger.record(of: customer, in: world.app)
      #expect(record?.isErased == true)

      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .blocked)
      #expect(phone.client.customer != customer)
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.signIn(email: Self.email, password: Self.password)
      }
      #expect(error?.code == .wrongCredentials)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      #expect(phone.client.phase == .blocked)
    }
  }

  @Test(
    "a deletion that does not reach the server is an error, and changes nothing",
    arguments: [PhoneNetwork.Fault.loseRequest, .timeOut, .status(503), .status(500)])
  func offline(fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab") { world in
      let phone = try await owner(in: world)
      let before = try texts(of: phone)
      let customer = phone.client.customer
      phone.network.fail("/customers/me", fault)
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.deleteAccount()
      }
      #expect(error?.isRetryable == true)
      #expect(phone.client.customer == customer)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.pendingCount == 1)
      #expect(try texts(of: phone) == before)
      let answer = try await world.ask(.me, phone.network.token)
      #expect(answer == nil)
    }
  }

  @Test("after a lost answer it can be called again, in the same launch or the next one")
  func lostAnswer() async throws {
    for isRelaunched in [false, true] {
      try await World.of("strikelab", identifiers: .random) { world in
        let phone = try await owner(in: world)
        let customer = try #require(phone.client.customer)
        phone.network.fail("/customers/me", .loseAnswer)
        let error = await #expect(throws: ClientError.self) {
          try await phone.client.deleteAccount()
        }
        #expect(error?.code == .network)
        #expect(phone.client.customer == customer)
        if isRelaunched { phone.relaunch() }
        try await phone.client.deleteAccount()
        #expect(phone.client.customer == nil)
        try expectNothing(of: customer, on: phone)
      }
    }
  }

  @Test("SL-10 an app killed while deleting finishes at its next launch, or has deleted nothing")
  func killed() async throws {
    var outcomes: Set<Bool> = []
    var step = 0
    var isOver = false
    while !isOver {
      step += 1
      let killAt = step
      try await World.of("strikelab", identifiers: .random) { world in
        let phone = try await owner(in: world)
        let customer = try #require(phone.client.customer)
        phone.relaunch(killAt: killAt)
        do { try await phone.client.deleteAccount() } catch {}
        guard !phone.life.isAlive else {
          isOver = true
          return
        }
        let isDeleted = try await world.ledger.record(of: customer, in: world.app)?.isErased
        outcomes.insert(isDeleted == true)
        phone.relaunch()
        await phone.client.launch()
        guard isDeleted == true else {
          #expect(phone.client.customer == customer, "step \(killAt)")
          #expect(phone.client.phase == .subscribed, "step \(killAt)")
          return
        }
        #expect(phone.client.account == nil, "step \(killAt)")
        #expect(phone.client.customer != customer, "step \(killAt)")
        #expect(phone.client.pendingCount == 0, "step \(killAt)")
        try expectNothing(of: customer, on: phone)
      }
    }
    #expect(outcomes == [true, false])
    #expect(step > 5)
  }

  @Test(
    "SL-10 another device of the account is left without it, and discards what it had to report")
  func otherDevice() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = try await owner(in: world)
      let customer = try #require(phone.client.customer)
      let tablet = Phone(world, "tablet", account: "other-apple-id")
      await tablet.client.launch()
      try await tablet.client.signIn(email: Self.email, password: Self.password)
      tablet.network.isOnline = false
      await tablet.client.recordMilestone("later")
      await tablet.client.reported()
      #expect(tablet.client.pendingCount == 1)
      try await phone.client.deleteAccount()
      tablet.network.isOnline = true
      let error = await #expect(throws: ClientError.self) { try await tablet.client.refresh() }
      #expect(error?.code == .customerDeleted)
      #expect(error?.isRetryable == false)
      #expect(tablet.client.account == nil)
      #expect(tablet.client.phase == .unknown)
      #expect(tablet.client.pendingCount == 0)
      #expect(tablet.client.notices.last?.code == .customerDeleted)
      try expectNothing(of: customer, on: tablet)
      try await tablet.client.refresh()
      #expect(tablet.client.phase == .blocked)
      #expect(tablet.client.customer != customer)
    }
  }

  @Test("SL-5 what was bought comes back by a restore, for an anonymous customer too")
  func restored() async throws {
    try await World.of("strikelab", identifiers: .numbered()) { world in
      let phone = await Phone.launched(world)
      try await phone.client.signUp(email: Self.email, password: Self.password)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      try await phone.client.deleteAccount()
      try await phone.client.refresh()
      #expect(phone.client.account == nil)
      #expect(phone.client.phase == .blocked)
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(phone.client.phase == .subscribed)
      world.pass(40 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("a purchase that had not reached the server stays the store account's")
  func waitingPurchase() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .pending(.notConfirmed))
      phone.network.isOnline = true
      let buyer = phone.client.customer
      try await phone.client.deleteAccount()
      await phone.client.launch()
      #expect(phone.client.customer != buyer)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("an anonymous customer can be deleted, and without a customer there is nothing to do")
  func anonymous() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      try await phone.client.deleteAccount()
      #expect(phone.network.requests == [])
      await phone.client.launch()
      let customer = try #require(phone.client.customer)
      try await phone.client.deleteAccount()
      #expect(phone.client.customer == nil)
      let record = try await world.ledger.record(of: customer, in: world.app)
      #expect(record?.isErased == true)
    }
  }

  @Test("an expired token is exchanged first")
  func expiredToken() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = try await owner(in: world)
      let customer = try #require(phone.client.customer)
      world.pass(31 * World.day)
      try await phone.client.deleteAccount()
      #expect(phone.client.customer == nil)
      let record = try await world.ledger.record(of: customer, in: world.app)
      #expect(record?.isErased == true)
    }
  }

  @Test("Sign in with Apple passes the authorization code on")
  func authorizationCode() async throws {
    try await World.of("strikelab", issuers: [AppleID.issuer]) { world in
      let phone = Phone(world)
      let nonce = phone.client.beginAppleSignIn()
      try await phone.client.finishAppleSignIn(
        identityToken: AppleID.token(of: "ada", nonce: nonce, in: world),
        authorizationCode: Data("code 1".utf8))
      let body = try #require(phone.network.body(of: "/sign-in/token"))
      let request = try JSONDecoder().decode(TokenSignInRequest.self, from: body)
      #expect(request.authorizationCode == "code 1")
    }
  }
}
