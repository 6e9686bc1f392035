import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient

private enum LabScreen: String { case onboarding, login, app }

private enum SignInScreen: String { case login }

@MainActor
@Suite struct PaywallTests {
  @Test("SL-8 a paywall shows automatically once in a session, and again only on request")
  func oncePerSession() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.onScreen))
      #expect(await phone.client.showPaywall("subscribe") == .skipped(.onScreen))
      await phone.client.paywallClosed()
      #expect(phone.client.presentation == nil)
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.alreadyShown))
      #expect(await phone.client.showPaywall("subscribe") == .shown("subscribe"))
      await phone.client.paywallClosed()

      phone.client.beginSession()
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      await phone.client.reported()
      #expect(phone.network.requests.filter { $0 == "POST paywalls/subscribe/closed" }.count == 2)
    }
  }

  @Test("SL-8 a subscriber sees none, not even on request")
  func subscriber() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.entitled))
      #expect(await phone.client.showPaywall("subscribe") == .skipped(.entitled))
      #expect(await phone.client.showPaywall(at: "nowhere") == .skipped(.notFound))
    }
  }

  @Test("SL-8 two requests at once show one paywall")
  func twoAtOnce() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      async let first = phone.client.showPaywall(at: "after-login")
      async let second = phone.client.showPaywall(at: "after-login")
      let outcomes = await [first, second]
      #expect(outcomes.filter { $0 == .shown("subscribe") }.count == 1)
      #expect(outcomes.filter { $0 == .skipped(.onScreen) }.count == 1)
    }
  }

  @Test("a paywall closes when its customer turns out to have paid")
  func paidWhileShown() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall(at: "after-login")
      world.store.purchase("strikelab.pro.yearly", by: phone.store.account)
      await phone.client.deliverPending()
      #expect(phone.client.presentation == nil)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("CF-4 a purchase dismisses the paywall and the next message goes through at once")
  func nextMessage() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      world.pass(7 * World.day)
      await phone.client.reevaluate()
      guard case .denied(let denial) = try await phone.client.use("send-message") else {
        Issue.record("the trial is over")
        return
      }
      let paywall = try #require(denial.paywall)
      #expect(phone.client.access(to: "read-conversation") == .allowed(nil))
      #expect(await phone.client.showPaywall(paywall) == .shown("keep-going"))
      #expect(phone.client.presentation?.content.isDismissible == true)
      #expect(await phone.client.purchase("coach.monthly") == .purchased)
      #expect(try await phone.client.use("send-message") == .allowed(nil))
    }
  }

  @Test("a paywall without the store's prices says why")
  func storeUnreachable() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.store.isReachable = false
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      #expect(phone.client.presentation?.content.problem == .network)
    }
  }

  @Test(
    "SL-9 the first screen follows from session, onboarding and subscription",
    arguments: [
      (false, false, false, "onboarding", nil), (false, false, true, "login", nil),
      (true, false, true, "login", "subscribe"), (true, true, true, "app", nil),
    ] as [(Bool, Bool, Bool, String, Paywall.ID?)])
  func route(
    isSignedIn: Bool, isSubscribed: Bool, hasSeenOnboarding: Bool, screen: String,
    paywall: Paywall.ID?
  ) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      if isSignedIn {
        try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      }
      if isSubscribed {
        #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      }
      phone.relaunch()
      if hasSeenOnboarding { phone.client.onboardingSeen() }
      let route = phone.client.route(from: nil)
      #expect(route?.screen == screen)
      #expect(route?.paywall == paywall)
    }
  }

  @Test("SL-3 onboarding is shown once, remembered without a network, and signs nobody out")
  func onboarding() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.route(from: nil)?.screen == "onboarding")
      phone.relaunch()
      #expect(phone.client.route(from: nil)?.screen == "onboarding")
      #expect(phone.client.route(from: "onboarding")?.stays == true)
      phone.client.onboardingSeen()
      #expect(phone.client.route(from: "onboarding")?.screen == "login")
      #expect(phone.client.route(from: nil)?.screen == "login")
      phone.network.isOnline = false
      phone.relaunch()
      #expect(phone.client.route(from: nil)?.screen == "login")
      phone.network.isOnline = true
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      phone.client.onboardingSeen()
      #expect(phone.client.account != nil)
      await phone.client.signOut()
      await phone.client.launch()
      #expect(phone.client.route(from: nil)?.screen == "login")
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      phone.storage.reinstall()
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.route(from: nil)?.screen == "onboarding")
    }
  }

  @Test("SL-8 a route's paywall also shows once a session, and again on the next return")
  func routePaywall() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let route = try #require(phone.client.route(from: nil))
      #expect(await phone.client.showPaywall(of: route) == .shown("subscribe"))
      await phone.client.paywallClosed()
      #expect(await phone.client.showPaywall(of: route) == .skipped(.alreadyShown))
      phone.relaunch()
      #expect(await phone.client.showPaywall(of: route) == .shown("subscribe"))
    }
  }

  @Test("SL-9 a purchase leads straight to the app, once")
  func justSubscribed() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.route(from: "login")?.stays == true)
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      #expect(phone.client.hasJustSubscribed)
      #expect(phone.client.route(from: "login")?.hasJustSubscribed == true)
      #expect(phone.client.route(from: "login")?.screen == "app")
      phone.client.acknowledgeSubscription()
      #expect(phone.client.route(from: "login")?.hasJustSubscribed == nil)
      #expect(phone.client.route(from: "login")?.screen == "app")
      #expect(phone.client.route(from: "app")?.stays == true)
      #expect(phone.client.route(from: "workout-editor")?.stays == true)
    }
  }

  @Test("SL-9 an app that follows its routes moves, and moving acknowledges a purchase")
  func follows() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      var screen: LabScreen?
      phone.client.followRoute(from: &screen)
      #expect(screen == .onboarding)
      let stay = phone.client.followRoute(from: &screen)
      #expect(stay?.stays == true)
      phone.client.onboardingSeen()
      phone.client.followRoute(from: &screen)
      #expect(screen == .login)
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      phone.client.followRoute(from: &screen)
      #expect(screen == .app)
      #expect(!phone.client.hasJustSubscribed)
      phone.client.followRoute(from: &screen)
      #expect(screen == .app)
    }
  }

  @Test("SL-9 an app stays where it is if it lacks the route's screen")
  func screenMissing() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      var screen: SignInScreen? = .login
      let route = phone.client.followRoute(from: &screen)
      #expect(route?.screen == "app")
      #expect(screen == .login)
      #expect(phone.client.hasJustSubscribed)
    }
  }

  @Test("SL-9 a purchase counts until a route moves the app, not one that leads to the same screen")
  func purchaseOutlastsSameScreen() async throws {
    let changes: KeyValuePairs = [
      "  - { hasJustSubscribed: true, screen: app }\n":
        "  - { session: none, location: login, screen: login }\n  - { hasJustSubscribed: true, screen: app }\n"
    ]
    try await World.of("strikelab", changing: changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      var screen: LabScreen? = .login
      phone.client.followRoute(from: &screen)
      #expect(screen == .login)
      #expect(phone.client.hasJustSubscribed)
      screen = .app
      phone.client.followRoute(from: &screen)
      #expect(!phone.client.hasJustSubscribed)
    }
  }

  @Test("SL-9 a purchase on a screen that the app stays on counts for the route that moves it")
  func purchaseOutlastsStaying() async throws {
    let changes: KeyValuePairs = [
      "  - { hasJustSubscribed: true, screen: app }\n":
        "  - { session: none, location: login, stay: true }\n  - { hasJustSubscribed: true, screen: app }\n"
    ]
    try await World.of("strikelab", changing: changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      var screen: LabScreen? = .login
      phone.client.followRoute(from: &screen)
      #expect(screen == .login)
      #expect(phone.client.hasJustSubscribed)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let route = phone.client.followRoute(from: &screen)
      #expect(route?.hasJustSubscribed == true)
      #expect(screen == .app)
      #expect(!phone.client.hasJustSubscribed)
    }
  }

  @Test("SL-11 who buys without an account goes straight to the app, and stays there")
  func anonymousBuyer() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.client.onboardingSeen()
      #expect(phone.client.route(from: nil)?.screen == "login")
      #expect(await phone.client.showPaywall(at: "after-login") == .shown("subscribe"))
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      #expect(phone.client.account == nil)
      #expect(phone.client.route(from: "login")?.screen == "app")
      phone.client.acknowledgeSubscription()
      for screen in ["app", "workout-editor", "login"] {
        #expect(phone.client.route(from: screen)?.stays == true)
      }
    }
  }

  @Test(
    "SL-9 who signs in without a subscription leaves onboarding for login with the paywall")
  func leavesOnboarding() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.route(from: "onboarding")?.stays == true)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      for screen in ["onboarding", "sign-up"] {
        let route = try #require(phone.client.route(from: screen))
        #expect((route.screen, route.paywall) == ("login", "subscribe"))
      }
    }
  }

  @Test(
    "SL-9 a session that ends, and a subscription that does, lead out of the app, and no further")
  func leadsOut() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.client.onboardingSeen()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      phone.client.acknowledgeSubscription()
      #expect(phone.client.route(from: "workout-editor")?.stays == true)
      for transaction in world.store.transactions(of: phone.store.account) {
        world.store.refund(transaction.payload.transactionId)
      }
      try await world.deliverNotifications()
      try await phone.client.refresh()
      let out = try #require(phone.client.route(from: "workout-editor"))
      #expect((out.screen, out.paywall) == ("login", "subscribe"))
      #expect(await phone.client.showPaywall(of: out) == .shown("subscribe"))
      #expect(phone.client.route(from: "login")?.stays == true)
      await phone.client.signOut()
      #expect(phone.client.route(from: "app")?.screen == "login")
      #expect(phone.client.route(from: "login")?.stays == true)
    }
  }
}
