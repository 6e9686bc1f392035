/// The main screen of an app that has no screens of its own: what a blueprint lets a customer do.
struct FeaturesScreen: Sendable, Equatable {
  /// The app's name.
  var title: String
  /// A line below it, such as the plan.
  var subtitle: String
  /// The prompts that show now.
  var prompts: [PromptCard] = []
  /// The features, in the blueprint's order.
  var cards: [FeatureCard] = []
  /// The milestones; those that are reached have no action.
  var milestones: [SettingsRow] = []
  /// The paywalls, to be shown on request.
  var paywalls: [SettingsRow] = []
  var labels = FeatureLabels(.english)
}

/// The headings of the main screen.
struct FeatureLabels: Sendable, Equatable {
  /// Above the features.
  var features: String
  /// Above the milestones.
  var milestones: String
  /// Above the paywalls.
  var paywalls: String

  init(_ words: PhoneWords) {
    features = words[.features]
    milestones = words[.milestones]
    paywalls = words[.paywalls]
  }
}

/// A feature with its allowance.
struct FeatureCard: Sendable, Equatable {
  /// The feature's name in the blueprint.
  var id: String
  var title: String
  var icon: Icon
  /// What it does.
  var text: String?
  /// How much of it is left.
  var status: String
  /// Whether a use would be refused.
  var locked = false
  /// Uses it, or unlocks it.
  var button: PageButton
  /// The items, for screen readers.
  var itemsLabel = ""
  var items: [HeldItem] = []
}

/// An item that a customer holds.
struct HeldItem: Sendable, Equatable {
  var item: String
  /// The accessibility label of the button that deletes it.
  var label: String
  var release: PageAction
}
