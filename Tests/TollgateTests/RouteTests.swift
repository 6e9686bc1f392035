import Testing
import Tollgate

@Suite("Routes")
struct RouteTests {
  private func blueprint(_ routes: [Route]) throws -> Blueprint {
    try Blueprint(
      Blueprint.Definition(app: Blueprint.App(id: "a", name: "A", bundleID: "a"), routes: routes))
  }

  private func route(_ routes: [Route], from screen: String?) throws -> Route? {
    Membership(of: Customer(), in: try blueprint(routes), at: Fixture.start).route(
      Route.Context(session: .signedOut, location: screen, hasSeenOnboarding: true))
  }

  @Test(
    "SL-9 a route depends on where the app is: on some screens, on none of them, or anywhere",
    arguments: [
      (nil, "elsewhere"), ("login", "sign-in"), ("sign-up", "sign-in"), ("app", nil),
      ("settings", "elsewhere"),
    ] as [(String?, String?)])
  func location(from screen: String?, to expected: String?) throws {
    let taken = try route(
      [
        Route(location: .on(["login", "sign-up"]), screen: "sign-in"),
        Route(location: .notOn(["app", "editor"]), screen: "elsewhere"),
        Route(screen: nil),
      ], from: screen)
    #expect(taken?.screen == expected)
    #expect(taken?.stays == (expected == nil))
  }

  @Test("SL-9 a route for a phase is not taken while the phase is unknown")
  func unknownPhase() throws {
    let phase = Membership(of: Customer(), in: try blueprint([]), at: Fixture.start).phase
    let app = try blueprint([
      Route(when: Condition(phases: [phase]), screen: "app"), Route(screen: "login"),
    ])
    let context = Route.Context(session: .signedOut, hasSeenOnboarding: true)
    #expect(Membership(unknownIn: app, at: Fixture.start).route(context)?.screen == "login")
    #expect(Membership(of: Customer(), in: app, at: Fixture.start).route(context)?.screen == "app")
  }

  @Test("SL-9 a route that stays shows no paywall")
  func stays() throws {
    let error = #expect(throws: BlueprintError.self) {
      _ = try blueprint([Route(screen: nil, paywall: "plans")])
    }
    #expect(
      error?.mistakes.map(\.message) == [
        "there is no paywall `plans`", "a route that stays shows no paywall; expected a screen",
      ])
  }
}
