/// The name nearest to a misspelled one, or nil if none is near enough.
public func nearestName(to name: String, in names: [String]) -> String? {
  let wanted = Array(name.lowercased())
  // Two words without a letter in common are not near each other, however short they are.
  let distances = names.map { (distance(wanted, Array($0.lowercased())), $0) }
    .filter { $0 < min(wanted.count, $1.count) }
  guard let (nearest, found) = distances.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }) else {
    return nil
  }
  return nearest <= max(2, wanted.count / 3) ? found : nil
}

/// The Levenshtein distance: the insertions, deletions and replacements that turn one word into the other.
private func distance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (character == other ? 0 : 1))
      diagonal = above
    }
  }
  return row[right.count]
}
