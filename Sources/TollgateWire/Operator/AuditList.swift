public import Tollgate

/// What operators, keys and the command line did, newest first.
public struct AuditList: Hashable, Sendable, Codable {
  /// Something that was done.
  public struct Entry: Hashable, Sendable, Codable {
    /// When it was done, by the clock of the process that recorded it.
    public let at: Instant
    /// Who did it: an email address, the public part of a secret key, `command line` or `server`.
    public let by: String
    /// What was done, such as `granted`.
    public let action: String
    /// The customer that it was done to; nil for anything else, and once the customer has been erased.
    public let customer: Customer.ID?
    /// What it was done to, such as a grant, a person or a key; nil once the customer was erased.
    public let subject: String?
    /// The reason that was given.
    public let reason: String?

    public init(
      at: Instant, by: String, action: String, customer: Customer.ID?, subject: String?,
      reason: String?
    ) {
      self.at = at
      self.by = by
      self.action = action
      self.customer = customer
      self.subject = subject
      self.reason = reason
    }
  }

  /// The entries, newest first.
  public let entries: [Entry]
  /// Where the list continues with older entries; nil if these are the last ones.
  public let next: String?
  public let serverTime: Instant

  public init(entries: [Entry], next: String?, serverTime: Instant) {
    self.entries = entries
    self.next = next
    self.serverTime = serverTime
  }
}
