package import TollgateWire

/// The lines that differ between the files of two revisions.
package struct SourceDiff: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// Its path in the old revision; nil if the new one added it.
    package let old: String?
    /// Its path in the new revision; nil if it was removed.
    package let new: String?
    package let diff: LineDiff
  }

  /// The files that differ; the blueprint's own comes first.
  package let files: [File]

  /// Compares the files of two revisions: the first ones, which may have any name, and others of one path.
  package init(from old: [SourceFile], to new: [SourceFile]) {
    let (olds, news) = (old.dropFirst(), new.dropFirst())
    var pairs: [(old: SourceFile?, new: SourceFile?)] = [(old.first, new.first)]
    pairs += news.map { file in (olds.first { $0.path == file.path }, file) }
    pairs += olds.filter { file in !news.contains { $0.path == file.path } }.map { ($0, nil) }
    files = pairs.compactMap { old, new in
      let diff = LineDiff(from: old?.text ?? "", to: new?.text ?? "")
      guard !diff.hunks.isEmpty || (old == nil) != (new == nil) else { return nil }
      return File(old: old?.path, new: new?.path, diff: diff)
    }
  }

  /// How many lines have a change.
  package func count(of change: LineDiff.Change) -> Int {
    files.reduce(0) { sum, file in
      sum + file.diff.hunks.reduce(0) { $0 + $1.lines.count { $0.change == change } }
    }
  }

  /// The text that `diff -u` prints.
  package func text(named names: (old: String, new: String)) -> String {
    files.map { file in
      let title =
        "--- \(file.old.map { "\($0) (\(names.old))" } ?? "/dev/null")\n"
        + "+++ \(file.new.map { "\($0) (\(names.new))" } ?? "/dev/null")\n"
      return title + file.diff.hunks.map(\.text).joined()
    }.joined()
  }
}

extension LineDiff.Hunk {
  /// The numbers of the first line and of the lines in a text, as `diff -u` writes them.
  private func place(_ number: KeyPath<LineDiff.Line, Int?>) -> String {
    let numbers = lines.compactMap { $0[keyPath: number] }
    return "\(numbers.first ?? 0),\(numbers.count)"
  }

  fileprivate var text: String {
    "@@ -\(place(\.old)) +\(place(\.new)) @@\n"
      + lines.map { line in
        let sign =
          switch line.change {
          case .kept: " "
          case .removed: "-"
          case .added: "+"
          }
        return "\(sign)\(line.text)\n"
          + (line.isTerminated ? "" : "\\ No newline at end of file\n")
      }.joined()
  }
}
