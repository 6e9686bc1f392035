import TollgateClient

struct OnboardingScreen: Sendable, Equatable {
  var title: String
  /// A sentence below it.
  var text: String
  /// What the app does.
  var points: [PaywallPage.Benefit] = []
  var button: PageButton
}
