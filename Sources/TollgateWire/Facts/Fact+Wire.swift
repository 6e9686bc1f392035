package import Tollgate

/// A fact: an object whose `kind` names the case, with that case's members beside it and not one level below.
///
/// A kind that this version does not know is an error: leaving out a fact could change what the customer may do.
extension Fact: WireForm {
  init(wire: WireReader<FactKey>) throws {
    switch try wire.decode(Kind.self, forKey: .kind) {
    case .signedUp: self = .signedUp(try SignUp(wire: wire))
    case .device: self = .device(try DeviceUse(wire: wire))
    case .milestone: self = .milestone(try MilestoneReached(wire: wire))
    case .trialStarted: self = .trialStarted(try TrialStart(wire: wire))
    case .trialForfeited: self = .trialForfeited(try TrialForfeit(wire: wire))
    case .trialExtension: self = .trialExtension(try TrialExtension(wire: wire))
    case .trialPause: self = .trialPause(try TrialPause(wire: wire))
    case .transaction: self = .transaction(try StoreTransaction(wire: wire))
    case .renewal: self = .renewal(try StoreRenewal(wire: wire))
    case .transfer: self = .transfer(try PurchaseTransfer(wire: wire))
    case .refundRequest: self = .refundRequest(try RefundRequest(wire: wire))
    case .reservation: self = .reservation(try Reservation(wire: wire))
    case .reservationRelease:
      self = .reservationRelease(try ReservationRelease(wire: wire))
    case .use: self = .use(try Use(wire: wire))
    case .credit: self = .credit(try Credit(wire: wire))
    case .spend: self = .spend(try Spend(wire: wire))
    case .item: self = .item(try ItemChange(wire: wire))
    case .dismissal: self = .dismissal(try Dismissal(wire: wire))
    case .paywall: self = .paywall(try PaywallEvent(wire: wire))
    case .variant: self = .variant(try VariantAssignment(wire: wire))
    case .nudge: self = .nudge(try NudgeDelivery(wire: wire))
    case .attribute: self = .attribute(try AttributeChange(wire: wire))
    case .grant: self = .grant(try Grant(wire: wire))
    case .profile: self = .profile(try ProfileRow(wire: wire))
    }
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(kind, forKey: .kind)
    switch self {
    case .signedUp(let fact): try fact.write(to: &wire)
    case .device(let fact): try fact.write(to: &wire)
    case .milestone(let fact): try fact.write(to: &wire)
    case .trialStarted(let fact): try fact.write(to: &wire)
    case .trialForfeited(let fact): try fact.write(to: &wire)
    case .trialExtension(let fact): try fact.write(to: &wire)
    case .trialPause(let fact): try fact.write(to: &wire)
    case .transaction(let fact): try fact.write(to: &wire)
    case .renewal(let fact): try fact.write(to: &wire)
    case .transfer(let fact): try fact.write(to: &wire)
    case .refundRequest(let fact): try fact.write(to: &wire)
    case .reservation(let fact): try fact.write(to: &wire)
    case .reservationRelease(let fact): try fact.write(to: &wire)
    case .use(let fact): try fact.write(to: &wire)
    case .credit(let fact): try fact.write(to: &wire)
    case .spend(let fact): try fact.write(to: &wire)
    case .item(let fact): try fact.write(to: &wire)
    case .dismissal(let fact): try fact.write(to: &wire)
    case .paywall(let fact): try fact.write(to: &wire)
    case .variant(let fact): try fact.write(to: &wire)
    case .nudge(let fact): try fact.write(to: &wire)
    case .attribute(let fact): try fact.write(to: &wire)
    case .grant(let fact): try fact.write(to: &wire)
    case .profile(let fact): try fact.write(to: &wire)
    }
  }
}

/// Facts as they travel: an array of objects whose `kind` determines the other members.
@propertyWrapper
package struct WireFacts: Hashable, Sendable, Codable {
  /// The facts.
  package let wrappedValue: [Fact]

  /// Creates the wire form of facts.
  package init(wrappedValue: [Fact]) { self.wrappedValue = wrappedValue }

  /// Creates the wire form of facts; nil without any.
  init?(_ facts: [Fact]) {
    if facts.isEmpty { return nil }
    wrappedValue = facts
  }

  /// Creates the wire form of a customer's attributes; nil without any.
  init?(attributesOf customer: Customer) {
    self.init(customer.attributeChanges.map(Fact.attribute))
  }

  /// Creates the wire form of the extensions and pauses of a customer's trials; nil without any.
  init?(trialChangesOf customer: Customer) {
    self.init(customer.trialChanges)
  }

  /// Creates the wire form of the starts of a customer's add-on trials; nil without any.
  init?(addOnTrialsOf customer: Customer) {
    self.init(customer.addOnTrialStarts)
  }

  /// Creates the wire form of a customer's variants; nil without any.
  init?(variantsOf customer: Customer) {
    self.init(customer.variantAssignments)
  }

  /// Decodes an array of facts.
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    wrappedValue = try list.decodeAll(Fact.self)
  }

  /// Encodes the facts as an array.
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encodeAll(wrappedValue)
  }
}
