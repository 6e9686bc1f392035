public import Tollgate

/// What was recorded for a customer up to an instant, and the membership at that instant.
public struct CustomerLife: Hashable, Sendable, Codable {
  /// The greatest number of ``facts``: 1,000.
  public static let factLimit = 1000

  public let id: Customer.ID
  public let app: Blueprint.App.ID
  /// The account; nil while anonymous.
  public let account: Account.ID?
  /// The customers who were merged into this one, sorted.
  public let merged: [Customer.ID]
  /// The instant of ``membership``.
  public let at: Instant
  /// The membership at ``at``, by what was recorded until then and today's blueprint.
  public let membership: MembershipSummary
  /// What was recorded until ``at``, oldest first: the newest ``factLimit`` of it.
  public let facts: [RecordedFactSummary]
  /// How many older facts were left out; ask again with an earlier instant to read them.
  public let omitted: Int
  /// The revision of the blueprint that decided.
  public let blueprintRevision: String
  /// The number of writes so far.
  public let version: Int

  public init(
    id: Customer.ID, app: Blueprint.App.ID, account: Account.ID?, merged: [Customer.ID],
    at: Instant, membership: MembershipSummary, facts: [RecordedFactSummary], omitted: Int,
    blueprintRevision: String, version: Int
  ) {
    self.id = id
    self.app = app
    self.account = account
    self.merged = merged
    self.at = at
    self.membership = membership
    self.facts = facts
    self.omitted = omitted
    self.blueprintRevision = blueprintRevision
    self.version = version
  }
}
