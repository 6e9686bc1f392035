import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient
import TollgateWords

@MainActor
@Suite("A paywall in words for each case")
struct PaywallCaseTests {
  private typealias Changes = KeyValuePairs<String, String>

  /// GroBro's paywall in other words for those who left.
  nonisolated private static let lapsed: Changes = [
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        cases:
          - { when: { phase: lapsed }, title: Good to see you again, subtitle: It kept every leaf., button: Grow on, welcome: Welcome back! }

    """
  ]

  /// The same, with words for a failed card before them.
  nonisolated private static let failed: Changes = [
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        cases:
          - { when: { subscription: billingRetry }, title: Your card needs a look, subtitle: Then everything grows on. }
          - { when: { phase: lapsed }, title: Good to see you again, subtitle: It kept every leaf. }

    """
  ]

  /// Lets a customer buy a month, cancel it, and come back after its end.
  private static func leave(_ phone: Phone, in world: World) async throws {
    await phone.client.purchase("grobro.pro.monthly")
    world.store.cancel(phone.store.account)
    world.pass(32 * World.day)
    try await world.deliverNotifications()
    try await phone.client.refresh()
    #expect(phone.client.phase == .lapsed)
  }

  @Test("a button's own words are left out where they would name an offer that is not there")
  func offer() async throws {
    let changes: Changes = [
      "    welcome: Welcome to Pro!\n":
        "    welcome: Welcome to Pro!\n    button: Only {offer.price}\n"
    ]
    try await World.of("grobro", changing: changes) { world in
      let phone = await Phone.launched(world)
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("upgrade")
      #expect(model.page?.purchaseLabel == "Only $0.00")
      await model.purchase()
      await model.welcomeShown()
      world.store.cancel(phone.store.account)
      world.pass(8 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()

      // The free trial is used up.
      await phone.client.showPaywall("upgrade")
      let own = try #require(model.page?.purchaseLabel)
      #expect(!own.isEmpty && !own.hasPrefix("Only"))
    }
  }

  @Test("RA-18 who left sees other words than a newcomer, on the web page and offline too")
  func left() async throws {
    try await World.of("grobro", changing: Self.lapsed) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let newcomer = try #require(model.page)
      #expect(newcomer.title == "Grow without limits")
      #expect(newcomer.purchaseLabel == "Start 7-day free trial")
      await model.close()

      try await Self.leave(phone, in: world)
      phone.network.isOnline = false
      await phone.client.showPaywall("upgrade")
      let lapsed = try #require(model.page)
      #expect(lapsed.title == "Good to see you again" && lapsed.subtitle == "It kept every leaf.")
      #expect(lapsed.purchaseLabel == "Grow on")
      #expect(lapsed.benefits == newcomer.benefits)
      let script = PaywallWebBridge(model).script
      #expect(script.contains(#""title":"Good to see you again""#))
      #expect(script.contains(#""button":"Grow on""#))
    }
  }

  @Test("who comes back is welcomed in the words of the paywall that sold it")
  func welcome() async throws {
    try await World.of("grobro", changing: Self.lapsed) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      try await Self.leave(phone, in: world)
      await phone.client.showPaywall("upgrade")
      await model.purchase("grobro.pro.monthly")
      guard case .welcome(let welcome) = model.state else {
        Issue.record("no welcome after the purchase, but \(model.state)")
        return
      }
      #expect(welcome.title == "Welcome back!")
    }
  }

  /// Cases, and the title and subtitle of their own that a customer with a failed card sees.
  nonisolated private static let failures: [(Changes, String, String?)] = [
    (lapsed, "Good to see you again", nil),
    (failed, "Your card needs a look", "Then everything grows on."),
  ]

  @Test(
    "CP-7 the line about a failed payment stays, unless the words are for exactly that",
    arguments: failures)
  func failedPayment(
    cases: KeyValuePairs<String, String>, title: String, own: String?
  ) async throws {
    try await World.of("grobro", changing: cases) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.purchase("grobro.pro.monthly")
      await phone.client.paywallClosed()
      world.store.setBillingFailing(true, for: phone.store.account)
      world.pass(31 * World.day + World.hour)
      try await world.deliverNotifications()
      world.pass(17 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      try #require(phone.client.membership?.subscription?.condition == .billingRetry)
      await phone.client.showPaywall("upgrade")
      let page = try #require(model.page)
      #expect(page.title == title)
      #expect(
        page.subtitle == own
          ?? "The App Store couldn't take the payment. Please check your payment method, and "
          + "everything opens again.")
    }
  }
}
