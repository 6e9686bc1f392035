/// The first launch.
public struct OnboardingScreen: Sendable, Equatable {
  /// The promise.
  public var title: String
  /// A sentence on it.
  public var text: String
  /// What the app does.
  public var points: [BenefitLine]
  /// Continues.
  public var button: PageButton

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String,
    points: [BenefitLine] = [],
    button: PageButton
  ) {
    self.title = title
    self.text = text
    self.points = points
    self.button = button
  }
}

/// Sign in or sign up.
public struct LoginScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// A sentence under it.
  public var text: String
  /// The email address to begin with.
  public var email: String
  /// What went wrong the last time.
  public var problem: String?
  /// Sign in with Apple.
  public var apple: PageButton?
  /// Continue without an account.
  public var anonymous: PageButton?

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String,
    email: String = "",
    problem: String? = nil,
    apple: PageButton? = nil,
    anonymous: PageButton? = nil
  ) {
    self.title = title
    self.text = text
    self.email = email
    self.problem = problem
    self.apple = apple
    self.anonymous = anonymous
  }
}
