/// Which screen an app starts on; the blueprint's first route whose condition holds.
public struct Route: Hashable, Sendable, Codable {
  /// Who is using the app.
  public enum Session: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody has signed in.
    case none
    /// A person has signed in.
    case signedIn
  }

  /// What must hold of the device besides the customer.
  public struct Context: Hashable, Sendable {
    /// Who is using the app.
    public let session: Session
    /// Whether onboarding was shown on this device.
    public let hasSeenOnboarding: Bool
    /// Whether a purchase was just completed, which counts once.
    public let hasJustSubscribed: Bool

    /// Describes what holds of the device.
    public init(session: Session, hasSeenOnboarding: Bool, hasJustSubscribed: Bool = false) {
      self.session = session
      self.hasSeenOnboarding = hasSeenOnboarding
      self.hasJustSubscribed = hasJustSubscribed
    }
  }

  /// What must hold of the customer.
  public let when: Condition
  /// Who must be using the app; nil is anybody.
  public let session: Session?
  /// Whether onboarding must have been shown; nil is either.
  public let hasSeenOnboarding: Bool?
  /// Whether a purchase must just have been completed; nil is either.
  public let hasJustSubscribed: Bool?
  /// The screen to show.
  public let screen: String
  /// The paywall to show over it.
  public let paywall: Paywall.ID?

  /// Describes a route.
  public init(
    when: Condition = .always, session: Session? = nil, hasSeenOnboarding: Bool? = nil,
    hasJustSubscribed: Bool? = nil, screen: String, paywall: Paywall.ID? = nil
  ) {
    self.when = when
    self.session = session
    self.hasSeenOnboarding = hasSeenOnboarding
    self.hasJustSubscribed = hasJustSubscribed
    self.screen = screen
    self.paywall = paywall
  }

  var withoutPaywall: Route {
    Route(
      when: when, session: session, hasSeenOnboarding: hasSeenOnboarding,
      hasJustSubscribed: hasJustSubscribed, screen: screen)
  }

  func matches(_ context: Context) -> Bool {
    (session.map { $0 == context.session } ?? true)
      && (hasSeenOnboarding.map { $0 == context.hasSeenOnboarding } ?? true)
      && (hasJustSubscribed.map { $0 == context.hasJustSubscribed } ?? true)
  }
}
