import TollgateClient

/// The first launch.
struct OnboardingScreen: Sendable, Equatable {
  /// The headline.
  var title: String
  /// A sentence below it.
  var text: String
  /// What the app does.
  var points: [PaywallPage.Benefit] = []
  /// Continues.
  var button: PageButton
}
