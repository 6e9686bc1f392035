/// The state of the engine and the store, beside the phone.
struct Panels: Sendable, Equatable {
  /// The membership at this instant.
  var membership: MembershipPanel
  /// The facts, newest first.
  var ledger: [LedgerRow] = []
  /// The number of facts in the ledger, of which the newest are shown.
  var recorded = 0
  /// The store's notifications, newest first.
  var notifications: [NotificationRow] = []
  /// The local notifications planned and sent, newest first.
  var nudges: [NudgeRow] = []
}

/// A membership at an instant.
struct MembershipPanel: Sendable, Equatable {
  /// The customer's app user id.
  var customer: String
  /// The phase.
  var phase: String
  /// How the phase is shown.
  var tone: BadgeTone = .neutral
  /// The store's condition.
  var condition: String?
  /// When it next changes without a new fact.
  var nextChange: String?
  /// The status line that the app shows.
  var status: String?
  /// The active entitlements.
  var entitlements: [EntitlementRow] = []
  /// Access to each feature.
  var features: [FeatureRow] = []
}

/// An active entitlement.
struct EntitlementRow: Sendable, Equatable {
  /// Its name.
  var name: String
  /// Until when, or "no end".
  var until: String
}

/// Access to a feature.
struct FeatureRow: Sendable, Equatable {
  /// The feature's name.
  var name: String
  /// The answer, such as "allowed" or "denied".
  var answer: String
  /// How the answer is shown.
  var tone: BadgeTone
  /// What is left, or the paywall it leads to.
  var detail: String?
}

/// A fact of the ledger.
struct LedgerRow: Sendable, Equatable {
  /// Its position or id.
  var id: String
  /// When it was recorded.
  var time: String
  /// Its kind.
  var kind: String
  /// Its text.
  var summary: String
  /// How the row is shown.
  var tone: BadgeTone = .neutral
  /// What the visitor did, on the newest of the facts that followed from it.
  var after: String?
  /// Whether it followed from the visitor's last action.
  var isNew = false
}

/// An App Store server notification.
struct NotificationRow: Sendable, Equatable {
  /// Its UUID.
  var id: String
  /// When it was sent.
  var time: String
  /// Its type.
  var type: String
  /// Its subtype.
  var subtype: String?
  /// The delivery's status, such as "delivered".
  var status: String
  /// How the status is shown.
  var tone: BadgeTone = .good
}

/// A local notification, planned or sent.
struct NudgeRow: Sendable, Equatable {
  /// Its id.
  var id: String
  /// When it is or was due.
  var time: String
  /// Its text.
  var text: String
  /// Its state, such as "planned", "sent" or "cancelled".
  var state: String
  /// How the row is shown.
  var tone: BadgeTone = .neutral
}
