extension Fact: Codable {
  private enum Key: String, CodingKey { case kind }

  /// The fact's kind, as written to the ledger and the wire.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case signedUp, device, milestone, trialStarted, trialForfeited, transaction, renewal, transfer
    case use, credit, spend, item, dismissal, paywall, nudge, grant, profile
  }

  /// The fact's kind.
  public var kind: Kind {
    switch self {
    case .signedUp: .signedUp
    case .device: .device
    case .milestone: .milestone
    case .trialStarted: .trialStarted
    case .trialForfeited: .trialForfeited
    case .transaction: .transaction
    case .renewal: .renewal
    case .transfer: .transfer
    case .use: .use
    case .credit: .credit
    case .spend: .spend
    case .item: .item
    case .dismissal: .dismissal
    case .paywall: .paywall
    case .nudge: .nudge
    case .grant: .grant
    case .profile: .profile
    }
  }

  /// Decodes a fact from an object whose `kind` determines the other members.
  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .kind)
    switch kind {
    case .signedUp: self = .signedUp(try SignUp(from: decoder))
    case .device: self = .device(try DeviceUse(from: decoder))
    case .milestone: self = .milestone(try MilestoneReached(from: decoder))
    case .trialStarted: self = .trialStarted(try TrialStart(from: decoder))
    case .trialForfeited: self = .trialForfeited(try TrialForfeit(from: decoder))
    case .transaction: self = .transaction(try StoreTransaction(from: decoder))
    case .renewal: self = .renewal(try StoreRenewal(from: decoder))
    case .transfer: self = .transfer(try PurchaseTransfer(from: decoder))
    case .use: self = .use(try Use(from: decoder))
    case .credit: self = .credit(try Credit(from: decoder))
    case .spend: self = .spend(try Spend(from: decoder))
    case .item: self = .item(try ItemChange(from: decoder))
    case .dismissal: self = .dismissal(try Dismissal(from: decoder))
    case .paywall: self = .paywall(try PaywallEvent(from: decoder))
    case .nudge: self = .nudge(try NudgeDelivery(from: decoder))
    case .grant: self = .grant(try Grant(from: decoder))
    case .profile: self = .profile(try ProfileRow(from: decoder))
    }
  }

  /// Encodes the fact's members and its `kind` as one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .signedUp(let fact): try fact.encode(to: encoder)
    case .device(let fact): try fact.encode(to: encoder)
    case .milestone(let fact): try fact.encode(to: encoder)
    case .trialStarted(let fact): try fact.encode(to: encoder)
    case .trialForfeited(let fact): try fact.encode(to: encoder)
    case .transaction(let fact): try fact.encode(to: encoder)
    case .renewal(let fact): try fact.encode(to: encoder)
    case .transfer(let fact): try fact.encode(to: encoder)
    case .use(let fact): try fact.encode(to: encoder)
    case .credit(let fact): try fact.encode(to: encoder)
    case .spend(let fact): try fact.encode(to: encoder)
    case .item(let fact): try fact.encode(to: encoder)
    case .dismissal(let fact): try fact.encode(to: encoder)
    case .paywall(let fact): try fact.encode(to: encoder)
    case .nudge(let fact): try fact.encode(to: encoder)
    case .grant(let fact): try fact.encode(to: encoder)
    case .profile(let fact): try fact.encode(to: encoder)
    }
  }
}
