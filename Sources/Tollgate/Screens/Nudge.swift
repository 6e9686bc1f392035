/// A notification planned around a moment in the customer's lifecycle.
public struct Nudge: Hashable, Sendable, Identifiable {
  /// The nudge's name.
  public typealias ID = Identifier<Nudge>

  /// The end that a nudge is planned before.
  public typealias Anchor = Ending.Anchor

  /// Who delivers a nudge.
  public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// The customer's devices, as a local notification.
    case notification
    /// The app's own backend, as a push notification or mail: the server sends it a webhook when the nudge is due.
    case webhook
  }

  /// When a nudge is delivered.
  public enum Moment: Hashable, Sendable {
    /// This long before the end of a trial, a paid period, an introductory offer or a grant.
    case before(Anchor, Period)
    /// This long after an event; if it happened several times, after the last one.
    case after(CustomerEvent, Period)
    /// This long after the customer's last activity: a report, a counted use, a purchase, or opening the app.
    case silence(Period)

    /// The time between the moment and what it is planned around.
    public var period: Period {
      switch self {
      case .before(_, let period), .after(_, let period), .silence(let period): period
      }
    }
  }

  /// How often a nudge is delivered until its event happens again.
  public struct Repetition: Hashable, Sendable {
    /// The greatest number of deliveries that a blueprint may ask for, since a device schedules all of them ahead.
    public static let limit = 10

    /// The time from one delivery to the next.
    public let every: Period
    /// The greatest number of deliveries, the first one included; 2 to ``limit``.
    public let atMost: Int

    public init(every: Period, atMost: Int) {
      self.every = every
      self.atMost = atMost
    }
  }

  /// The nudge's name.
  public package(set) var id: ID
  /// When it is delivered.
  public let moment: Moment
  /// How often it is delivered; nil for once, as with every nudge before an end.
  public let repetition: Repetition?
  /// The hours in which it is delayed; nil if it never is.
  public package(set) var quietHours: QuietHours?
  /// Who delivers it.
  public let delivery: Delivery
  /// The condition for planning it.
  public let when: Condition
  /// The text of the notification.
  public let text: LocalizedText.ID
  /// The paywall that opens when the customer taps the notification; nil if only the app does.
  public let paywall: Paywall.ID?

  public init(
    id: ID, moment: Moment, repetition: Repetition? = nil, quietHours: QuietHours? = nil,
    delivery: Delivery = .notification, when: Condition = .always, text: LocalizedText.ID,
    paywall: Paywall.ID? = nil
  ) {
    self.id = id
    self.moment = moment
    self.repetition = repetition
    self.quietHours = quietHours
    self.delivery = delivery
    self.when = when
    self.text = text
    self.paywall = paywall
  }

  /// Creates a nudge before the end of a trial, a paid period, an introductory offer or a grant.
  public init(id: ID, anchor: Anchor, before: Period, when: Condition, text: LocalizedText.ID) {
    self.init(id: id, moment: .before(anchor, before), when: when, text: text)
  }
}

extension Nudge {
  /// The deliveries after an event or after the last activity, in order.
  func deliveries(after event: Instant) -> [PlannedNudge] {
    (0..<(repetition?.atMost ?? 1)).map { number in
      let occurrence = repetition.map { event.adding($0.every, times: number) } ?? event
      return PlannedNudge(
        id: PlannedNudge.id(of: id, delivery: number + 1), at: occurrence.adding(moment.period),
        occurrence: occurrence, text: text)
    }
  }
}
