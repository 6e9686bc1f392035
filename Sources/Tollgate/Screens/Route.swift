/// A rule for navigating from the current screen; the first route of the blueprint that matches decides.
///
/// Routing is a pure function of the table, the membership and a ``Context``, evaluated by ``Membership/route(_:)``.
public struct Route: Hashable, Sendable {
  /// Who is using the app.
  public enum Session: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody has signed in.
    case signedOut = "none"
    /// A person has signed in.
    case signedIn
  }

  /// The screens from which a route applies.
  public enum Location: Hashable, Sendable {
    /// The app is on one of these screens.
    case on([String])
    /// The app is on none of these screens; true at launch, before any screen.
    case notOn([String])

    /// The screens that the condition names.
    public var screens: [String] {
      switch self {
      case .on(let screens), .notOn(let screens): screens
      }
    }

    /// Whether the condition holds on a screen; nil means the launch, before the first screen.
    public func holds(on screen: String?) -> Bool {
      let isNamed = screen.map(screens.contains) ?? false
      return switch self {
      case .on: isNamed
      case .notOn: !isNamed
      }
    }
  }

  /// What the app knows in addition to the membership.
  public struct Context: Hashable, Sendable {
    /// Who is using the app.
    public let session: Session
    /// The screen the app is on; nil at launch, before the first screen.
    public let location: String?
    /// Whether onboarding was shown on this device.
    public let hasSeenOnboarding: Bool
    /// Whether a purchase was just completed, which counts once.
    public let hasJustSubscribed: Bool

    public init(
      session: Session, location: String? = nil, hasSeenOnboarding: Bool,
      hasJustSubscribed: Bool = false
    ) {
      self.session = session
      self.location = location
      self.hasSeenOnboarding = hasSeenOnboarding
      self.hasJustSubscribed = hasJustSubscribed
    }
  }

  /// The condition on the customer.
  public let when: Condition
  /// Who must be using the app; nil means anyone.
  public let session: Session?
  /// Where the app must be; nil means anywhere.
  public let location: Location?
  /// Whether onboarding must have been shown; nil means either.
  public let hasSeenOnboarding: Bool?
  /// Whether a purchase must just have been completed; nil means either.
  public let hasJustSubscribed: Bool?
  /// The screen to go to; nil means to stay on the current one.
  public let screen: String?
  /// The paywall to show over it.
  public let paywall: Paywall.ID?

  /// Creates a route to a screen or, without one, a route that stays.
  public init(
    when: Condition = .always, session: Session? = nil, location: Location? = nil,
    hasSeenOnboarding: Bool? = nil, hasJustSubscribed: Bool? = nil, screen: String?,
    paywall: Paywall.ID? = nil
  ) {
    self.when = when
    self.session = session
    self.location = location
    self.hasSeenOnboarding = hasSeenOnboarding
    self.hasJustSubscribed = hasJustSubscribed
    self.screen = screen
    self.paywall = paywall
  }

  /// Whether the app stays on the current screen.
  public var stays: Bool { screen == nil }

  var withoutPaywall: Route {
    Route(
      when: when, session: session, location: location, hasSeenOnboarding: hasSeenOnboarding,
      hasJustSubscribed: hasJustSubscribed, screen: screen)
  }

  func matches(_ context: Context) -> Bool {
    (session.map { $0 == context.session } ?? true)
      && (location.map { $0.holds(on: context.location) } ?? true)
      && (hasSeenOnboarding.map { $0 == context.hasSeenOnboarding } ?? true)
      && (hasJustSubscribed.map { $0 == context.hasJustSubscribed } ?? true)
  }
}
