import Tollgate

/// The format of routes.
enum RouteForms {
  /// A route to a screen, or one that stays.
  static let route = Form<Route>.with(
    key: "stay",
    .object(
      "a route that stays", when, session, location, hasSeenOnboarding, hasJustSubscribed,
      .required("stay", Form<Bool>.onlyTrue, "The app stays where it is.")
    ) { when, session, location, hasSeenOnboarding, hasJustSubscribed, _ in
      Route(
        when: when, session: session, location: location, hasSeenOnboarding: hasSeenOnboarding,
        hasJustSubscribed: hasJustSubscribed, screen: nil)
    },
    else: .object(
      "a route", when, session, location, hasSeenOnboarding, hasJustSubscribed,
      .required("screen", screen, "The screen to go to."),
      .optional("paywall", Names.paywall, "The paywall to show over it.")
    ) { when, session, location, hasSeenOnboarding, hasJustSubscribed, screen, paywall in
      Route(
        when: when, session: session, location: location, hasSeenOnboarding: hasSeenOnboarding,
        hasJustSubscribed: hasJustSubscribed, screen: screen, paywall: paywall)
    },
    "a route with `screen` or `stay`"
  ).named("route")

  private static let screen = Form<String>.line("the name of a screen")
  private static let screens = Form<[String]>.oneOrMore(screen)

  private static let when = Key<Condition>.defaulted(
    "when", ConditionForms.condition, to: .always, "What must hold of the customer.")
  private static let session = Key<Route.Session?>.optional(
    "session", Form<Route.Session>.choice(), "Who must be using the app.")
  private static let location = Key<Route.Location?>.optional(
    "location", place, "Where the app must be; at launch it is on no screen yet.")
  private static let hasSeenOnboarding = Key<Bool?>.optional(
    "hasSeenOnboarding", .flag, "Whether onboarding was shown on this device.")
  private static let hasJustSubscribed = Key<Bool?>.optional(
    "hasJustSubscribed", .flag, "Whether a purchase was just completed; counts once.")

  private static let place = Form<Route.Location>.either(
    "a screen, a list of screens, or `{ not: … }`",
    scalar: screen.map { .on([$0]) },
    list: Form<[String]>.list(of: screen).map { .on($0) },
    map: Form<[String]>.object(
      "a location", key: .required("not", screens, "The screens it must not be on.")
    ).map { .notOn($0) })
}
