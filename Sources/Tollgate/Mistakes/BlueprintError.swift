/// An error for a blueprint that cannot be used, with every mistake in it.
public struct BlueprintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One mistake, and where it is.
  public struct Mistake: Hashable, Sendable {
    /// The names and positions that lead to the mistake, such as `features`, `send-message`, `0`, `paywall`.
    public let path: [String]
    /// The named thing that it is about, such as a product that does not exist; nil if it is about none.
    public let subject: Subject?
    /// What is wrong and what was expected.
    public let message: String
    /// The nearest existing name, if one is near enough.
    public let nearest: String?
    /// Whether no nearest name was looked for, because too many names do not exist.
    package var isNearestUnsought = false

    public init(
      path: [String], subject: Subject? = nil, message: String, nearest: String? = nil
    ) {
      self.path = path
      self.subject = subject
      self.message = message
      self.nearest = nearest
    }
  }

  /// The number of names that do not exist for which the nearest is looked for: 100.
  package static let nearestLimit = 100

  /// Every mistake found.
  public let mistakes: [Mistake]

  public init(mistakes: [Mistake]) { self.mistakes = mistakes }

  /// One line for each mistake.
  public var description: String {
    mistakes.map { mistake in
      let hint = mistake.nearest.map { "; did you mean `\($0)`?" } ?? ""
      return "\(mistake.path.joined(separator: ".")): \(mistake.message)\(hint)"
    }.joined(separator: "\n")
  }
}
