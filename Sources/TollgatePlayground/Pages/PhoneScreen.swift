/// The screen that the phone shows.
enum PhoneScreen: Sendable, Equatable {
  /// The app is not running; the home screen shows its icon.
  case home(HomeScreen)
  /// The membership is not known yet; there is never a paywall.
  case loading(LoadingScreen)
  /// The first launch.
  case onboarding(OnboardingScreen)
  /// Sign in or sign up.
  case login(LoginScreen)
  /// A conversation.
  case chat(ChatScreen)
  /// The plants.
  case garden(GardenScreen)
  /// The garden's statistics.
  case analytics(AnalyticsScreen)
  /// Files to export.
  case export(ExportScreen)
  /// Skills and today's tracker.
  case dashboard(DashboardScreen)
  /// Drills, generators, advice and plans.
  case training(TrainingScreen)
  /// The text of a plan or drill.
  case reader(ReaderScreen)
  /// Any blueprint's features.
  case features(FeaturesScreen)
  /// The app's settings.
  case settings(SettingsScreen)
}

/// The home screen of a phone on which the app is not running.
struct HomeScreen: Sendable, Equatable {
  /// The large clock, such as "9:41".
  var clock: String
  /// The date below it.
  var date: String
  /// The app's name below its icon.
  var name: String
}

/// A placeholder while the membership is unknown.
struct LoadingScreen: Sendable, Equatable {
  /// The text for screen readers.
  var text = "One moment…"
}
