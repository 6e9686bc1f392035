/// The controls of the store, the phone and the network, and their state.
struct Controls: Sendable, Equatable {
  /// The playground's time, such as "2026-03-03 09:41".
  var now: String
  /// The next scheduled change, such as "in 2 days", or nil if there isn't one.
  var nextChange: String?
  /// Whether there is a subscription to act on.
  var subscribed = false
  /// Whether it renews automatically; determines whether Cancel or Resume is shown.
  var renews = true
  var billingFails = false
  /// Whether a purchase waits for a parent.
  var parentPending = false
  /// Whether the app runs.
  var running = true
  /// How far off the phone's clock is, such as "1 day behind".
  var clockOffset: String?
  /// Whether the network is disabled.
  var offline = false
  var look: Look = .glass
  var textSize: TextSize = .default
  /// The person with the phone, such as "Person A".
  var person: String
  /// How long until the trial ends; nil without a trial.
  var toTrialEnd: String?
  /// How long until the paid period ends; nil without one.
  var toRenewal: String?
  /// The less frequent controls.
  var menus = ControlMenus()
}
