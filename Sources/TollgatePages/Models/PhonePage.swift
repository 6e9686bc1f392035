/// What the simulated phone shows at an instant.
public struct PhonePage: Sendable, Equatable {
  /// The app that runs on the phone.
  public var app: AppName
  /// The system's look.
  public var look: Look
  /// The text size chosen in the phone's settings.
  public var textSize: TextSize
  /// The time and the signal.
  public var statusBar: StatusBar
  /// The screen in front.
  public var screen: PhoneScreen
  /// The tab bar; empty for none.
  public var tabs: [TabItem]
  /// The paywall over the screen.
  public var paywall: PaywallSheet?
  /// What lies over the screen and the paywall.
  public var sheet: PhoneSheet?
  /// A system notification at the top.
  public var notification: PhoneNotification?
  /// A short message at the bottom, such as what a restore found.
  public var toast: String?

  /// Creates the value from its parts.
  public init(
    app: AppName,
    look: Look = .glass,
    textSize: TextSize = .default,
    statusBar: StatusBar,
    screen: PhoneScreen,
    tabs: [TabItem] = [],
    paywall: PaywallSheet? = nil,
    sheet: PhoneSheet? = nil,
    notification: PhoneNotification? = nil,
    toast: String? = nil
  ) {
    self.app = app
    self.look = look
    self.textSize = textSize
    self.statusBar = statusBar
    self.screen = screen
    self.tabs = tabs
    self.paywall = paywall
    self.sheet = sheet
    self.notification = notification
    self.toast = toast
  }
}

/// The phone's status bar.
public struct StatusBar: Sendable, Equatable {
  /// The phone's own time, such as "9:41".
  public var time: String
  /// Whether the network is gone; the app then says so under the status bar.
  public var offline: Bool

  /// Creates the value from its parts.
  public init(
    time: String,
    offline: Bool = false
  ) {
    self.time = time
    self.offline = offline
  }
}

/// One tab of an app's tab bar.
public struct TabItem: Sendable, Equatable {
  /// The word under the icon.
  public var label: String
  /// The icon.
  public var icon: Icon
  /// What choosing the tab does, usually `navigate`.
  public var action: PageAction
  /// Whether its screen is in front.
  public var selected: Bool

  /// Creates the value from its parts.
  public init(
    label: String,
    icon: Icon,
    action: PageAction,
    selected: Bool = false
  ) {
    self.label = label
    self.icon = icon
    self.action = action
    self.selected = selected
  }
}

/// A notification the phone has just delivered.
public struct PhoneNotification: Sendable, Equatable {
  /// The title, such as the app's name.
  public var title: String
  /// The message.
  public var text: String
  /// When, in words.
  public var time: String
  /// What tapping it does.
  public var action: PageAction?

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String,
    time: String = "now",
    action: PageAction? = nil
  ) {
    self.title = title
    self.text = text
    self.time = time
    self.action = action
  }
}

/// The screen in front on the phone.
public enum PhoneScreen: Sendable, Equatable {
  /// The app is not running; the home screen shows its icon.
  case home(HomeScreen)
  /// The membership is unknown yet; never a paywall.
  case loading(LoadingScreen)
  /// The first launch.
  case onboarding(OnboardingScreen)
  /// Sign in or sign up.
  case login(LoginScreen)
  /// A conversation.
  case chat(ChatScreen)
  /// The plants.
  case garden(GardenScreen)
  /// The numbers.
  case analytics(AnalyticsScreen)
  /// Files to take away.
  case export(ExportScreen)
  /// Skills and today's tracker.
  case dashboard(DashboardScreen)
  /// Drills, makers, teasers and plans.
  case training(TrainingScreen)
  /// One plan or drill, to read.
  case reader(ReaderScreen)
  /// The app's settings.
  case settings(SettingsScreen)
}

/// The home screen of a phone on which the app is not running.
public struct HomeScreen: Sendable, Equatable {
  /// The large clock, such as "9:41".
  public var clock: String
  /// The date under it.
  public var date: String
  /// The app's name under its icon.
  public var name: String

  /// Creates the value from its parts.
  public init(
    clock: String,
    date: String,
    name: String
  ) {
    self.clock = clock
    self.date = date
    self.name = name
  }
}

/// A skeleton while the membership is unknown.
public struct LoadingScreen: Sendable, Equatable {
  /// The text for screen readers.
  public var text: String

  /// Creates the value from its parts.
  public init(
    text: String = "One moment…"
  ) {
    self.text = text
  }
}
