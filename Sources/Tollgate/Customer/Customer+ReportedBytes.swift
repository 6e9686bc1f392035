extension Customer {
  /// About how many bytes what the customer's own requests recorded takes in an answer.
  ///
  /// It only grows: what a later report replaces, and what was released, was recorded too. What the store and operators
  /// say does not count, and neither does what the blueprint bounds, such as milestones and attributes.
  package var reportedBytes: Int { history.reportedBytes }

  /// About how many bytes a use takes in an answer, in a run of them, beside its key.
  static let bytesOfUseBesideKey = 32

  /// Whether the store has signed a purchase.
  package var hasTransactions: Bool { !purchases.transactions.isEmpty }
}

extension Fact {
  /// About how many bytes it takes in an answer, if a customer decides how many facts of its kind there are; otherwise 0.
  ///
  /// A release counts with what it releases, so that it is never refused.
  package var reportedBytes: Int {
    switch self {
    case .use(let fact): Customer.bytesOfUseBesideKey + fact.key.rawValue.utf8.count
    case .spend(let fact): 192 + fact.key.rawValue.utf8.count
    case .item(let fact):
      fact.isHeld ? 64 + 2 * fact.item.rawValue.bytesAsJSON + 2 * fact.key.rawValue.utf8.count : 0
    case .reservation(let fact):
      320 + 2 * fact.key.rawValue.utf8.count + (fact.terms.item?.rawValue.bytesAsJSON ?? 0)
    case .dismissal(let fact): 32 + fact.key.rawValue.utf8.count
    case .paywall(let fact): 192 + fact.key.rawValue.utf8.count + 64 * fact.variants.count
    case .nudge: 160
    case .device(let fact): 128 + fact.device.rawValue.bytesAsJSON
    case .signedUp, .milestone, .trialStarted, .trialForfeited, .trialExtension, .trialPause,
      .transaction, .renewal, .transfer, .refundRequest, .reservationRelease, .credit, .variant,
      .attribute, .grant, .profile:
      0
    }
  }
}

extension String {
  /// How many bytes it takes as a string of JSON, where a control character takes six.
  fileprivate var bytesAsJSON: Int {
    utf8.reduce(0) { bytes, byte in
      switch byte {
      case 0..<0x20: bytes + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes + 2
      default: bytes + 1
      }
    }
  }
}
