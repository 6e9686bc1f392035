import Tollgate

/// What a phone shows that is the app's own business: its screens and its messages.
struct PhoneState {
  var isRunning = true
  var look = Look.glass
  var textSize = TextSize.default
  var isClockBack = false
  var screen = "main"
  /// Where the app's own table has led so far; nil at launch, and in apps without one.
  var location: String?
  var reading: String?
  /// The phase the app last acted on.
  var phase = Phase.unknown
  /// What the running app's screens draw.
  var models: AppModels?
  var isManaging = false
  var alert: AlertSheet?
  var toast: String?
  var notification: PhoneNotification?
  var loginProblem: String?
  var email = ""

  /// Forgets what lives only as long as the app runs.
  mutating func endSession() {
    screen = "main"
    location = nil
    reading = nil
    phase = .unknown
    models = nil
    isManaging = false
    alert = nil
    toast = nil
    loginProblem = nil
    email = ""
  }

  /// Forgets what was kept in the app's own folder.
  mutating func reinstall() {
    endSession()
    notification = nil
  }
}
