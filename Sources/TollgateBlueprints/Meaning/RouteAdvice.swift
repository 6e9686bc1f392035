import Tollgate

/// The check for routes that are never taken, and for customers who match no route.
///
/// The first route that matches is taken, as the client does: every possible customer is tried in every context of a
/// device. Both findings are mistakes: without a route the app does not know what to show.
///
/// ```yaml
/// routes:
///   - { session: signedIn, screen: app }
///   - { session: signedIn, when: { phase: trialExpired }, screen: plans }  # never taken
///   # and nothing for somebody who has not signed in
/// ```
struct RouteAdvice {
  let subject: Subject

  /// The routes in their order.
  private var routes: [Route] { subject.definition.routes }

  /// Records routes that are never taken, and one example of a customer without a route.
  func note() {
    guard !routes.isEmpty,
      subject.isSound(
        "products", "trial", "trials", "milestones", "hasFreeTier", "onboarding", "features"),
      let states = subject.states.seen(by: routes.map(\.when))
    else { return }
    var taken: Set<Int> = []
    var lost: (Route.Context, PossibleState)?
    let contexts = Route.Context.all(on: Set(routes.compactMap(\.location).flatMap(\.screens)))
    for state in [.unknown] + states {
      for context in contexts {
        if let position = routes.firstIndex(where: { $0.isTaken(in: state, context) }) {
          taken.insert(position)
        } else if lost == nil, !state.isByGrant {
          lost = (context, state)
        }
      }
    }
    for (position, route) in routes.enumerated() where !taken.contains(position) {
      let path = ["routes", "\(position)"]
      let canHold =
        route.when == .always
        || ConditionAdvice(subject: subject).note(
          route.when, at: path + ["when"], "this route is never taken", seesUnknown: true)
      if canHold {
        subject.mistake(
          path, "this route is never taken: the routes before it decide for everybody it is about")
      }
    }
    if let (context, state) = lost, subject.isSound("routes") {
      subject.mistake(
        ["routes"], "there is no route for \(context.words) in the phase `\(state.phase.rawValue)`",
        expected: "a last route without conditions")
    }
  }
}

extension Route {
  /// Returns whether the route matches; parts that are not written match everything.
  fileprivate func isTaken(in state: PossibleState, _ context: Context) -> Bool {
    (session.map { $0 == context.session } ?? true)
      && (location.map { $0.holds(on: context.location) } ?? true)
      && (hasSeenOnboarding.map { $0 == context.hasSeenOnboarding } ?? true)
      && (hasJustSubscribed.map { $0 == context.hasJustSubscribed } ?? true)
      && when.holds(in: state)
  }
}

extension Route.Context {
  /// Returns every possible context of a device: on each of the screens that routes name, on another, and at launch.
  ///
  /// - Parameter screens: The names of screens; the empty name stands for any other, nil for launch.
  /// - Returns: The contexts, for every session and both flags.
  fileprivate static func all(on screens: Set<String>) -> [Route.Context] {
    let locations: [String?] = [nil, ""] + screens.sorted()
    return Route.Session.allCases.flatMap { session in
      locations.flatMap { location in
        [(true, false), (true, true), (false, false), (false, true)].map {
          Route.Context(
            session: session, location: location, hasSeenOnboarding: $0.0, hasJustSubscribed: $0.1)
        }
      }
    }
  }

  /// The context as the customers concerned, for a message.
  fileprivate var words: String {
    let who =
      switch session {
      case .signedOut: "somebody who has not signed in"
      case .signedIn: "somebody who has signed in"
      }
    let place = location.map { $0.isEmpty ? ", on a screen that no route names," : " on `\($0)`" }
    let onboarding = hasSeenOnboarding ? "has seen onboarding" : "has not seen onboarding"
    return hasJustSubscribed
      ? "\(who), \(onboarding) and has just subscribed\(place ?? "")"
      : "\(who) and \(onboarding)\(place ?? "")"
  }
}
