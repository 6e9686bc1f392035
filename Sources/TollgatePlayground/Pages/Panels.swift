/// The state of the engine and the store, next to the phone.
struct Panels: Sendable, Equatable {
  var membership: MembershipPanel
  /// The blueprint; nil before it is added to what a world shows.
  var file: FilePanel?
  /// The phases, and the customer's way through them; nil before the server knows the customer.
  var life: LifePanel?
  /// Access to each feature, and why.
  var features: [FeatureRow] = []
  /// What the phone and the server believe; nil where there is nothing to compare.
  var comparison: Comparison?
  var ledger = LedgerPanel()
  /// The store's notifications, newest first.
  var notifications: [NotificationRow] = []
  /// The local notifications planned and sent, newest first.
  var nudges: [NudgeRow] = []
}

struct MembershipPanel: Sendable, Equatable {
  /// The customer's app user id.
  var customer: String
  var phase: String
  /// How the phase is shown.
  var tone: BadgeTone = .neutral
  /// The store's condition.
  var condition: String?
  /// When it next changes without a new fact, and what happens then.
  var nextChange: String?
  /// The status line that the app shows.
  var status: String?
  var entitlements: [EntitlementRow] = []
}

struct EntitlementRow: Sendable, Equatable {
  var name: String
  /// Until when, or "no end".
  var until: String
}

/// Access to a feature, and why.
struct FeatureRow: Sendable, Equatable {
  var name: String
  /// The answer, such as "allowed" or "refused".
  var answer: String
  var tone: BadgeTone
  /// The answer as a sentence.
  var detail: String?
  /// The rule that decides.
  var rule: String?
  /// The lines of the rule in the blueprint, such as `41-43`; nil if a part of the file has it.
  var lines: String?
  /// Where the rule's number is written, as a line and a column such as `49:36`; nil if the file itself has none.
  var limit: String?
  /// The answer before the blueprint changed, if that was another.
  var before: String?
  /// When the answer changes without a new fact, and what it is then.
  var change: String?
  /// The rules before it, and what each lacks.
  var skipped: [String] = []
  /// What the phone believes instead; nil if it agrees.
  var phone: String?
}

/// An App Store server notification.
struct NotificationRow: Sendable, Equatable {
  /// Its UUID.
  var id: String
  var time: String
  var type: String
  var subtype: String?
  /// The delivery's status, such as "delivered".
  var status: String
  /// How the status is shown.
  var tone: BadgeTone = .good
}

/// A local notification, planned or sent.
struct NudgeRow: Sendable, Equatable {
  var id: String
  /// When it is or was due.
  var time: String
  var text: String
  /// Its state, such as "planned", "sent" or "cancelled".
  var state: String
  /// How the row is shown.
  var tone: BadgeTone = .neutral
}
