/// The lines of the blueprint with the rule that decides about a feature.
struct RuleExcerpt: Sendable, Equatable {
  /// The numbers of the lines, such as `41-43`.
  var lines: String
  /// What is written there, without the indentation that all of it has.
  var text: String
}

extension RuleExcerpt {
  /// The rule that decides about a feature now; nil if none in the file itself does.
  init?(of feature: String, _ features: [FeatureRow], in file: String) {
    guard let lines = features.first(where: { $0.name == feature })?.lines else { return nil }
    let numbers = lines.split(separator: "-").compactMap { Int($0) }
    let rows = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = numbers.first, let last = numbers.last, 1 <= first, first <= last,
      last <= rows.count
    else { return nil }
    let written = rows[(first - 1)..<last]
    let indentation =
      written.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min()
      ?? 0
    self.init(
      lines: lines, text: written.map { $0.dropFirst(indentation) }.joined(separator: "\n"))
  }
}
