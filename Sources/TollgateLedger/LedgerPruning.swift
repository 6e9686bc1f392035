public import Tollgate

/// A request to remove a few rows of one kind that are older than an instant.
///
/// One call removes at most ``rows`` rows in one transaction, so that writes never wait long for it. To remove more,
/// call it again with ``LedgerPruned/next`` until that is nil, and pause in between:
///
/// ```swift
/// var pruning = LedgerPruning(.answers, before: cutoff)
/// while let position = try await ledger.prune(pruning).next {
///   pruning.position = position
///   try await Task.sleep(for: .milliseconds(50))
/// }
/// ```
///
/// A process that dies in between loses only its position: the next run starts again and removes the rest.
///
/// Everything else is kept: uses, spends, purchases, grants, trials, accounts, the claims of purchases, trials, addresses
/// and identities, checks and marks.
public struct LedgerPruning: Hashable, Sendable {
  /// What is removed, and how its age is measured.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Answers to idempotency keys, since they were given.
    case answers
    /// Refused notifications, since they were refused.
    case refusals
    /// The claims of sessions that ended, since they ended.
    case endedSessions
    /// The claims of recorded notifications, since they were recorded.
    case notifications
    /// Reservations and their releases, since they were recorded; the instant has to be so early that all have lapsed.
    case reservations
    /// Values of attributes that a later one replaced, since they were set; not time zones of devices.
    case attributes
    /// Tokens of erased customers that nobody revoked, since their revocation was due.
    case revocations
    /// Anonymous customers who own and did nothing that counts, since they were last seen.
    ///
    /// A customer is seen when it is written to and by ``Ledger/see(_:in:at:)``. It is removed with its facts, answers
    /// and claims if all its facts are of the kinds in ``removableFacts``, it owns at most the claims of ended sessions
    /// and of a download of the app, it has no credentials and no token to revoke, and it is neither erased, merged,
    /// the target of a merge nor the placeholder of a purchase.
    ///
    /// What charts count stays, under a random name that leads to nobody: when its first fact was recorded, its country,
    /// and the paywalls that were shown.
    case customers
  }

  /// Where a scan of customers continues.
  public struct Position: Hashable, Sendable {
    package let app: String
    package let customer: String

    /// The first customer.
    public static let start = Position(app: "", customer: "")

    /// Creates the position after a customer, whose names are as they are stored.
    package init(app: String, customer: String) {
      self.app = app
      self.customer = customer
    }
  }

  /// The greatest number of rows that one call removes: 100.
  public static let rowLimit = 100
  /// The greatest number of customers that one call examines: 1,000.
  public static let scanLimit = 1000
  /// The kinds of facts that an abandoned customer may have: none of them counts toward access or money.
  public static let removableFacts = Set(
    Fact.Kind.allCases.filter { $0.traits.contains(.removable) })

  /// What to remove.
  public var kind: Kind
  /// The instant before which it is removed, by the server's clock.
  public var before: Instant
  /// The greatest number of rows to remove, from 1 to ``rowLimit``.
  public var rows: Int
  /// Where to continue.
  public var position: Position
  /// Whether everything that would be removed is only counted; ``rows`` does not apply then.
  public var isDryRun: Bool

  /// Creates a request; a number of rows outside its range is clamped.
  public init(
    _ kind: Kind, before: Instant, rows: Int = LedgerPruning.rowLimit,
    position: Position = .start, isDryRun: Bool = false
  ) {
    self.kind = kind
    self.before = before
    self.rows = min(max(1, rows), Self.rowLimit)
    self.position = position
    self.isDryRun = isDryRun
  }
}

/// What one call of ``Ledger/prune(_:)`` removed.
public struct LedgerPruned: Hashable, Sendable {
  /// How many were removed, or would be: rows of the kind, or customers.
  public var count = 0
  /// How many rows the transaction removed, those that belong to a customer included.
  public var rows = 0
  /// The customers that were removed, by app; caches must drop them.
  public var customers: [Blueprint.App.ID: Set<Customer.ID>] = [:]
  /// Where to continue; nil if nothing more is to be removed.
  public var next: LedgerPruning.Position?

  /// Creates the result of a call that removed nothing.
  public init() {}
}

extension LedgerPruning {
  /// How often a customer is seen at most: once a day, so that few requests write for it.
  package static let sightInterval = Duration.days(1)

  /// What stays of the first fact of a removed customer, of which only the time at which it was recorded matters: an
  /// attribute that is in every chart of countries, without a value and older than any.
  package static let firstFact = Fact.attribute(
    AttributeChange(
      attribute: DeviceProperty.country.attribute, setBy: .device, value: nil,
      at: Instant(milliseconds: 0)))
}
