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

  /// A check and its result.
  public struct Check: Hashable, Sendable, Codable {
    /// What was checked, such as `ledger`.
    public let name: String
    /// The result.
    public let result: Result
    /// The reason if it does not pass, such as `full`.
    public let code: String?

    /// Creates a check that was made.
    public init(_ name: String, _ result: Result, code: String? = nil) {
      self.name = name
      self.result = result
      self.code = code
    }
  }

  /// Whether no check fails.
  public let isReady: Bool
  /// The checks that were made.
  public let checks: [Check]

  /// Creates a response from checks.
  public init(_ checks: [Check]) {
    self.checks = checks
    isReady = checks.allSatisfy { $0.result != .fail }
  }
}
