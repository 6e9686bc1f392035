package import Tollgate

/// A fact: an object whose `kind` names the case, with that case's members in the same object, not one level below.
///
/// A kind that this version does not know is an error: leaving out a fact could change what the customer may do.
extension Fact: WireObject {
  init(_ wire: WireMembers<FactKey>, _ fact: Fact?) throws {
    func form<Value: WireObject>(_ make: (Value) -> Fact) throws -> Fact
    where Value.WireKey == FactKey {
      try make(Value(wire, fact?.value as? Value))
    }
    self =
      switch try wire.choice(.kind, fact?.kind) {
      case .signedUp: try form(Fact.signedUp)
      case .device: try form(Fact.device)
      case .milestone: try form(Fact.milestone)
      case .trialStarted: try form(Fact.trialStarted)
      case .trialForfeited: try form(Fact.trialForfeited)
      case .trialExtension: try form(Fact.trialExtension)
      case .trialPause: try form(Fact.trialPause)
      case .transaction: try form(Fact.transaction)
      case .renewal: try form(Fact.renewal)
      case .transfer: try form(Fact.transfer)
      case .refundRequest: try form(Fact.refundRequest)
      case .reservation: try form(Fact.reservation)
      case .reservationRelease: try form(Fact.reservationRelease)
      case .use: try form(Fact.use)
      case .credit: try form(Fact.credit)
      case .spend: try form(Fact.spend)
      case .size: try form(Fact.size)
      case .item: try form(Fact.item)
      case .dismissal: try form(Fact.dismissal)
      case .paywall: try form(Fact.paywall)
      case .variant: try form(Fact.variant)
      case .nudge: try form(Fact.nudge)
      case .attribute: try form(Fact.attribute)
      case .download: try form(Fact.download)
      case .opening: try form(Fact.opening)
      case .grant: try form(Fact.grant)
      case .seat: try form(Fact.seat)
      case .teamItems: try form(Fact.teamItems)
      case .profile: try form(Fact.profile)
      }
  }

  /// The members of a kind's facts on the wire, without `kind`.
  ///
  /// - Throws: An error if the form cannot be described.
  package static func outline(of kind: Kind) throws -> WireOutline {
    let outline = WireOutline(choosing: kind.rawValue)
    _ = try outline.describe(Fact.self)
    return outline
  }
}

// What a ledger stores: the wire form, and what does not travel. The ledger adds the version.
extension Fact {
  package init(stored wire: WireReader<FactKey>) throws {
    try self.init(WireMembers(.reading(wire), isStored: true), nil)
  }

  /// Writes the fact for storage.
  package func store(in wire: WireWriter<FactKey>) throws {
    _ = try Fact(WireMembers(.writing(wire), isStored: true), self)
  }
}

/// The members of every kind of fact, so that a fact and its kind are read from one object.
///
/// Instants are in milliseconds since 1970. `names`, `keys` and `amounts` occur only in a ``FactRun``, where `at` is an array too.
package enum FactKey: String {
  case account, action, amount, amounts, answer, appHostsInvitations, appVersion, askedAt, at
  case attribute, author, by
  case code, commitment, consumed, count, day, days, device, ending, endsAt, entitlement,
    entitlements
  case environment, experiment, expiresAt, feature, givenAt, graceEndsAt, group, hadSample, id,
    invitedAt
  case isAddOn, isCounted, isHeld, isInBillingRetry, isRenewal, isShared, isUnlimited,
    isUpgraded, item
  case joinedAt, key, keys, kind, lapsesAt, lasts, lifetime, member, milestone, name, names, notes
  case nudge, number
  case occurrence, offer, onUpgrade, origin, originalID, outcome, owed, owner, ownership, parent,
    paywall
  case placement
  case platform, prefer, price, product, prompt, purchase, purchasedAt, quantity, reason, refund
  case renewsAt, renewsTo, rest, resumesAt, revokedAt, revokedSeats, rights, row, seat, seats,
    setBy,
    side,
    signedAt, size
  case storeClaim
  case signedFor, spent, startsAt, startsOver, table, team, terms, timeLeft, transaction, trial
  case unpaid, value, values, variant, variants, wallet, willRenew
  /// The version of the form, in what a ledger stores.
  case version = "v"
}

/// Facts as they travel: an array of objects whose `kind` determines the other members.
@propertyWrapper
package struct WireFacts: Hashable, Sendable, Codable {
  package let wrappedValue: [Fact]

  package init(wrappedValue: [Fact]) { self.wrappedValue = wrappedValue }

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
