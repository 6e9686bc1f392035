public import Tollgate

extension TollgateClient {
  /// Where the app navigates from its current screen, by the blueprint's routes; nil if no route matches.
  ///
  /// Query it at launch, and again after every change of ``membership``, ``account``, ``hasSeenOnboarding`` and
  /// ``hasJustSubscribed``.
  ///
  /// - Parameter screen: The screen the app is on; nil at launch, before the first screen.
  /// - Returns: The first route that matches. One whose `screen` is nil leaves the app on its current screen.
  public func route(from screen: String?) -> Route? {
    membership?.route(
      Route.Context(
        session: account == nil ? .signedOut : .signedIn, location: screen,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
  }

  /// Follows ``route(from:)`` once, as `.tollgateRoutes` of `TollgateUI` does after each change of the route.
  ///
  /// Moving after a purchase acknowledges it: ``acknowledgeSubscription()``. So does a route for those who have just
  /// subscribed that leads to the current screen.
  ///
  /// - Parameter screen: The screen the app is on, which becomes the route's, unless the route stays or the app's type has
  ///   no such screen.
  /// - Returns: The route, for ``showPaywall(of:)``; nil if none matches.
  @discardableResult
  public func followRoute<Screen: RawRepresentable<String>>(
    from screen: inout Screen?
  ) -> Route? {
    guard let route = route(from: screen?.rawValue) else { return nil }
    if let next = route.screen.flatMap({ Screen(rawValue: $0) }) {
      let hasMoved = next.rawValue != screen?.rawValue
      screen = next
      if hasMoved || route.hasJustSubscribed == true { acknowledgeSubscription() }
    }
    return route
  }

  /// Records that onboarding was completed; this installation does not show it again, regardless of who signs in or out.
  public func onboardingSeen() {
    switch deviceState {
    case .locked: wait(for: .onboardingSeen)
    case .unlocked(var installation):
      installation.hasSeenOnboarding = true
      deviceState = .unlocked(installation)
      save(true, as: .onboarding)
    }
  }

  /// Records that the app has moved after a purchase, so that ``hasJustSubscribed`` no longer holds.
  public func acknowledgeSubscription() { update(\.paywalls) { $0.acknowledgeSubscription() } }
}
