import Tollgate

/// The format of routes.
enum RouteForms {
  /// A route to a screen, or one that stays.
  ///
  /// ```yaml
  /// - { session: signedIn, hasJustSubscribed: true, screen: app }
  /// - { location: [onboarding, login], stay: true }
  /// - { session: none, screen: login }
  /// ```
  static let route = Form<Route>.with(
    key: "stay",
    .object(
      "a route that stays", session, hasSeenOnboarding, hasJustSubscribed, when, location,
      .required("stay", Form<Bool>.onlyTrue, "The app stays where it is.")
    ) { session, hasSeenOnboarding, hasJustSubscribed, when, location, _ in
      Route(
        when: when, session: session, location: location, hasSeenOnboarding: hasSeenOnboarding,
        hasJustSubscribed: hasJustSubscribed, screen: nil)
    },
    else: .object(
      "a route", session, hasSeenOnboarding, hasJustSubscribed, when, location,
      .required("screen", screen, "The screen to go to."),
      .optional("paywall", Names.paywall, "The paywall to show over it.")
    ) { session, hasSeenOnboarding, hasJustSubscribed, when, location, screen, paywall in
      Route(
        when: when, session: session, location: location, hasSeenOnboarding: hasSeenOnboarding,
        hasJustSubscribed: hasJustSubscribed, screen: screen, paywall: paywall)
    },
    "a route with `screen` or `stay`"
  ).named("route")

  /// The name of a screen; screens are the app's own and declared nowhere.
  private static let screen = Form<String>.line("the name of a screen")
  /// One screen or several.
  private static let screens = Form<[String]>.oneOrMore(screen)

  /// The customer, as the client knows it on the device.
  private static let when = Key<Condition>.defaulted(
    "when", ConditionForms.condition, to: .always, "What must hold of the customer.")
  /// Whether somebody is signed in; both if left out.
  private static let session = Key<Route.Session?>.optional(
    "session", Form<Route.Session>.choice(), "Who must be using the app.")
  /// Where the app is; anywhere if left out.
  private static let location = Key<Route.Location?>.optional(
    "location", place, "Where the app must be; at launch it is on no screen yet.")
  /// A flag of the device, not of the customer.
  private static let hasSeenOnboarding = Key<Bool?>.optional(
    "hasSeenOnboarding", .flag, "Whether onboarding was shown on this device.")
  /// A flag that the app acknowledges once it has moved.
  private static let hasJustSubscribed = Key<Bool?>.optional(
    "hasJustSubscribed", .flag, "Whether a purchase was just completed; counts once.")

  /// Where the app must be: a screen, several, or `{ not: … }`, which also holds at launch.
  private static let place = Form<Route.Location>.either(
    "a screen, a list of screens, or `{ not: … }`",
    scalar: screen.map { .on([$0]) },
    list: Form<[String]>.list(of: screen).map { .on($0) },
    map: Form<[String]>.object(
      "a location", key: .required("not", screens, "The screens it must not be on.")
    ).map { .notOn($0) })
}
