public import Tollgate

/// A request that grants an entitlement to a customer.
public struct GrantRequest: Hashable, Sendable, Codable {
  /// The length of the reason for an operator's change, in Unicode code points.
  public static let reasonLength = 3...500

  /// The entitlement.
  public let entitlement: Entitlement.ID
  /// How long the grant lasts from now; nil if ``until`` says when it ends, or if it never does.
  public let lasts: Period?
  /// When the grant ends, exclusive; nil if ``lasts`` says how long it lasts, or if it never ends.
  public let until: Instant?
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  /// Creates a request.
  public init(
    entitlement: Entitlement.ID, lasts: Period? = nil, until: Instant? = nil, reason: String,
    isPreview: Bool? = nil
  ) {
    self.entitlement = entitlement
    self.lasts = lasts
    self.until = until
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// A request that continues a grant: another grant of its entitlement begins when it ends, or now if it has ended.
public struct GrantExtensionRequest: Hashable, Sendable, Codable {
  /// How long the other grant lasts; nil if ``until`` says when it ends.
  public let lasts: Period?
  /// When the other grant ends, exclusive; nil if ``lasts`` says how long it lasts.
  public let until: Instant?
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  /// Creates a request.
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

  /// Creates a request.
  public init(reason: String, isPreview: Bool? = nil) {
    self.reason = reason
    self.isPreview = isPreview
  }
}

/// The response to a grant, its extension or its revocation.
public struct GrantResponse: Hashable, Sendable, Codable {
  /// The grant.
  public let id: Grant.ID
  /// The entitlement that it gives.
  public let entitlement: Entitlement.ID
  /// When it starts.
  public let startsAt: Instant
  /// When it ends; nil means never.
  public let endsAt: Instant?
  /// When it was revoked; nil if it was not.
  public let revokedAt: Instant?
  /// Who did what, and why, in order.
  public let notes: [GrantNoteSummary]
  /// The customer, who differs from the one requested if that one was merged.
  public let customer: Customer.ID
  /// The instant of the decision.
  public let serverTime: Instant

  /// Creates a response.
  public init(_ grant: Grant, of customer: Customer.ID, serverTime: Instant) {
    id = grant.id
    entitlement = grant.entitlement
    startsAt = grant.startsAt
    endsAt = grant.endsAt
    revokedAt = grant.revokedAt
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

  /// Creates the wire form of a note.
  public init(_ note: GrantNote) {
    action = note.action
    at = note.at
    by = note.by
    reason = note.reason
  }
}
