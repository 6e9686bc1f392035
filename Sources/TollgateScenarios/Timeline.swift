public import Tollgate
public import TollgateBlueprints

/// What happened in a scenario, what held afterwards, and which expectations failed.
public struct Timeline: Hashable, Sendable {
  /// An entry of a timeline.
  public enum Line: Hashable, Sendable {
    /// A note of the scenario's author.
    case note(String)
    /// An event, and who or what it happened to.
    case event(Instant, who: String, String)
    /// What holds from an instant on, on a device if there are several.
    case state(Instant, String)
    /// An expectation that does not hold.
    case failure(BlueprintDiagnostic)
  }

  public let title: String
  public let file: String
  /// The lines, in order.
  public internal(set) var lines: [Line] = []

  /// The expectations that do not hold.
  public var failures: [BlueprintDiagnostic] {
    lines.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  init(title: String, file: String) {
    self.title = title
    self.file = file
  }
}

extension Timeline: CustomStringConvertible {
  /// The timeline as text: a line for each event, with what holds below it.
  public var description: String {
    var last: Instant?
    func dated(_ instant: Instant, _ text: String) -> String {
      defer { last = instant }
      return padded(last == instant ? "" : instant.description) + text
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

  /// Wraps text into lines of at most ``width`` characters, if its words allow it.
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

  /// The width of lines that show what holds.
  private static let width = 110
}
