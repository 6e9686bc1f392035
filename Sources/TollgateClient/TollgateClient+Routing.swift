public import Tollgate

extension TollgateClient {
  /// The screen to start on, by the blueprint's table: the first route whose condition holds, or nil where it has none.
  public var route: Route? {
    membership?.route(
      Route.Context(
        session: session?.account == nil ? .none : .signedIn,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
  }

  /// Says that the onboarding was seen to its end; this installation shows it no more, whoever signs in or out.
  public func onboardingSeen() {
    hasSeenOnboarding = true
    save(true, as: .onboarding)
  }

  /// Says that the app went where ``route`` led after a purchase, which counts once.
  public func acknowledgeSubscription() { hasJustSubscribed = false }
}
