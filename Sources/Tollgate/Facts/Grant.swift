/// An entitlement that support granted, or its revocation.
public struct Grant: Hashable, Sendable {
  /// The grant's identifier.
  public typealias ID = Identifier<Grant>

  /// The grant's identifier.
  public let id: ID
  /// The entitlement that it gives.
  public let entitlement: Entitlement.ID
  /// When it starts.
  public let startsAt: Instant
  /// When it ends; nil means never.
  public let endsAt: Instant?
  /// When it was revoked; the earliest report counts.
  public let revokedAt: Instant?
  /// Who granted and revoked it, and why, in order and each once; empty if that was not recorded.
  public let notes: [GrantNote]

  /// Creates a record of a grant or of its revocation.
  public init(
    id: ID, entitlement: Entitlement.ID, startsAt: Instant, endsAt: Instant?,
    revokedAt: Instant? = nil, notes: [GrantNote] = []
  ) {
    self.id = id
    self.entitlement = entitlement
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
    self.notes = notes.isEmpty ? [] : Set(notes).sorted()
  }
}

extension Grant {
  func isActive(at now: Instant) -> Bool {
    startsAt <= now && endsAt.map { now < $0 } ?? true && revokedAt.map { now < $0 } ?? true
  }
}

extension Grant: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { nil }
}
