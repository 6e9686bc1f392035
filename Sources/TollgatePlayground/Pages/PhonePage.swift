import TollgateClient

/// What the simulated phone shows at an instant.
struct PhonePage: Sendable, Equatable {
  var app: AppName
  var look: Look = .glass
  /// The look that the app's blueprint gives it; nil for the phone's own.
  var skin: PhoneSkin?
  /// The text size chosen in the phone's settings.
  var textSize: TextSize = .default
  /// The language of the app's texts, as a BCP 47 code.
  var language = "en"
  /// The direction of its layout, as in HTML.
  var direction = "ltr"
  /// Whether the layout is mirrored and the texts are not, as in the right-to-left pseudolanguage.
  var isMirrored = false
  /// What the phone itself says.
  var words = PhoneLabels()
  /// The time and the signal.
  var statusBar: StatusBar
  /// The screen in front.
  var screen: PhoneScreen
  /// The tab bar; empty if there isn't one.
  var tabs: [TabItem] = []
  /// The paywall over the screen.
  var paywall: PaywallSheet?
  /// The sheet or alert over the screen and the paywall.
  var sheet: PhoneSheet?
  /// A system notification at the top.
  var notification: PhoneNotification?
  /// A short message at the bottom, such as what a restore found.
  var toast: String?
}

/// An app's look, as the phone's styles have it.
struct PhoneSkin: Sendable, Equatable {
  /// Its colors and measures, for the phone alone.
  var css: String
  /// The names of what it arranges.
  var classes: String
}

extension PhoneSkin {
  init(_ look: PaywallLook, of app: AppName) {
    let fonts = look.fontFaces(in: "/playground/\(app)/fonts") ?? ""
    self.init(
      css: fonts + look.css(for: ".device[data-skin]"), classes: look.classes.joined(separator: " ")
    )
  }
}

/// What the phone itself says, apart from what the app says.
struct PhoneLabels: Sendable, Equatable {
  /// That there is no connection.
  var offline = PhoneWords.english[.offline]
  /// Opens a notification, for screen readers.
  var openNotification = PhoneWords.english[.openNotification]
  /// The tab bar, for screen readers.
  var tabs = PhoneWords.english[.tabs]
}

extension PhoneLabels {
  init(_ words: PhoneWords) {
    self.init(
      offline: words[.offline], openNotification: words[.openNotification], tabs: words[.tabs])
  }
}

/// The two looks an app is designed in.
enum Look: String, Sendable, Equatable {
  /// Translucent layers, as on iOS 26 and later.
  case glass
  /// Solid warm cards, as on iOS 18 to 25.
  case warm
}

enum TextSize: String, Sendable, Equatable {
  /// The size an app is designed at.
  case `default`
  /// 20 percent larger.
  case large
  /// 50 percent larger.
  case xlarge
}

struct StatusBar: Sendable, Equatable {
  /// The phone's own time, such as "9:41".
  var time: String
  /// Whether the phone is offline, which the app shows below the status bar.
  var offline = false
}

/// One tab of an app's tab bar.
struct TabItem: Sendable, Equatable {
  var label: String
  var icon: Icon
  /// What choosing the tab does, usually `navigate`.
  var action: PageAction
  /// Whether its screen is shown.
  var selected = false
}

/// A local notification that the phone has just delivered.
struct PhoneNotification: Sendable, Equatable {
  /// The title, such as the app's name.
  var title: String
  var text: String
  /// When it was sent, as text.
  var time = "now"
  var action: PageAction?
}
