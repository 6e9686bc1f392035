public import Tollgate

extension TollgateClient {
  /// Where the app navigates from its current screen, by the blueprint's routes; nil if no route matches.
  ///
  /// Query it at launch, and again after every change of ``membership``, ``account`` and ``hasJustSubscribed``.
  ///
  /// - Parameter screen: The screen the app is on; nil at launch, before the first screen.
  /// - Returns: The first route that matches. One whose `screen` is nil leaves the app on its current screen.
  public func route(from screen: String?) -> Route? {
    membership?.route(
      Route.Context(
        session: account == nil ? .signedOut : .signedIn, location: screen,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
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

  /// Records that the app followed ``route(from:)`` after a purchase, which counts once.
  public func acknowledgeSubscription() { update(\.paywalls) { $0.acknowledgeSubscription() } }
}
