/// The client's work in progress.
@MainActor
struct ClientTasks {
  /// Makes the changes to the device's storage; those that cannot be made yet wait in it.
  let storage: DeviceWriter
  /// Retries what the server did not accept.
  let retry = DelayedTask()
  /// Wakes at the next instant at which time alone changes the membership.
  let wake = DelayedTask()
  /// Sends what the app recorded without waiting for it.
  let reports = BackgroundTasks()
  /// Sends the outbox.
  let delivery = TaskQueue<ClientError?>()
  /// Schedules notifications.
  let nudges = TaskQueue<Void>()
  /// Confirms the cached state when the app starts.
  let launch = SharedTask<Void>()
  /// Fetches the customer again when the app returns.
  let refresh = SharedTask<Void>()
  /// Listens to the store.
  let listening = SharedListening()
  /// Creates an anonymous customer.
  let sessionCreation = SharedTask<Result<Session, ServerCalls.Failure>>()
  /// Fetches the profile.
  let profile = SharedTask<Result<Profile, ClientError>>()
  /// The names that the app used and its blueprint does not have.
  let askedNames = AskedNames()
}
