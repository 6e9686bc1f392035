extension RandomAccessCollection<Instant> where Index == Int {
  /// How many of these sorted instants are before an instant.
  func count(before instant: Instant) -> Int { countOfFirst { $0 < instant } }

  /// How many of these sorted instants are not after an instant.
  func count(notAfter instant: Instant) -> Int { countOfFirst { $0 <= instant } }

  /// How many of the first instants meet a condition; once one does not, no later one does.
  @inline(__always)
  private func countOfFirst(where holds: (Instant) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}

extension [ArraySlice<Instant>] {
  /// The instant at a position, from 0, in the chronological order of several sorted runs; nil if there are fewer.
  ///
  /// Runs usually follow each other. Each round compares with the middle of the longest and leaves out what is on the
  /// wrong side of it, until one run is left.
  func instant(of index: Int) -> Instant? {
    var index = index
    var rest = self
    while rest.count > 1, let longest = rest.max(by: { $0.count < $1.count }), !longest.isEmpty {
      let middle = longest[(longest.startIndex + longest.endIndex) / 2]
      let before = rest.reduce(0) { $0 + $1.count(before: middle) }
      let through = rest.reduce(0) { $0 + $1.count(notAfter: middle) }
      if before <= index && index < through { return middle }
      let isEarlier = index < before
      rest = rest.map {
        isEarlier
          ? $0.prefix($0.count(before: middle)) : $0.dropFirst($0.count(notAfter: middle))
      }.filter { !$0.isEmpty }
      if !isEarlier { index -= through }
    }
    guard let run = rest.first, run.indices.contains(run.startIndex + index) else { return nil }
    return run[run.startIndex + index]
  }
}
