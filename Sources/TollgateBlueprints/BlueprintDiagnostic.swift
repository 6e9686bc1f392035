/// A mistake in a blueprint file, or something worth checking, with its position.
public struct BlueprintDiagnostic: Hashable, Sendable {
  /// The severity of a diagnostic.
  ///
  /// A file with an error is refused.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file cannot be used, or says something that cannot be intended.
    case error
    /// The file works, but something outside it will not.
    case warning
  }

  /// The file's name for display.
  public let file: String
  /// The line, from 1; 0 for the file as a whole.
  public let line: Int
  /// The column, from 1, in Unicode scalars; 0 for the file as a whole.
  public let column: Int
  /// The keys and positions that lead there, such as `features.send-message.0.paywall`; empty for the file as a whole.
  ///
  /// Positions in lists count from 0.
  public let path: String
  public let severity: Severity
  /// What is wrong, without a capital or a full stop.
  public let message: String
  /// What would be correct, as a noun phrase or an example; nil if the message says it.
  public let expected: String?
  /// The nearest existing name, if one is so near that the written one is probably misspelled.
  public let nearest: String?
  /// The finding of a search that says the same of what the path leads to, with a history; nil if none does.
  package var finding: FindingKind?

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
  /// One line in the usual format of compilers and editors: `coach.yml:12:7: error: …`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    return "\(place): \(severity.rawValue): \(sentence)"
  }

  /// One line for something in a blueprint that has no file: `features.export.0: …`.
  var withoutPosition: String { path.isEmpty ? sentence : "\(path): \(sentence)" }

  /// What is wrong, what would be correct, and the nearest name.
  package var sentence: String {
    let wanted = expected.map { "; expected \($0)" } ?? ""
    let hint = nearest.map { "; did you mean `\($0)`?" } ?? ""
    return message + wanted + hint
  }
}

extension BlueprintDiagnostic: Comparable {
  /// Orders diagnostics by their position in the file.
  ///
  /// Diagnostics at the same position are ordered by their messages, so that the output never varies.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column, left.message) < (right.line, right.column, right.message)
  }
}
