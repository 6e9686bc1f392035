public import BlueprintFile
public import Tollgate

/// A life as it went: what happened, what held afterwards, and where that differed from what was expected.
public struct Timeline: Hashable, Sendable {
  /// One line of it.
  public enum Line: Hashable, Sendable {
    /// The author's words.
    case note(String)
    /// Something happened, to somebody or something.
    case event(Instant, who: String, String)
    /// What holds from an instant on, on a device where there are several.
    case state(Instant, String)
    /// What was expected does not hold.
    case failure(BlueprintDiagnostic)
  }

  /// What the life is about.
  public let title: String
  /// The scenario's file.
  public let file: String
  /// The lines, in order.
  public internal(set) var lines: [Line] = []

  /// Everything that was expected and does not hold.
  public var failures: [BlueprintDiagnostic] {
    lines.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  init(title: String, file: String) {
    self.title = title
    self.file = file
  }
}

extension Timeline: CustomStringConvertible {
  /// The timeline as text, a line for each event, and what holds below it.
  public var description: String {
    var told: Instant?
    func dated(_ instant: Instant, _ text: String) -> String {
      defer { told = instant }
      return padded(told == instant ? "" : instant.description) + text
    }
    let body = lines.map { line in
      switch line {
      case .note(let note): "\n# \(note)"
      case .event(let at, let who, let what): dated(at, "\(who) \(what)")
      case .state(let at, let state): dated(at, "  \(wrapped(state))")
      case .failure(let failure): "\(failure)"
      }
    }
    return ([title] + body).joined(separator: "\n")
  }

  private func padded(_ instant: String) -> String {
    instant + String(repeating: " ", count: max(1, 26 - instant.count))
  }

  /// The text over several lines, each no wider than ``width`` where its words allow it.
  private func wrapped(_ state: String) -> String {
    let indentation = "\n" + String(repeating: " ", count: 30)
    var lines: [String] = []
    for word in state.split(separator: " ") {
      if let last = lines.last, last.count + word.count < Self.width - 30 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: indentation)
  }

  /// How wide lines are that tell what holds.
  private static let width = 110
}
