import Tollgate

/// A fact as stored in a row: an object whose `kind` determines the other members, with the version of the form.
struct StoredFact: Codable {
  /// The newest version of the form.
  ///
  /// Rows written before the version was stored are of version 1. Version 2 added reservations, version 3
  /// attributes, version 4 extensions and pauses of trials, version 5 variants, version 6 refund requests,
  /// version 7 the starts of add-on trials, and version 8 resets of trials. Each row is written with the lowest version
  /// that can represent it, so that an older server refuses only the rows it cannot read.
  static let version = 8

  let fact: Fact

  init(_ fact: Fact) { self.fact = fact }

  init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: StoredKey.self)
    let version = try stored.decodeIfPresent(Int.self, forKey: .version) ?? 1
    guard version <= Self.version else {
      throw LedgerError(
        .newerSchema, "The ledger holds a fact that a newer version of this software wrote.")
    }
    fact = try Fact(stored: stored)
  }

  func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: StoredKey.self)
    try stored.encode(fact.storedVersion, forKey: .version)
    try fact.store(in: &stored)
  }
}

extension Fact: StoredForm {
  init(stored: StoredMembers) throws {
    switch try stored.decode(Kind.self, forKey: .kind) {
    case .signedUp: self = .signedUp(try SignUp(stored: stored))
    case .device: self = .device(try DeviceUse(stored: stored))
    case .milestone: self = .milestone(try MilestoneReached(stored: stored))
    case .trialStarted: self = .trialStarted(try TrialStart(stored: stored))
    case .trialForfeited: self = .trialForfeited(try TrialForfeit(stored: stored))
    case .trialExtension: self = .trialExtension(try TrialExtension(stored: stored))
    case .trialPause: self = .trialPause(try TrialPause(stored: stored))
    case .transaction: self = .transaction(try StoreTransaction(stored: stored))
    case .renewal: self = .renewal(try StoreRenewal(stored: stored))
    case .transfer: self = .transfer(try PurchaseTransfer(stored: stored))
    case .refundRequest: self = .refundRequest(try RefundRequest(stored: stored))
    case .reservation: self = .reservation(try Reservation(stored: stored))
    case .reservationRelease:
      self = .reservationRelease(try ReservationRelease(stored: stored))
    case .use: self = .use(try Use(stored: stored))
    case .credit: self = .credit(try Credit(stored: stored))
    case .spend: self = .spend(try Spend(stored: stored))
    case .item: self = .item(try ItemChange(stored: stored))
    case .dismissal: self = .dismissal(try Dismissal(stored: stored))
    case .paywall: self = .paywall(try PaywallEvent(stored: stored))
    case .variant: self = .variant(try VariantAssignment(stored: stored))
    case .nudge: self = .nudge(try NudgeDelivery(stored: stored))
    case .attribute: self = .attribute(try AttributeChange(stored: stored))
    case .grant: self = .grant(try Grant(stored: stored))
    case .profile: self = .profile(try ProfileRow(stored: stored))
    }
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(kind, forKey: .kind)
    switch self {
    case .signedUp(let fact): try fact.store(in: &stored)
    case .device(let fact): try fact.store(in: &stored)
    case .milestone(let fact): try fact.store(in: &stored)
    case .trialStarted(let fact): try fact.store(in: &stored)
    case .trialForfeited(let fact): try fact.store(in: &stored)
    case .trialExtension(let fact): try fact.store(in: &stored)
    case .trialPause(let fact): try fact.store(in: &stored)
    case .transaction(let fact): try fact.store(in: &stored)
    case .renewal(let fact): try fact.store(in: &stored)
    case .transfer(let fact): try fact.store(in: &stored)
    case .refundRequest(let fact): try fact.store(in: &stored)
    case .reservation(let fact): try fact.store(in: &stored)
    case .reservationRelease(let fact): try fact.store(in: &stored)
    case .use(let fact): try fact.store(in: &stored)
    case .credit(let fact): try fact.store(in: &stored)
    case .spend(let fact): try fact.store(in: &stored)
    case .item(let fact): try fact.store(in: &stored)
    case .dismissal(let fact): try fact.store(in: &stored)
    case .paywall(let fact): try fact.store(in: &stored)
    case .variant(let fact): try fact.store(in: &stored)
    case .nudge(let fact): try fact.store(in: &stored)
    case .attribute(let fact): try fact.store(in: &stored)
    case .grant(let fact): try fact.store(in: &stored)
    case .profile(let fact): try fact.store(in: &stored)
    }
  }
}

extension Fact {
  /// The version of the form in which the fact is stored.
  fileprivate var storedVersion: Int {
    switch self {
    case .trialStarted(let start): start.isAddOn ? 7 : 1
    case .refundRequest: 6
    case .variant: 5
    case .paywall(let event): event.variants.isEmpty ? 1 : 5
    case .trialExtension(let change): change.startsOver ? 8 : 4
    case .trialPause: 4
    case .attribute: 3
    case .reservation, .reservationRelease: 2
    case .signedUp, .device, .milestone, .trialForfeited, .transaction, .renewal,
      .transfer, .use, .credit, .spend, .item, .dismissal, .nudge, .grant, .profile:
      1
    }
  }
}
