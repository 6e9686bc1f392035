public import Tollgate

/// A change of the blueprint that an app's servers serve.
public struct PublishedRevision: Hashable, Sendable, Codable {
  /// How a blueprint came to be served.
  ///
  /// Newer versions may add origins.
  public struct Origin: RawRepresentable, Hashable, Sendable, Codable {
    /// A server started with it, before anything was published.
    public static let file = Self(rawValue: "file")
    /// It was published.
    public static let published = Self(rawValue: "published")
    /// It had been served before, and was served again.
    public static let rolledBack = Self(rawValue: "rolled-back")

    /// The origin, as the ledger stores it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Its place among the app's changes, from 1.
  public let number: Int
  /// The hash of the blueprint's file, which is the same when a blueprint is served again.
  public let revision: String
  public let origin: Origin
  /// When it was recorded, by the clock of the server or command that did it.
  public let at: Instant
  /// Who did it: an email address, `command line`, or `server`.
  public let author: String
  /// The note of the person who did it; nil without one.
  public let note: String?
  /// Who proposed it; nil if it was not published from a proposal.
  public var proposer: String?
}
