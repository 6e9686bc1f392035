public import Tollgate

/// A person who may sign in to the operators' pages of one app.
public struct LedgerPerson: Hashable, Sendable {
  /// The greatest number of people, or of customers on a device, that a list contains: 1,000.
  public static let listLimit = 1000

  /// What a person may see and do.
  ///
  /// A role of a later version is kept as written, and allows nothing.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// Everything, and the list of what operators and keys did.
    public static let owner = Role(rawValue: "owner")
    /// Everything that concerns customers, with prices.
    public static let developer = Role(rawValue: "developer")
    /// Everything that concerns customers, without prices.
    public static let support = Role(rawValue: "support")
    /// Reading, with prices, without changing anything.
    public static let readOnly = Role(rawValue: "read-only")

    /// The roles of this version.
    public static let known: [Role] = [.owner, .developer, .support, .readOnly]

    /// The role's name, as the ledger stores it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// A link that signs in once, as the ledger knows it: by its hash.
  public struct Link: Hashable, Sendable {
    /// The hash, in hexadecimal digits.
    public let hash: String
    /// When the link expires, by the server's clock.
    public let expiresAt: Instant

    public init(hash: String, expiresAt: Instant) {
      self.hash = hash
      self.expiresAt = expiresAt
    }
  }

  /// The lowercased email address, which identifies the person within the app.
  public let email: String
  /// What they may see and do.
  public let role: Role
  /// When they were added, by the clock of the process that added them.
  public let createdAt: Instant
  /// The link to sign in with; nil once it was used.
  public var link: Link?

  public init(email: String, role: Role, createdAt: Instant, link: Link? = nil) {
    self.email = email
    self.role = role
    self.createdAt = createdAt
    self.link = link
  }
}

/// A person's session on the operators' pages.
public struct LedgerSession: Hashable, Sendable {
  /// The hash of the session's token, in hexadecimal digits.
  public let id: String
  public let email: String
  /// The person's role at the time of reading.
  public let role: LedgerPerson.Role
  /// When the session ends.
  public let expiresAt: Instant

  public init(id: String, email: String, role: LedgerPerson.Role, expiresAt: Instant) {
    self.id = id
    self.email = email
    self.role = role
    self.expiresAt = expiresAt
  }
}
