public import Tollgate

extension TollgateClient {
  /// Where the app goes from where it is, by the blueprint's table; nil where the table has no answer.
  ///
  /// Ask at launch, and again after every change of ``membership``, ``account`` and ``hasJustSubscribed``.
  ///
  /// - Parameter screen: The screen the app is on; nil at launch, before the first screen.
  /// - Returns: The first route that matches. One whose ``Tollgate/Route/screen`` is nil leaves the app where it is.
  public func route(from screen: String?) -> Route? {
    membership?.route(
      Route.Context(
        session: session?.account == nil ? .none : .signedIn, location: screen,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
  }

  /// Says that the onboarding was seen to its end; this installation shows it no more, whoever signs in or out.
  public func onboardingSeen() {
    hasSeenOnboarding = true
    save(true, as: .onboarding)
  }

  /// Says that the app went where ``route(from:)`` led after a purchase, which counts once.
  public func acknowledgeSubscription() { hasJustSubscribed = false }
}
