import Tollgate
import TollgatePages

/// What a phone shows that is the app's own business: its screens, its content, its messages.
struct PhoneState {
  /// What an app keeps for one customer.
  struct Content {
    var messages: [ChatMessage] = []
    var plants: [String: String] = [:]
    var drills: [TrainingPlan] = []
    var doneTasks: Set<String> = []
    var plantCount = 0
  }

  var isRunning = true
  var look = Look.glass
  var textSize = TextSize.default
  var isClockBack = false
  var hasSeenOnboarding = false
  var isAnonymousByChoice = false
  var screen = "main"
  var reading: String?
  /// The feature that led to the paywall.
  var pitched: Feature.ID?
  var alert: AlertSheet?
  var toast: String?
  var notification: PhoneNotification?
  var loginProblem: String?
  var email = ""
  var lastProduct: Product.ID?
  var content: [String: Content] = [:]

  /// Forgets what lives only as long as the app runs.
  mutating func endSession() {
    screen = "main"
    reading = nil
    alert = nil
    pitched = nil
    toast = nil
    loginProblem = nil
  }

  /// Forgets what was kept in the app's own folder.
  mutating func reinstall() {
    endSession()
    hasSeenOnboarding = false
    isAnonymousByChoice = false
    content = [:]
    notification = nil
    email = ""
  }
}
