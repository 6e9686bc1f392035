/// A blueprint that cannot be used, with everything that is wrong with it.
public struct BlueprintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong, and where.
  public struct Mistake: Hashable, Sendable {
    /// Where it stands: the names and positions that lead to it, such as `features`, `send-message`, `0`, `paywall`.
    public let path: [String]
    /// What is wrong and what was expected.
    public let message: String
    /// The nearest name that exists.
    public let nearest: String?

    /// Describes a mistake.
    public init(path: [String], message: String, nearest: String? = nil) {
      self.path = path
      self.message = message
      self.nearest = nearest
    }
  }

  /// Everything that is wrong.
  public let mistakes: [Mistake]

  /// Collects mistakes.
  public init(mistakes: [Mistake]) { self.mistakes = mistakes }

  /// A line for each mistake.
  public var description: String {
    mistakes.map { mistake in
      let hint = mistake.nearest.map { "; did you mean `\($0)`?" } ?? ""
      return "\(mistake.path.joined(separator: ".")): \(mistake.message)\(hint)"
    }.joined(separator: "\n")
  }
}
