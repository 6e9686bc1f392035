public import Tollgate

/// The response about whether a server can do its work: status 200 if it is ready, 503 if a check fails.
public struct ReadinessResponse: Hashable, Sendable, Codable {
  /// The result of a check.
  public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
    /// All is well.
    case pass
    /// The server works, and an operator should look.
    case warn
    /// The server cannot do its work.
    case fail
  }

  public struct Check: Hashable, Sendable, Codable {
    /// What was checked, such as `ledger`.
    public let name: String
    public let result: Result
    /// The reason if it does not pass, such as `full`.
    public let code: String?
    /// What it is about, such as products; nil if the code says everything.
    public let names: [String]?

    public init(_ name: String, _ result: Result, code: String? = nil, names: [String]? = nil) {
      self.name = name
      self.result = result
      self.code = code
      self.names = names
    }
  }

  /// A key that the server signs with, without secrets.
  public struct Key: Hashable, Sendable, Codable, Identifiable {
    /// The key's id, which tokens and answers name too.
    public let id: String
    /// What it signs: `tokens` or `answers`.
    public let use: String
    public let createdAt: Instant
    /// Since when it signs; nil if the server's keys do not record it.
    public let currentSince: Instant?

    public init(_ id: String, use: String, createdAt: Instant, currentSince: Instant?) {
      self.id = id
      self.use = use
      self.createdAt = createdAt
      self.currentSince = currentSince
    }
  }

  /// Whether no check fails.
  public let isReady: Bool
  public let checks: [Check]
  /// The keys that the server signs with.
  public let keys: [Key]

  /// Creates a response from checks, and the keys that the server signs with.
  public init(_ checks: [Check], keys: [Key]) {
    self.checks = checks
    self.keys = keys
    isReady = checks.allSatisfy { $0.result != .fail }
  }
}
