import Testing
import Tollgate

@Suite("Prompts, nudges and routes")
struct PromptTests {
  let start = Fixture.start

  private var gardener: Customer {
    Customer(
      ["a", "b", "c"].map {
        .item(
          ItemChange(feature: "add-plant", item: Item.ID($0), isHeld: true, origin: "me", at: start)
        )
      })
  }

  @Test("GB-3 the card comes with the third plant, and only to free customers")
  func appears() {
    var customer = Customer(gardener.facts.dropLast())
    #expect(customer.membership(Fixture.garden, start).prompts.isEmpty)
    customer = gardener
    #expect(customer.membership(Fixture.garden, start).prompts == ["card"])
    customer.join(.transaction(.subscription("1", from: start, to: start.days(30))))
    #expect(customer.membership(Fixture.garden, start).prompts.isEmpty)
  }

  @Test("GB-5 the third dismissal hides a prompt for thirty days, then three count again")
  func dismissals() {
    var customer = gardener
    func dismiss(_ key: String, _ day: Int) {
      customer.join(
        .dismissal(Dismissal(prompt: "card", key: Idempotency.Key(key), at: start.days(day))))
    }
    func shows(_ day: Int) -> Bool {
      customer.membership(Fixture.garden, start.days(day)).prompts == ["card"]
    }
    dismiss("1", 0)
    dismiss("2", 1)
    #expect(shows(2))
    dismiss("3", 2)
    #expect(!shows(2))
    #expect(!shows(31))
    #expect(shows(32))
    // One made on another device while it was away changes nothing.
    dismiss("late", 10)
    #expect(shows(32))
    dismiss("4", 33)
    dismiss("5", 33)
    #expect(shows(34))
    dismiss("6", 34)
    #expect(!shows(63))
    #expect(shows(64))
  }

  @Test("CF-3 the nudge is planned with the trial, cancelled on subscribing, and never sent twice")
  func nudge() {
    let blueprint = Fixture.coachFree
    var customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    let planned = [
      PlannedNudge(id: "tomorrow", at: start.days(6), occurrence: start, text: "hello")
    ]
    #expect(customer.membership(blueprint, start).nudges == planned)
    #expect(customer.membership(blueprint, start.days(6)).nudges.isEmpty)
    var subscribed = customer
    subscribed.join(
      .transaction(
        .subscription("1", product: "coach.monthly", from: start.days(1), to: start.days(31))))
    #expect(subscribed.membership(blueprint, start.days(1)).nudges.isEmpty)
    customer.join(.nudge(NudgeDelivery(nudge: "tomorrow", occurrence: start, at: start.days(6))))
    #expect(customer.membership(blueprint, start).nudges.isEmpty)
  }

  @Test("CF-3 a plan is reached in the fewest steps: add, move, cancel")
  func steps() {
    let one = PlannedNudge(id: "a", at: start, occurrence: start, text: "hello")
    let moved = PlannedNudge(id: "a", at: start.days(1), occurrence: start, text: "hello")
    let other = PlannedNudge(id: "b", at: start, occurrence: start, text: "hello")
    #expect(NudgeChange.steps(from: [], to: [one]) == [.add(one)])
    #expect(NudgeChange.steps(from: [one], to: [one]).isEmpty)
    #expect(NudgeChange.steps(from: [one], to: [moved]) == [.move(moved)])
    #expect(NudgeChange.steps(from: [one, other], to: [moved]) == [.cancel("b"), .move(moved)])
    #expect(NudgeChange.steps(from: [one], to: []) == [.cancel("a")])
  }

  @Test(
    "SL-9 the route follows from the session, the subscription and a purchase just made",
    arguments: [
      (Route.Session.signedOut, false, false, false, "onboarding", nil),
      (.signedOut, true, false, false, "login", nil),
      (.signedIn, true, true, false, "app", nil),
      (.signedIn, true, false, false, "login", "plans"),
      (.signedIn, true, false, true, "app", nil),
      (.signedOut, false, false, true, "app", nil),
    ] as [(Route.Session, Bool, Bool, Bool, String, Paywall.ID?)])
  func routes(
    session: Route.Session, seen: Bool, subscribed: Bool, just: Bool, screen: String,
    paywall: Paywall.ID?
  ) {
    let facts: [Fact] =
      subscribed
      ? [
        .transaction(
          .subscription("1", product: "coach.monthly", from: start, to: start.days(30)))
      ] : []
    let route = Customer(facts).membership(Fixture.coachFree, start).route(
      Route.Context(session: session, hasSeenOnboarding: seen, hasJustSubscribed: just))
    #expect(route?.screen == screen)
    #expect(route?.paywall == paywall)
  }

  @Test("unknown never puts a paywall over a screen")
  func unknownRoute() {
    let membership = Membership(unknownIn: Fixture.coachFree, at: start)
    let route = membership.route(Route.Context(session: .signedIn, hasSeenOnboarding: true))
    #expect(route?.paywall == nil)
    #expect(route?.screen == "login")
  }
}
