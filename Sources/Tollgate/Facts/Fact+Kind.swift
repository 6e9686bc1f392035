extension Fact {
  /// The fact's kind, as written to the ledger and the wire.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case signedUp, device, milestone, trialStarted, trialForfeited, trialExtension, trialPause
    case transaction, renewal, transfer
    case reservation, reservationRelease, use, credit, spend, item, dismissal, paywall, variant,
      nudge, attribute, grant, profile
  }

  /// The fact's kind.
  public var kind: Kind {
    switch self {
    case .signedUp: .signedUp
    case .device: .device
    case .milestone: .milestone
    case .trialStarted: .trialStarted
    case .trialForfeited: .trialForfeited
    case .trialExtension: .trialExtension
    case .trialPause: .trialPause
    case .transaction: .transaction
    case .renewal: .renewal
    case .transfer: .transfer
    case .reservation: .reservation
    case .reservationRelease: .reservationRelease
    case .use: .use
    case .credit: .credit
    case .spend: .spend
    case .item: .item
    case .dismissal: .dismissal
    case .paywall: .paywall
    case .variant: .variant
    case .nudge: .nudge
    case .attribute: .attribute
    case .grant: .grant
    case .profile: .profile
    }
  }
}
