import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("Merged customers")
struct SharedCustomerTests {
  private let product = "strikelab.pro.monthly"

  @Test("a purchase posted by a customer merged twice goes to the final customer")
  func mergedTwice() async throws {
    let server = try await TestServer("strikelab")
    let first = try await server.phone(device: "phone")
    try await first.buy(product)
    var second = try await server.phone(device: "tablet", account: first.account)
    try await second.restore()
    // The first has been merged into the second; its token is read, so that its state is cached.
    let late = try first.purchase("strikelab.pro.yearly")
    try await first.post(late)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    try await second.signIn("ada@example.com")
    #expect(try await first.post(late).recorded.count == 1)
    #expect(try await account.phase() == .subscribed)
  }

  @Test("two anonymous devices of one store account both keep their access")
  func twoDevices() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone(device: "phone")
    try await phone.buy("grobro.pro.monthly")
    let tablet = try await server.phone(device: "tablet", account: phone.account)
    try await tablet.restore()
    #expect(try await tablet.phase() == .subscribed)
    let renewed: SessionResponse = try await server.send(.session, token: phone.token)
    #expect(renewed.snapshot.id == tablet.id)
    #expect(renewed.snapshot.membership.phase == .subscribed)
  }

  @Test("CP-8 the token of a customer merged into an account gives no access to it")
  func mergedIntoAccount() async throws {
    let server = try await TestServer("grobro")
    let old = try await server.phone(device: "phone")
    var phone = old
    try await phone.signUp("ada@example.com")
    let other = try await server.phone(device: "phone")
    var same = other
    try await same.signIn("ada@example.com")
    await #expect {
      let _: SessionResponse = try await server.send(.session, token: other.token)
    } throws: {
      ($0 as? Problem)?.code == .customerMerged
    }
  }

  @Test("a use repeated after signing in counts once")
  func useAcrossMerge() async throws {
    let server = try await TestServer("techniq")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let first = try await phone.use("custom-drill", key: "k")
    try await phone.signIn("ada@example.com")
    let again = try await phone.use("custom-drill", key: "k")
    #expect(again == first)
    #expect(try await phone.refusal(of: "custom-drill", key: "l") != nil)
    #expect(try await server.entries().filter { $0.fact.kind == .use }.count == 1)
  }

  @Test("a read after a merge is current, whatever was read just before")
  func cachedMembership() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone(device: "phone")
    try await phone.buy("grobro.pro.monthly")
    let tablet = try await server.phone(device: "tablet", account: phone.account)
    #expect(try await tablet.phase() == .free)
    #expect(try await phone.phase() == .subscribed)
    try await tablet.restore()
    #expect(try await tablet.phase() == .subscribed)
    server.advance(Period(2, .month))
    try await server.deliverNotifications()
    #expect(try await tablet.phase() == .subscribed)
  }

  @Test(
    "SL-5 signing up or in carries over what another device's restore moved",
    arguments: [true, false])
  func signingInAfterRestoreElsewhere(signsUp: Bool) async throws {
    let server = try await TestServer("strikelab")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    try await phone.buy(product)
    let tablet = try await server.phone(device: "tablet", account: phone.account)
    try await tablet.restore()
    if signsUp {
      try await phone.signUp("eve@example.com")
    } else {
      try await phone.signIn("ada@example.com")
    }
    #expect(try await phone.phase() == .subscribed)
    // The tablet did not sign in, so it has no access to the account.
    await #expect {
      try await tablet.snapshot()
    } throws: {
      ($0 as? Problem)?.code == .customerMerged
    }
  }
}
