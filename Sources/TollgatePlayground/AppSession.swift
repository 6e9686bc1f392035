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
  /// The code on the store's page, if that is open.
  var redemption: Redemption?
  var toast: String?
  /// The last message, if it was not sent.
  var draft = ""
  /// The plant that is about to be deleted.
  var plantToDelete: Item.ID?
  /// The prompts that were dismissed on this screen.
  var dismissed: Set<Prompt.ID> = []
  /// Whether something has just been remembered, which is read before anything else is shown.
  var isMemoryFresh = false
  var loginProblem: String?
  var email = ""
}
