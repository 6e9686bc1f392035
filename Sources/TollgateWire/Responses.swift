public import Tollgate

/// What a use, or giving an item back, led to.
public struct UseResponse: Hashable, Sendable, Codable {
  /// The feature.
  public let feature: Feature.ID
  /// What the feature answers from now on.
  public let access: AccessSummary
  /// The facts that were appended; none for a use without a limit.
  public let facts: [Fact]
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock when it decided.
  public let serverTime: Instant

  /// Describes what a use led to.
  public init(
    feature: Feature.ID, access: AccessSummary, facts: [Fact], version: Int, serverTime: Instant
  ) {
    self.feature = feature
    self.access = access
    self.facts = facts
    self.version = version
    self.serverTime = serverTime
  }
}

/// What a report led to: a dismissal, a paywall shown or closed, a nudge delivered.
public struct ChangeResponse: Hashable, Sendable, Codable {
  /// The facts that were appended; none where nothing new was said.
  public let facts: [Fact]
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock when it decided.
  public let serverTime: Instant

  /// Describes what a report led to.
  public init(facts: [Fact], version: Int, serverTime: Instant) {
    self.facts = facts
    self.version = version
    self.serverTime = serverTime
  }
}

/// What became of posted transactions.
public struct PurchaseResponse: Hashable, Sendable, Codable {
  /// A transaction that was verified and yet not recorded.
  public struct Refusal: Hashable, Sendable, Codable {
    /// The transaction.
    public let transaction: StoreTransaction.ID
    /// Why, as a ``ProblemCode``.
    public let code: String

    /// Describes a refusal.
    public init(transaction: StoreTransaction.ID, code: ProblemCode) {
      self.transaction = transaction
      self.code = code.rawValue
    }
  }

  /// The transactions that are recorded durably and may be finished with the store.
  public let recorded: [StoreTransaction.ID]
  /// The transactions that are not recorded; only a restore has any.
  public let refused: [Refusal]
  /// The customer afterwards; nil where the token's customer was merged into an account, which has the purchase now.
  public let snapshot: CustomerSnapshot?

  /// Describes what became of transactions.
  public init(
    recorded: [StoreTransaction.ID], refused: [Refusal] = [], snapshot: CustomerSnapshot?
  ) {
    self.recorded = recorded
    self.refused = refused
    self.snapshot = snapshot
  }
}

/// The blueprint as clients read it.
public struct BlueprintResponse: Hashable, Sendable, Codable {
  /// The revision, also the answer's `ETag`.
  public let revision: String
  /// What the blueprint says.
  public let definition: Blueprint.Definition

  /// Describes a blueprint.
  public init(revision: String, definition: Blueprint.Definition) {
    self.revision = revision
    self.definition = definition
  }
}

/// The key that the server signs its answers with.
public struct SigningKeyResponse: Hashable, Sendable, Codable {
  /// Always `Ed25519` ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)).
  public let algorithm: String
  /// The key; pin it from a place you trust, as whoever can forge an answer can forge this one.
  public let publicKey: AnswerKey

  /// Describes a key.
  public init(publicKey: AnswerKey) {
    algorithm = "Ed25519"
    self.publicKey = publicKey
  }
}

/// Says that the server is up.
public struct HealthResponse: Hashable, Sendable, Codable {
  /// Always `ok`.
  public let status: String
  /// The apps it serves, sorted.
  public let apps: [Blueprint.App.ID]

  /// Says that the server is up.
  public init(apps: [Blueprint.App.ID]) {
    status = "ok"
    self.apps = apps.sorted()
  }
}

/// What became of a store notification.
public struct NotificationResponse: Hashable, Sendable, Codable {
  /// What became of it.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is recorded durably.
    case recorded
    /// It was recorded before.
    case duplicate
    /// It tells nothing of a purchase.
    case nothingToRecord
  }

  /// What became of it.
  public let outcome: Outcome

  /// Says what became of a notification.
  public init(_ outcome: Outcome) { self.outcome = outcome }
}
