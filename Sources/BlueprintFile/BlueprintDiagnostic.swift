/// One thing that is wrong with a blueprint file, or worth knowing of it, and where it stands.
public struct BlueprintDiagnostic: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file cannot be used.
    case error
    /// The file works, but something outside it won't.
    case warning
  }

  /// The file's name, as it is shown.
  public let file: String
  /// The line, from 1; 0 where the file as a whole is meant.
  public let line: Int
  /// The column, from 1, in Unicode scalars; 0 where the file as a whole is meant.
  public let column: Int
  /// The keys and positions that lead there, such as `features.send-message.0.paywall`.
  public let path: String
  /// How much it matters.
  public let severity: Severity
  /// What is wrong.
  public let message: String
  /// What would be right, where it can be said.
  public let expected: String?
  /// The nearest name that exists.
  public let nearest: String?

  /// Describes a diagnostic.
  public init(
    file: String, line: Int, column: Int, path: String = "", severity: Severity = .error,
    message: String, expected: String? = nil, nearest: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.severity = severity
    self.message = message
    self.expected = expected
    self.nearest = nearest
  }
}

extension BlueprintDiagnostic: CustomStringConvertible {
  /// One line, in the form that editors and compilers share: `coach.yml:12:7: error: …`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let wanted = expected.map { "; expected \($0)" } ?? ""
    let hint = nearest.map { "; did you mean `\($0)`?" } ?? ""
    return "\(place): \(severity.rawValue): \(message)\(wanted)\(hint)"
  }
}

extension BlueprintDiagnostic: Comparable {
  /// Orders diagnostics as they stand in the file.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column, left.message) < (right.line, right.column, right.message)
  }
}
