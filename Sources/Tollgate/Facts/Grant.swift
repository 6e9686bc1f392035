/// Entitlements or credits that support or the app's own backend granted, or the revocation.
public struct Grant: Hashable, Sendable {
  public typealias ID = Identifier<Grant>

  public let id: ID
  /// The entitlements that it gives, sorted and each once; empty if it gives credits.
  public let entitlements: [Entitlement.ID]
  /// The credits that it gives, in each of its months if it is a right that was bought elsewhere; nil for most grants of
  /// entitlements.
  public let credits: GrantedCredits?
  /// When it starts; for one that waits for purchases, when it was given.
  public let startsAt: Instant
  /// When it ends; nil means never, or that ``lasts`` says how long it lasts.
  public let endsAt: Instant?
  /// How long it lasts in all, if its time passes only while nothing else gives what it gives; nil for any other grant.
  public let lasts: Period?
  /// When it was revoked; the earliest report counts.
  public let revokedAt: Instant?
  /// Who granted and revoked it, and why, in order and each once; empty if that was not recorded.
  public let notes: [GrantNote]
  /// The name under which the blueprint lists it; nil for one whose terms support chose.
  public let name: GrantTerms.ID?
  /// When it was given, which may be before it starts; recorded for those that the blueprint lists.
  public let givenAt: Instant?
  /// Whether it will renew, for a right that was bought elsewhere; nil for any other grant.
  public let willRenew: Bool?
  /// How many members a team that shares what the right gives may have; nil if the blueprint decides.
  public let seats: Int?

  public init(
    id: ID, entitlements: [Entitlement.ID] = [], credits: GrantedCredits? = nil,
    startsAt: Instant, endsAt: Instant?, lasts: Period? = nil, revokedAt: Instant? = nil,
    notes: [GrantNote] = [], name: GrantTerms.ID? = nil, givenAt: Instant? = nil,
    willRenew: Bool? = nil, seats: Int? = nil
  ) {
    self.id = id
    self.entitlements = entitlements.count < 2 ? entitlements : Set(entitlements).sorted()
    self.credits = credits
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.lasts = lasts
    self.revokedAt = revokedAt
    self.notes = notes.isEmpty ? [] : Set(notes).sorted()
    self.name = name
    self.givenAt = givenAt
    self.willRenew = willRenew
    self.seats = seats
  }
}

extension Grant {
  /// Returns the same grant, revoked.
  package func revoked(at now: Instant, notes: [GrantNote] = []) -> Grant {
    Grant(
      id: id, entitlements: entitlements, credits: credits, startsAt: startsAt, endsAt: endsAt,
      lasts: lasts, revokedAt: now, notes: notes, name: name, givenAt: givenAt,
      willRenew: willRenew, seats: seats)
  }

  /// Whether it ends and nobody pays for it, unlike a right that was bought elsewhere.
  var isLent: Bool { endsAt != nil && willRenew == nil }

  /// Whether it gives its entitlements at an instant, for a grant that does not wait for purchases.
  func isActive(at now: Instant) -> Bool {
    startsAt <= now && endsAt.map { now < $0 } ?? true && revokedAt.map { now < $0 } ?? true
  }
}

extension Grant: FactValue {
  package static var traits: FactTraits { .lifecycle }

  /// So that a clock that went back does not give more of what the blueprint limits.
  package var stamp: Instant? { givenAt }
}
