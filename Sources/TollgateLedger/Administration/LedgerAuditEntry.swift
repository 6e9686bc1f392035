public import Tollgate

/// Something that an operator, a key or the command line did.
public struct LedgerAuditEntry: Hashable, Sendable {
  /// What was done.
  ///
  /// An action of a later version is kept as written.
  public struct Action: RawRepresentable, Hashable, Sendable {
    /// An entitlement was granted.
    public static let granted = Action(rawValue: "granted")
    /// A grant was continued by another one.
    public static let grantExtended = Action(rawValue: "grant-extended")
    /// A grant was revoked.
    public static let grantRevoked = Action(rawValue: "grant-revoked")
    /// Days were added to a trial.
    public static let trialExtended = Action(rawValue: "trial-extended")
    /// A trial's clock was stopped.
    public static let trialPaused = Action(rawValue: "trial-paused")
    /// A trial's clock was continued.
    public static let trialResumed = Action(rawValue: "trial-resumed")
    /// A trial was started over.
    public static let trialReset = Action(rawValue: "trial-reset")
    /// A purchase was given to another customer.
    public static let purchaseTransferred = Action(rawValue: "purchase-transferred")
    /// An anonymous customer was merged into another one.
    public static let customerMerged = Action(rawValue: "customer-merged")
    /// A note about a customer was written; its text is the reason.
    public static let noteWritten = Action(rawValue: "note-written")
    /// Everything that is stored about a customer was exported.
    public static let customerExported = Action(rawValue: "customer-exported")
    /// A customer was erased; the entry does not say which.
    public static let customerErased = Action(rawValue: "customer-erased")
    /// A person was added, or got another role or link.
    public static let personSaved = Action(rawValue: "person-saved")
    /// A person was removed.
    public static let personRemoved = Action(rawValue: "person-removed")
    /// A person signed in.
    public static let signedIn = Action(rawValue: "signed-in")
    /// A person signed out.
    public static let signedOut = Action(rawValue: "signed-out")
    /// A secret key was created.
    public static let keyCreated = Action(rawValue: "key-created")
    /// A secret key was revoked.
    public static let keyRevoked = Action(rawValue: "key-revoked")
    /// Webhooks were replayed.
    public static let webhooksReplayed = Action(rawValue: "webhooks-replayed")

    /// A blueprint was proposed.
    public static let blueprintProposed = Action(rawValue: "blueprint-proposed")
    /// A proposal was removed.
    public static let blueprintWithdrawn = Action(rawValue: "blueprint-withdrawn")
    /// A revision of the blueprint was published.
    public static let blueprintPublished = Action(rawValue: "blueprint-published")
    /// An earlier revision of the blueprint was served again.
    public static let blueprintRolledBack = Action(rawValue: "blueprint-rolled-back")

    /// The actions of this version.
    public static let known: [Action] = [
      .granted, .grantExtended, .grantRevoked, .trialExtended, .trialPaused, .trialResumed,
      .trialReset, .purchaseTransferred, .customerMerged, .noteWritten, .customerExported,
      .customerErased, .personSaved, .personRemoved, .signedIn, .signedOut, .keyCreated,
      .keyRevoked, .webhooksReplayed, .blueprintProposed, .blueprintWithdrawn,
      .blueprintPublished, .blueprintRolledBack,
    ]

    /// The action's name, as the ledger stores it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What identifies the entry among those of its app and instant.
  public let id: String
  /// The instant of the action, by the clock of the process that recorded it.
  public let at: Instant
  /// Who did it: an email address, the public part of a secret key, `command line` or `server`.
  public let author: String
  public let action: Action
  /// The customer that it was done to; nil for anything else, and once the customer has been erased.
  public let customer: Customer.ID?
  /// What it was done to, such as a grant, a person or a key; nil once the customer was erased.
  public let subject: String?
  /// The reason that was given; nil without one, and once the customer was erased.
  public let reason: String?

  public init(
    id: String, at: Instant, author: String, action: Action, customer: Customer.ID? = nil,
    subject: String? = nil, reason: String? = nil
  ) {
    self.id = id
    self.at = at
    self.author = author
    self.action = action
    self.customer = customer
    self.subject = subject
    self.reason = reason
  }

  /// What stays of it once its customer was erased.
  var forgotten: LedgerAuditEntry {
    LedgerAuditEntry(id: id, at: at, author: author, action: action)
  }
}

/// Which entries of the audit list to read; every condition that is not nil must hold.
public struct LedgerAuditFilter: Hashable, Sendable {
  /// A place in the list.
  public struct Position: Hashable, Sendable {
    public let at: Instant
    public let id: String

    public init(at: Instant, id: String) {
      self.at = at
      self.id = id
    }
  }

  /// The greatest ``limit``: 1,000 entries.
  public static let greatestLimit = 1000

  /// Who did it.
  public var author: String?
  /// What was done.
  public var action: LedgerAuditEntry.Action?
  /// The customer that it was done to.
  public var customer: Customer.ID?
  /// The earliest instant.
  public var from: Instant?
  /// The instant at which the list ends, exclusive.
  public var until: Instant?
  /// The entry after which the list continues, exclusive.
  public var before: Position?
  /// The greatest number of entries, from 0 to ``greatestLimit``.
  public let limit: Int

  /// Creates a filter; by default it allows every entry.
  public init(
    author: String? = nil, action: LedgerAuditEntry.Action? = nil, customer: Customer.ID? = nil,
    from: Instant? = nil, until: Instant? = nil, before: Position? = nil, limit: Int = 100
  ) {
    self.author = author
    self.action = action
    self.customer = customer
    self.from = from
    self.until = until
    self.before = before
    self.limit = min(max(0, limit), Self.greatestLimit)
  }
}
