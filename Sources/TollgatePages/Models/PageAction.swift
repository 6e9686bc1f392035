/// What a button does: the name and fields that its form posts to `/playground/{app}/actions`.
public struct PageAction: Sendable, Equatable {
  /// One more field of the form.
  public struct Field: Sendable, Equatable {
    /// The field's name.
    public var name: String
    /// Its value.
    public var value: String
  }

  /// The value of the form's field `action`.
  public var verb: String
  /// The other fields, in order.
  public var fields: [Field]

  /// Creates an action; fields are posted in the order given.
  public init(_ verb: String, _ fields: KeyValuePairs<String, String> = [:]) {
    self.verb = verb
    self.fields = fields.map { Field(name: $0.key, value: $0.value) }
  }

  /// Uses a feature, for an item where the feature counts items.
  public static func use(_ feature: String, item: String? = nil) -> PageAction {
    guard let item else { return PageAction("use", ["feature": feature]) }
    return PageAction("use", ["feature": feature, "item": item])
  }

  /// Gives a held item back.
  public static func release(_ feature: String, item: String) -> PageAction {
    PageAction("release", ["feature": feature, "item": item])
  }

  /// Reaches a milestone.
  public static func reach(_ milestone: String) -> PageAction {
    PageAction("reach", ["milestone": milestone])
  }

  /// Brings a screen to the front.
  public static func navigate(_ screen: String) -> PageAction {
    PageAction("navigate", ["screen": screen])
  }

  /// Asks for the paywall of a placement by hand.
  public static func showPaywall(_ placement: String) -> PageAction {
    PageAction("show-paywall", ["placement": placement])
  }

  /// Closes the paywall in front.
  public static let closePaywall = PageAction("close-paywall")

  /// Shows what a prompt suggests.
  public static func actOnPrompt(_ prompt: String) -> PageAction {
    PageAction("act-on-prompt", ["prompt": prompt])
  }

  /// Dismisses a prompt.
  public static func dismissPrompt(_ prompt: String) -> PageAction {
    PageAction("dismiss-prompt", ["prompt": prompt])
  }

  /// Shows the plans.
  public static let upgrade = PageAction("upgrade")
  /// Asks the store what was bought before.
  public static let restore = PageAction("restore")
  /// Opens the store's own page on the subscription.
  public static let manageSubscription = PageAction("manage-subscription")
  /// Closes the sheet or alert in front.
  public static let closeSheet = PageAction("close-sheet")
  /// Tries the last purchase again.
  public static let tryAgain = PageAction("try-again")
  /// Ends onboarding.
  public static let finishOnboarding = PageAction("finish-onboarding")
  /// Continues with no account.
  public static let continueWithoutAccount = PageAction("continue-anonymous")
  /// Ends the session.
  public static let signOut = PageAction("sign-out")
  /// Starts the app from the home screen.
  public static let relaunch = PageAction("relaunch")
}
