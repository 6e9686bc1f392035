import Testing
import TollgateWire

@testable import TollgateServer

@Suite("The lines that a revision changes")
struct LineDiffTests {
  /// A change of lines, and what `diff -u` prints of it below the names.
  static let changes: [(old: String, new: String, printed: String)] = [
    ("a\nb\n", "a\nb\n", ""),
    ("a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
    ("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n", "@@ -3,4 +3,3 @@\n 3\n 4\n 5\n-6\n"),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n",
      "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,3 @@\n 6\n 7\n 8\n-9\n"
    ),
    ("a\n", "a", "@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n"),
    ("a\r\n", "a\n", "@@ -1,1 +1,1 @@\n-a\n+a\n"),
    ("e\u{301}\n", "é\n", "@@ -1,1 +1,1 @@\n-e\u{301}\n+é\n"),
    ("", "a\n\n", "@@ -0,0 +1,2 @@\n+a\n+\n"),
  ]

  @Test(
    "EX-6 a diff has every changed line, with three unchanged ones around it", arguments: changes)
  func printed(old: String, new: String, printed: String) {
    let diff = SourceDiff(
      from: [SourceFile(path: "old.yml", text: old)], to: [SourceFile(path: "new.yml", text: new)])
    let names = "--- old.yml (revision 1)\n+++ new.yml (the proposal)\n"
    let expected = printed.isEmpty ? "" : names + printed
    let text = diff.text(named: ("revision 1", "the proposal"))
    #expect(Array(text.utf8) == Array(expected.utf8))
  }

  @Test(
    "EX-6 the blueprint's own file may have another name, and others are compared by their paths")
  func files() {
    let old = [("coach.yml", "a\n"), ("de.yml", "b\n"), ("gone.yml", "c\n"), ("same.yml", "d\n")]
    let new = [("new.yml", "A\n"), ("same.yml", "d\n"), ("de.yml", "B\n"), ("fr.yml", "")]
    func files(_ named: [(String, String)]) -> [SourceFile] {
      named.map { SourceFile(path: $0.0, text: $0.1) }
    }
    let diff = SourceDiff(from: files(old), to: files(new))
    #expect(diff.files.map(\.old) == ["coach.yml", "de.yml", nil, "gone.yml"])
    #expect(diff.files.map(\.new) == ["new.yml", "de.yml", "fr.yml", nil])
    #expect((diff.count(of: .removed), diff.count(of: .added)) == (3, 2))
  }

  @Test("small changes in a long file are found, and a change of all its lines is one hunk")
  func long() {
    let lines = (0..<5_000).map { "line \($0)\n" }
    var changed = lines
    for index in stride(from: 10, to: 5_000, by: 100) { changed[index] = "changed\n" }
    let few = LineDiff(from: lines.joined(), to: changed.joined())
    #expect(few.hunks.count == 50)
    #expect(few.hunks.allSatisfy { $0.lines.count == 8 })
    let other = LineDiff(
      from: lines.joined(), to: (0..<5_000).map { "other \($0)\n" }.joined())
    #expect(other.hunks.map(\.lines.count) == [10_000])
  }

  @Test("texts without a common line end the search for one", .timeLimit(.minutes(1)))
  func different() {
    // Without a limit, every pair of lines would be looked at.
    let (old, new) = ((0..<50_000).map { "a\($0)\n" }, (0..<50_000).map { "b\($0)\n" })
    let diff = LineDiff(from: old.joined(), to: new.joined())
    #expect(diff.hunks.map(\.lines.count) == [100_000])
  }
}
