public import Tollgate

/// A request of the app's own backend for a grant that the blueprint lists.
public struct ListedGrantRequest: Hashable, Sendable, Codable {
  /// The name under which the blueprint lists it.
  public let name: GrantTerms.ID
  /// When a right that was bought elsewhere ends; nil means never, and an instant that is not in the future ends it now.
  public let until: Instant?
  /// Whether a right that was bought elsewhere will renew; nil means that it does if it has an end.
  public let willRenew: Bool?
  /// How many members a team that shares what such a right gives may have; nil if the blueprint decides.
  public let seats: Int?
  /// Why, in 3 to 500 characters; nil if the name says it.
  public let reason: String?

  public init(
    name: GrantTerms.ID, until: Instant? = nil, willRenew: Bool? = nil, seats: Int? = nil,
    reason: String? = nil
  ) {
    self.name = name
    self.until = until
    self.willRenew = willRenew
    self.seats = seats
    self.reason = reason
  }
}

/// A request of the app's own backend that takes back a grant that the blueprint lists.
public struct ListedGrantRevocationRequest: Hashable, Sendable, Codable {
  /// Why, in 3 to 500 characters; nil if the backend doesn't say.
  public let reason: String?

  public init(reason: String? = nil) { self.reason = reason }
}

/// A request that grants a customer an entitlement, or gives a grant that the blueprint lists.
public struct GrantRequest: Hashable, Sendable, Codable {
  /// The length of the reason for an operator's change, in Unicode code points.
  public static let reasonLength = 3...500

  /// The entitlement; nil if ``name`` says what is given.
  public let entitlement: Entitlement.ID?
  /// The name under which the blueprint lists the grant; nil if ``entitlement`` says what is given.
  public let name: GrantTerms.ID?
  /// How long the grant lasts from now; nil if ``until`` says when it ends, or if it never does.
  public let lasts: Period?
  /// When the grant ends, exclusive; nil if ``lasts`` says how long it lasts, or if it never ends.
  public let until: Instant?
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(
    entitlement: Entitlement.ID, lasts: Period? = nil, until: Instant? = nil, reason: String,
    isPreview: Bool? = nil
  ) {
    self.entitlement = entitlement
    name = nil
    self.lasts = lasts
    self.until = until
    self.reason = reason
    self.isPreview = isPreview
  }

  /// A request for a grant that the blueprint lists, with its terms.
  public init(name: GrantTerms.ID, reason: String, isPreview: Bool? = nil) {
    entitlement = nil
    self.name = name
    lasts = nil
    until = nil
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// A request that continues a grant: another grant of its entitlements begins when it ends, or now if it has ended.
public struct GrantExtensionRequest: Hashable, Sendable, Codable {
  /// How long the other grant lasts; nil if ``until`` says when it ends.
  public let lasts: Period?
  /// When the other grant ends, exclusive; nil if ``lasts`` says how long it lasts.
  public let until: Instant?
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(
    lasts: Period? = nil, until: Instant? = nil, reason: String, isPreview: Bool? = nil
  ) {
    self.lasts = lasts
    self.until = until
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// A request that revokes a grant.
public struct GrantRevocationRequest: Hashable, Sendable, Codable {
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(reason: String, isPreview: Bool? = nil) {
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// The response to a grant, its extension or its revocation.
public struct GrantResponse: Hashable, Sendable, Codable {
  public let id: Grant.ID
  /// The entitlements that it gives; nil if it gives credits alone.
  public let entitlements: [Entitlement.ID]?
  /// The wallet that it fills; nil if it fills none.
  public let wallet: Wallet.ID?
  /// How many credits it gives, each month for a right that was bought elsewhere; nil if it gives none.
  public let amount: Int?
  /// When it starts; for one that waits for purchases, when it was given.
  public let startsAt: Instant
  /// When it ends; nil means never, or that ``lasts`` says how long it lasts.
  public let endsAt: Instant?
  /// How long it lasts in all, if its time passes only while nothing else gives what it gives; nil for any other grant.
  public let lasts: Period?
  /// When it was revoked; nil if it was not.
  public let revokedAt: Instant?
  /// The name under which the blueprint lists it; nil for one whose terms support chose.
  public let name: GrantTerms.ID?
  /// Whether it will renew, if it was bought elsewhere; nil for any other grant.
  public let willRenew: Bool?
  /// How many members a team that shares what it gives may have; nil if the blueprint decides.
  public let seats: Int?
  /// Who did what, and why, in order.
  public let notes: [GrantNoteSummary]
  /// The customer, who differs from the one requested if that one was merged.
  public let customer: Customer.ID
  /// The instant of the decision.
  public let serverTime: Instant

  public init(_ grant: Grant, of customer: Customer.ID, serverTime: Instant) {
    id = grant.id
    entitlements =
      grant.credits != nil && grant.entitlements.isEmpty ? nil : grant.entitlements
    wallet = grant.credits?.wallet
    amount = grant.credits?.amount
    startsAt = grant.startsAt
    endsAt = grant.endsAt
    lasts = grant.lasts
    revokedAt = grant.revokedAt
    name = grant.name
    willRenew = grant.willRenew
    seats = grant.seats
    notes = grant.notes.map(GrantNoteSummary.init)
    self.customer = customer
    self.serverTime = serverTime
  }
}

/// Who granted an entitlement or revoked a grant, when, and why, on the wire.
///
/// It is not part of a fact on the wire: devices do not receive what operators write.
public struct GrantNoteSummary: Hashable, Sendable, Codable {
  /// What was done.
  public let action: GrantNote.Action
  /// The instant of the action.
  public let at: Instant
  /// Who did it: the public part of a secret key, or an email address.
  public let by: String
  /// The reason that they gave.
  public let reason: String

  public init(_ note: GrantNote) {
    action = note.action
    at = note.at
    by = note.by
    reason = note.reason
  }
}
