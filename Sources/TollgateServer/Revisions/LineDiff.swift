/// The lines that differ between two texts, with a few unchanged lines around them.
package struct LineDiff: Hashable, Sendable {
  package enum Change: Hashable, Sendable { case kept, removed, added }

  package struct Line: Hashable, Sendable {
    package let change: Change
    /// Its number in the old text, from 1; nil if it was added.
    package let old: Int?
    /// Its number in the new text, from 1; nil if it was removed.
    package let new: Int?
    /// The line without its line break.
    package let text: String
    /// Whether a line break ends it, which the last line of a text may lack.
    package let isTerminated: Bool
  }

  /// Changes that are near each other.
  package struct Hunk: Hashable, Sendable {
    package let lines: [Line]
  }

  /// The number of unchanged lines before and after a change.
  static let context = 3
  /// The greatest number of changed lines that are looked for; with more, everything between the first and the last
  /// change counts as removed and added.
  static let editLimit = 1000

  /// In the order of the texts; none if they are equal, byte for byte.
  package let hunks: [Hunk]

  package init(from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    let (removed, added) = Self.changes(from: old, to: new)
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed[i] {
        lines.append(Line(.removed, old[i], old: i + 1, new: nil))
        i += 1
      } else if j < new.count, added[j] {
        lines.append(Line(.added, new[j], old: nil, new: j + 1))
        j += 1
      } else {
        lines.append(Line(.kept, new[j], old: i + 1, new: j + 1))
        i += 1
        j += 1
      }
    }
    hunks = Self.hunks(of: lines)
  }

  /// The lines of a text as bytes, with their line breaks: texts that differ in bytes differ in a line.
  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  private static func hunks(of lines: [Line]) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for (index, line) in lines.enumerated() where line.change != .kept {
      let range = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { Hunk(lines: Array(lines[$0])) }
  }
}

extension LineDiff.Line {
  fileprivate init(
    _ change: LineDiff.Change, _ bytes: ArraySlice<UInt8>, old: Int?, new: Int?
  ) {
    self.change = change
    self.old = old
    self.new = new
    isTerminated = bytes.last == UInt8(ascii: "\n")
    var bytes = bytes
    if isTerminated { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - The shortest script of changes

extension LineDiff {
  /// Which lines of the old text were removed, and which of the new one were added.
  private static func changes(
    from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
  ) -> (removed: [Bool], added: [Bool]) {
    // Comparing numbers is fast.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let (a, b) = (old.map(number), new.map(number))
    let start = zip(a, b).prefix { $0.0 == $0.1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0.0 == $0.1 }.count
    let (middle, other) = (Array(a[start..<(a.count - end)]), Array(b[start..<(b.count - end)]))
    let (removed, added) =
      script(from: middle, to: other)
      ?? (
        [Bool](repeating: true, count: middle.count), [Bool](repeating: true, count: other.count)
      )
    let (before, after) = (
      [Bool](repeating: false, count: start), [Bool](repeating: false, count: end)
    )
    return (before + removed + after, before + added + after)
  }

  /// The shortest script of changes; nil if it has more than ``editLimit``.
  ///
  /// By the greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
  private static func script(
    from a: [Int], to b: [Int]
  ) -> (removed: [Bool], added: [Bool])? {
    let limit = min(editLimit, a.count + b.count)
    // For each diagonal `k`, on which `x - y` is `k`, the furthest `x` reached so far.
    let origin = limit + 1
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    // What was reached before each step: the diagonals from `-step - 1` to `step + 1`.
    var reached: [[Int]] = []
    for step in 0...limit {
      reached.append(Array(furthest[(origin - step - 1)...(origin + step + 1)]))
      for k in stride(from: -step, through: step, by: 2) {
        let (below, above) = (furthest[origin + k - 1], furthest[origin + k + 1])
        var x = k == -step || (k != step && below < above) ? above : below + 1
        while x < a.count, x - k < b.count, a[x] == b[x - k] { x += 1 }
        furthest[origin + k] = x
        if x >= a.count, x - k >= b.count { return walk(back: reached, a.count, b.count) }
      }
    }
    return nil
  }

  /// The changes on the way from the ends of both texts to their beginnings.
  private static func walk(
    back reached: [[Int]], _ oldCount: Int, _ newCount: Int
  ) -> (removed: [Bool], added: [Bool]) {
    var removed = [Bool](repeating: false, count: oldCount)
    var added = [Bool](repeating: false, count: newCount)
    var (x, y) = (oldCount, newCount)
    for step in stride(from: reached.count - 1, to: 0, by: -1) {
      let k = x - y
      // The position of a diagonal in what was reached before this step.
      let position = k + step + 1
      let (below, above) = (reached[step][position - 1], reached[step][position + 1])
      if k == -step || (k != step && below < above) {
        (x, y) = (above, above - k - 1)
        added[y] = true
      } else {
        (x, y) = (below, below - k + 1)
        removed[x] = true
      }
    }
    return (removed, added)
  }
}
