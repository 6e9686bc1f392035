/// What a button does: the name and fields that its form posts to `/playground/{app}/actions`.
struct PageAction: Sendable, Equatable {
  /// One more field of the form.
  struct Field: Sendable, Equatable {
    var name: String
    var value: String
  }

  var verb: String
  /// The other fields, in order.
  var fields: [Field]

  /// Creates an action; fields are posted in the order given.
  init(_ verb: String, _ fields: KeyValuePairs<String, String> = [:]) {
    self.verb = verb
    self.fields = fields.map { Field(name: $0.key, value: $0.value) }
  }

  /// Uses a feature, for an item where the feature counts items.
  static func use(_ feature: String, item: String? = nil) -> PageAction {
    guard let item else { return PageAction("use", ["feature": feature]) }
    return PageAction("use", ["feature": feature, "item": item])
  }

  static func askToRelease(_ item: String) -> PageAction {
    PageAction("ask-to-release", ["item": item])
  }

  /// Opens an item, a plan or a drill.
  static func read(_ item: String) -> PageAction { PageAction("read", ["item": item]) }

  static func release(_ feature: String, item: String) -> PageAction {
    PageAction("release", ["feature": feature, "item": item])
  }

  static func reach(_ milestone: String) -> PageAction {
    PageAction("reach", ["milestone": milestone])
  }

  static func navigate(_ screen: String) -> PageAction {
    PageAction("navigate", ["screen": screen])
  }

  static func showPaywall(_ placement: String) -> PageAction {
    PageAction("show-paywall", ["placement": placement])
  }

  static let closePaywall = PageAction("close-paywall")

  /// Continues to the next page of the paywall in front.
  static let continuePaywall = PageAction("continue-paywall")
  /// Goes back to the previous page.
  static let goBackInPaywall = PageAction("go-back-in-paywall")

  /// Answers the question of the paywall in front.
  static func answerPaywall(_ position: Int) -> PageAction {
    PageAction("answer-paywall", ["value": "\(position)"])
  }

  /// Performs what a prompt suggests.
  static func actOnPrompt(_ prompt: String) -> PageAction {
    PageAction("act-on-prompt", ["prompt": prompt])
  }

  static func dismissPrompt(_ prompt: String) -> PageAction {
    PageAction("dismiss-prompt", ["prompt": prompt])
  }

  /// Shows the plans.
  static let upgrade = PageAction("upgrade")
  static let restore = PageAction("restore")
  /// Opens the store's page for the subscription.
  static let manageSubscription = PageAction("manage-subscription")
  /// Closes the sheet or alert in front.
  static let closeSheet = PageAction("close-sheet")
  /// Tries the last purchase again.
  static let tryAgain = PageAction("try-again")
  static let finishOnboarding = PageAction("finish-onboarding")
  /// Ends the session.
  static let signOut = PageAction("sign-out")
  static let askToDelete = PageAction("ask-to-delete")
  static let deleteAccount = PageAction("delete-account")
  /// Starts the app from the home screen.
  static let relaunch = PageAction("relaunch")
}
