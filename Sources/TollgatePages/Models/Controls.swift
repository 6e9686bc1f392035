/// The visitor's controls and their state.
public struct Controls: Sendable, Equatable {
  /// The world's time, such as "Tue 3 Mar 2026, 09:41".
  public var now: String
  /// The next scheduled change, such as "in 2 days", or nil if there isn't one.
  public var nextChange: String?
  /// Whether there is a subscription to act on.
  public var subscribed: Bool
  /// Whether it renews automatically; decides between Cancel and Resume.
  public var renews: Bool
  /// Whether the store fails to bill.
  public var billingFails: Bool
  /// Whether a parent has yet to respond.
  public var parentPending: Bool
  /// Whether the app runs.
  public var running: Bool
  /// How far the phone's clock is off, such as "1 day behind".
  public var clockOffset: String?
  /// Whether the network is disabled.
  public var offline: Bool
  /// The phone's look.
  public var look: Look
  /// The phone's text size.
  public var textSize: TextSize
  /// The person with the phone, such as "Person A".
  public var person: String

  /// Creates the value from its parts.
  public init(
    now: String,
    nextChange: String? = nil,
    subscribed: Bool = false,
    renews: Bool = true,
    billingFails: Bool = false,
    parentPending: Bool = false,
    running: Bool = true,
    clockOffset: String? = nil,
    offline: Bool = false,
    look: Look = .glass,
    textSize: TextSize = .default,
    person: String
  ) {
    self.now = now
    self.nextChange = nextChange
    self.subscribed = subscribed
    self.renews = renews
    self.billingFails = billingFails
    self.parentPending = parentPending
    self.running = running
    self.clockOffset = clockOffset
    self.offline = offline
    self.look = look
    self.textSize = textSize
    self.person = person
  }
}
