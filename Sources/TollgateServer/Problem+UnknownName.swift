import TollgateWire

extension Problem {
  /// The greatest number of characters of an unknown name that a message repeats.
  private static let shownLength = 60

  /// The problem of a name that the blueprint does not have, which the message repeats.
  ///
  /// - Parameters:
  ///   - kind: What the name would be of, such as `feature`.
  ///   - name: The name as it was received.
  static func unknown(_ code: ProblemCode, _ kind: String, _ name: String) -> Problem {
    let scalars = name.unicodeScalars
    let shown = String(String.UnicodeScalarView(scalars.prefix(shownLength)))
    let rest = scalars.count > shownLength ? "…" : ""
    return Problem(code, "The blueprint has no \(kind) `\(shown)\(rest)`.")
  }
}
