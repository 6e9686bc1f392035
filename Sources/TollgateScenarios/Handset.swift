import AppStoreSimulator
import Tollgate

/// A device with the app on it: a session, a store account and a schedule of notifications.
struct Handset {
  let name: Device.ID
  var account: AccountID
  var token: String?
  var isSignedIn = false
  var hasSeenOnboarding = false
  var hasJustSubscribed = false
  var scheduled: [PlannedNudge] = []
  var delivered: [Nudge.ID] = []
  /// When what holds changes by itself; nil where it never does.
  var nextChange: Instant?
  /// What was last told of it, so that only changes are.
  var told: String?

  init(name: Device.ID, account: AccountID) {
    self.name = name
    self.account = account
  }

  /// The app and all that it kept are gone; the device and its account stay.
  mutating func reinstall() { self = Handset(name: name, account: account) }

  /// The session is over, and nothing of its customer stays.
  mutating func signOut() {
    token = nil
    isSignedIn = false
    hasJustSubscribed = false
    scheduled = []
    nextChange = nil
    told = nil
  }
}
