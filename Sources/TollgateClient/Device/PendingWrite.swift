import Tollgate

/// Something the server must hear of, kept on the device until it has.
struct PendingWrite: Hashable, Sendable, Codable {
  /// What it says.
  enum Report: Hashable, Sendable, Codable {
    case purchase(SignedPurchase)
    case milestone(Milestone.ID)
    case dismissal(Prompt.ID)
    case paywall(Paywall.ID, PaywallEvent.Action)
    case nudge(Nudge.ID)
  }

  /// Makes sending it again count once.
  let key: Idempotency.Key
  /// Who it is about; nil is whoever the device acts for first.
  var customer: Customer.ID?
  let report: Report
  /// When it happened, by the trusted clock; nil before the server's first answer.
  let at: Instant?

  /// How many may wait: 1,000.
  static let limit = 1000

  /// Whether it is a purchase, which is never given up.
  var isPurchase: Bool {
    switch report {
    case .purchase: true
    case .milestone, .dismissal, .paywall, .nudge: false
    }
  }

  /// The fact that the server will make of it, so that the device need not wait; purchases are facts only once verified.
  var expectedFact: Fact? {
    guard let at else { return nil }
    switch report {
    case .purchase: return nil
    case .milestone(let id): return .milestone(MilestoneReached(milestone: id, at: at))
    case .dismissal(let id): return .dismissal(Dismissal(prompt: id, key: key, at: at))
    case .paywall(let id, let action):
      return .paywall(PaywallEvent(paywall: id, action: action, at: at))
    case .nudge(let id): return .nudge(NudgeDelivery(nudge: id, at: at))
    }
  }
}
