import Tollgate
import TollgatePages

/// What a phone shows that is the app's own business: its screens and its messages.
struct PhoneState {
  var isRunning = true
  var look = Look.glass
  var textSize = TextSize.default
  var isClockBack = false
  var hasSeenOnboarding = false
  var screen = "main"
  var reading: String?
  /// The phase the app last acted on.
  var phase = Phase.unknown
  /// The feature that led to the paywall.
  var pitched: Feature.ID?
  var isManaging = false
  var alert: AlertSheet?
  var toast: String?
  var notification: PhoneNotification?
  var loginProblem: String?
  var email = ""
  var lastProduct: Product.ID?

  /// Forgets what lives only as long as the app runs.
  mutating func endSession() {
    screen = "main"
    reading = nil
    phase = .unknown
    pitched = nil
    isManaging = false
    alert = nil
    toast = nil
    loginProblem = nil
    email = ""
  }

  /// Forgets what was kept in the app's own folder.
  mutating func reinstall() {
    endSession()
    hasSeenOnboarding = false
    notification = nil
  }
}
