import Testing
import Tollgate
import TollgateBlueprints

/// StrikeLab's table of routes, written out: where each situation leads from each screen.
@Suite("The table of routes")
struct RouteTableTests {
  /// The screens an app can ask from; at launch it is on none.
  static let screens: [String?] = [
    nil, "onboarding", "login", "sign-up", "app", "workout-editor", "gym-map",
  ]

  /// One line for each situation, one column for each screen.
  ///
  /// A situation is the session, whether onboarding is new, whether a purchase has just been completed, and the customer.
  static let table = """
    session  onboarding purchase customer    launch     onboarding login     sign-up   app        workout-editor gym-map
    none     new        -        unknown     onboarding stay       stay      stay      onboarding onboarding     onboarding
    none     new        -        blocked     onboarding stay       stay      stay      onboarding onboarding     onboarding
    none     new        -        subscribed  onboarding stay       stay      stay      stay       stay           onboarding
    none     new        just     unknown     app        app        app       app       app        app            app
    none     new        just     blocked     app        app        app       app       app        app            app
    none     new        just     subscribed  app        app        app       app       app        app            app
    none     seen       -        unknown     login      login      stay      stay      login      login          login
    none     seen       -        blocked     login      login      stay      stay      login      login          login
    none     seen       -        subscribed  login      login      stay      stay      stay       stay           login
    none     seen       just     unknown     app        app        app       app       app        app            app
    none     seen       just     blocked     app        app        app       app       app        app            app
    none     seen       just     subscribed  app        app        app       app       app        app            app
    signedIn new        -        unknown     stay       stay       stay      stay      stay       stay           stay
    signedIn new        -        blocked     login+pay  login+pay  stay      login+pay login+pay  login+pay      login+pay
    signedIn new        -        subscribed  app        app        app       app       stay       stay           app
    signedIn new        just     unknown     app        app        app       app       app        app            app
    signedIn new        just     blocked     app        app        app       app       app        app            app
    signedIn new        just     subscribed  app        app        app       app       app        app            app
    signedIn seen       -        unknown     stay       stay       stay      stay      stay       stay           stay
    signedIn seen       -        blocked     login+pay  login+pay  stay      login+pay login+pay  login+pay      login+pay
    signedIn seen       -        subscribed  app        app        app       app       stay       stay           app
    signedIn seen       just     unknown     app        app        app       app       app        app            app
    signedIn seen       just     blocked     app        app        app       app       app        app            app
    signedIn seen       just     subscribed  app        app        app       app       app        app            app
    """

  private static let lines = table.split(separator: "\n").dropFirst().map(Line.init)

  @Test("SL-9 the blueprint's table decides where the app goes, in every combination")
  func everyCombination() throws {
    let blueprint = try blueprint("strikelab")
    #expect(Set(Self.lines.map(\.situation)).count == 24)
    for line in Self.lines {
      let outcomes = Self.screens.map { line.outcome(from: $0, in: blueprint) }
      #expect(outcomes == line.outcomes, "\(line.situation)")
    }
  }

  @Test("SL-9 a route that moves the app leads to a screen that it stays on", arguments: screens)
  func settles(screen: String?) throws {
    let blueprint = try blueprint("strikelab")
    // What has just been bought leads to the app before the store has said so: only then may the app move again.
    for line in Self.lines where !line.hasJustSubscribed || line.customer == "subscribed" {
      guard let next = line.route(from: screen, in: blueprint)?.screen else { continue }
      let following = line.route(from: next, in: blueprint, hasJustSubscribed: false)
      #expect(following?.stays == true, "\(line.situation)")
    }
  }
}

/// A line of the table.
private struct Line {
  let situation: [Substring]
  let outcomes: [String]

  init(_ text: Substring) {
    let words = text.split(separator: " ")
    situation = Array(words.prefix(4))
    outcomes = words.dropFirst(4).map(String.init)
  }

  var customer: Substring { situation[3] }
  var hasJustSubscribed: Bool { situation[2] == "just" }

  func route(
    from screen: String?, in blueprint: Blueprint, hasJustSubscribed: Bool? = nil
  ) -> Route? {
    membership(in: blueprint).route(
      Route.Context(
        session: situation[0] == "none" ? .signedOut : .signedIn, location: screen,
        hasSeenOnboarding: situation[1] == "seen",
        hasJustSubscribed: hasJustSubscribed ?? self.hasJustSubscribed))
  }

  func outcome(from screen: String?, in blueprint: Blueprint) -> String {
    guard let route = route(from: screen, in: blueprint) else { return "nothing" }
    return (route.screen ?? "stay") + (route.paywall == "subscribe" ? "+pay" : "")
  }

  private func membership(in blueprint: Blueprint) -> Membership {
    let start = Instant(milliseconds: 1_772_355_600_000)
    guard customer != "unknown" else { return Membership(unknownIn: blueprint, at: start) }
    let bought = Fact.transaction(
      StoreTransaction(
        id: "1", originalID: "1", product: "strikelab.pro.monthly", purchasedAt: start,
        expiresAt: start.adding(Period(30, .day)), signedAt: start))
    return Membership(
      of: Customer(customer == "subscribed" ? [bought] : []), in: blueprint, at: start)
  }
}
