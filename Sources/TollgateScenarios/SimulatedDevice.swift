import AppStoreSimulator
import Tollgate

/// A device with the app on it: a session, a store account and a schedule of notifications.
struct SimulatedDevice {
  let name: Device.ID
  var account: AccountID
  var token: String?
  var isSignedIn = false
  /// The email address of the account that signed in last; nil after a sign-out.
  var email: String?
  /// The paywalls on which something was bought since they were shown, so that closing one is not closing it without
  /// buying.
  var boughtOn: Set<Paywall.ID> = []
  var hasSeenOnboarding = false
  var hasJustSubscribed = false
  /// The time zone of its clock, by its IANA name; nil for UTC, which it does not report.
  var timeZone: String?
  /// The version of the app that a step named; nil if it is not known.
  var appVersion: String?
  var openedAt: Instant?
  var scheduled: [PlannedNudge] = []
  /// What the scheduled nudges say, with the values at the time when each was scheduled.
  var nudgeLines: [PlannedNudge: String] = [:]
  var delivered: [Nudge.ID] = []
  /// The nudges that the app's backend delivers to the customer who uses the device.
  var sent: [Nudge.ID] = []
  /// The instant at which the membership changes by itself; nil if it does not.
  var nextChange: Instant?
  /// What it goes by while it has no network; nil while it has one.
  var memory: DeviceMemory?
  /// The state that the timeline showed last, so that it shows changes only.
  var shown: String?

  init(name: Device.ID, account: AccountID) {
    self.name = name
    self.account = account
  }

  /// Whether what holds on it changes and shows.
  var isInUse: Bool { memory.map { !$0.isOff } ?? (token != nil) }

  /// Removes the app and everything it kept; the device, its account and its clock stay.
  mutating func reinstall() {
    let (zone, version) = (timeZone, appVersion)
    self = SimulatedDevice(name: name, account: account)
    (timeZone, appVersion) = (zone, version)
  }

  /// Schedules the nudges of a membership in place of those scheduled before.
  mutating func schedule(_ membership: Membership) {
    scheduled = membership.nudges(inTimeZone: timeZone ?? "UTC", openedAt: openedAt)
    nudgeLines = nudgeLines.filter { scheduled.contains($0.key) }
  }

  /// Ends the session and removes all data of its customer.
  mutating func signOut() {
    token = nil
    isSignedIn = false
    email = nil
    boughtOn = []
    hasJustSubscribed = false
    scheduled = []
    nudgeLines = [:]
    nextChange = nil
    shown = nil
  }
}
