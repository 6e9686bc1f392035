import Tollgate

/// What an app shows beyond its models; it lasts until the app ends or somebody signs out.
struct AppSession {
  var screen = "main"
  /// The screen to which the app's routing table has led so far; nil at launch, and in apps without one.
  var location: String?
  var reading: String?
  /// The phase the app last acted on.
  var phase = Phase.unknown
  /// The models that the running app's screens draw.
  var models: AppModels?
  var isManaging = false
  var alert: AlertSheet?
  var toast: String?
  var loginProblem: String?
  var email = ""
}
