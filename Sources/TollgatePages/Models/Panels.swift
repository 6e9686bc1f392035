/// What the engine and the store know, beside the phone.
public struct Panels: Sendable, Equatable {
  /// The membership at this instant.
  public var membership: MembershipPanel
  /// The facts, newest first.
  public var ledger: [LedgerRow]
  /// What the store sent, newest first.
  public var notifications: [NotificationRow]
  /// What the phone will say or has said, newest first.
  public var nudges: [NudgeRow]

  /// Creates the value from its parts.
  public init(
    membership: MembershipPanel,
    ledger: [LedgerRow] = [],
    notifications: [NotificationRow] = [],
    nudges: [NudgeRow] = []
  ) {
    self.membership = membership
    self.ledger = ledger
    self.notifications = notifications
    self.nudges = nudges
  }
}

/// A membership at an instant.
public struct MembershipPanel: Sendable, Equatable {
  /// The customer's app user id.
  public var customer: String
  /// The phase.
  public var phase: String
  /// How good the phase is for the customer.
  public var tone: BadgeTone
  /// The store's condition.
  public var condition: String?
  /// When any of it next changes without a new fact.
  public var nextChange: String?
  /// The line the app would show.
  public var status: String?
  /// What is held.
  public var entitlements: [EntitlementRow]
  /// What each feature answers.
  public var features: [FeatureRow]

  /// Creates the value from its parts.
  public init(
    customer: String,
    phase: String,
    tone: BadgeTone = .neutral,
    condition: String? = nil,
    nextChange: String? = nil,
    status: String? = nil,
    entitlements: [EntitlementRow] = [],
    features: [FeatureRow] = []
  ) {
    self.customer = customer
    self.phase = phase
    self.tone = tone
    self.condition = condition
    self.nextChange = nextChange
    self.status = status
    self.entitlements = entitlements
    self.features = features
  }
}

/// An entitlement that is held.
public struct EntitlementRow: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// Until when, or "no end".
  public var until: String

  /// Creates the value from its parts.
  public init(
    name: String,
    until: String
  ) {
    self.name = name
    self.until = until
  }
}

/// A feature's answer.
public struct FeatureRow: Sendable, Equatable {
  /// The feature's name.
  public var name: String
  /// The answer, such as "allowed" or "denied".
  public var answer: String
  /// How good it is for the customer.
  public var tone: BadgeTone
  /// What is left, or which paywall it leads to.
  public var detail: String?

  /// Creates the value from its parts.
  public init(
    name: String,
    answer: String,
    tone: BadgeTone,
    detail: String? = nil
  ) {
    self.name = name
    self.answer = answer
    self.tone = tone
    self.detail = detail
  }
}

/// A fact of the ledger.
public struct LedgerRow: Sendable, Equatable {
  /// Its position or id.
  public var id: String
  /// When it was recorded.
  public var time: String
  /// Its kind.
  public var kind: String
  /// What it says.
  public var summary: String
  /// How it should be seen.
  public var tone: BadgeTone

  /// Creates the value from its parts.
  public init(
    id: String,
    time: String,
    kind: String,
    summary: String,
    tone: BadgeTone = .neutral
  ) {
    self.id = id
    self.time = time
    self.kind = kind
    self.summary = summary
    self.tone = tone
  }
}

/// An App Store server notification.
public struct NotificationRow: Sendable, Equatable {
  /// Its UUID.
  public var id: String
  /// When it was sent.
  public var time: String
  /// Its type.
  public var type: String
  /// Its subtype.
  public var subtype: String?
  /// The delivery's status, such as "delivered".
  public var status: String
  /// How good that is.
  public var tone: BadgeTone

  /// Creates the value from its parts.
  public init(
    id: String,
    time: String,
    type: String,
    subtype: String? = nil,
    status: String,
    tone: BadgeTone = .good
  ) {
    self.id = id
    self.time = time
    self.type = type
    self.subtype = subtype
    self.status = status
    self.tone = tone
  }
}

/// A local notification, planned or sent.
public struct NudgeRow: Sendable, Equatable {
  /// Its id.
  public var id: String
  /// When it is or was due.
  public var time: String
  /// What it says.
  public var text: String
  /// Its state, such as "planned", "sent" or "cancelled".
  public var state: String
  /// How it should be seen.
  public var tone: BadgeTone

  /// Creates the value from its parts.
  public init(
    id: String,
    time: String,
    text: String,
    state: String,
    tone: BadgeTone = .neutral
  ) {
    self.id = id
    self.time = time
    self.text = text
    self.state = state
    self.tone = tone
  }
}
