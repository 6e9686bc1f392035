public import Tollgate

/// A secret key of an app's own backend, as the ledger knows it: by its hash, never by the key itself.
public struct LedgerSecretKey: Hashable, Sendable {
  /// The greatest number of keys that a list contains: 1,000.
  public static let listLimit = 1000

  /// The public part of the key, which identifies it within its app.
  public let id: String
  /// The name that the operator chose.
  public let name: String
  /// The hash by which the server recognizes the whole key; the ledger stores it as it is.
  public let hash: [UInt8]
  /// What it allows; it never changes.
  public let scope: Scope
  /// When it was created, by the clock of the process that created it.
  public let createdAt: Instant
  /// When it was last used, to about an hour; nil if it was never used.
  public var lastUsedAt: Instant?
  /// The instant from which it is refused, which is only ever brought forward; nil if it has no end.
  ///
  /// An instant that is still to come lets a new key take over before this one ends.
  public var revokedAt: Instant?

  public init(
    id: String, name: String, hash: [UInt8], scope: Scope = .backend, createdAt: Instant,
    lastUsedAt: Instant? = nil, revokedAt: Instant? = nil
  ) {
    self.id = id
    self.name = name
    self.hash = hash
    self.scope = scope
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.revokedAt = revokedAt
  }

  /// Whether it is accepted at an instant.
  public func isValid(at now: Instant) -> Bool { revokedAt.map { now < $0 } ?? true }
}
