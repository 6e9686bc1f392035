/// The name nearest to a misspelled one, or nil if none is near enough.
public func nearestName(to name: String, in names: [String]) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  var limit = max(2, wanted.count / 3)
  var nearest: String?
  for candidate in names {
    // A change of one character changes the length by at most its four bytes.
    guard abs(candidate.utf8.count - name.utf8.count) <= 4 * limit else { continue }
    let found = Array(candidate.lowercased().unicodeScalars)
    // Two words without a letter in common are not near each other, however short they are.
    guard let edits = distance(wanted, found, atMost: limit),
      edits < min(wanted.count, found.count)
    else { continue }
    if edits == limit, let nearest, nearest <= candidate { continue }
    (limit, nearest) = (edits, candidate)
  }
  return nearest
}

/// The Levenshtein distance, if it is not above a limit: the insertions, deletions and replacements that turn one word into
/// the other.
private func distance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var row = Array(0...right.count)
  for (i, scalar) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    var least = row[0]
    for (j, other) in right.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (scalar == other ? 0 : 1))
      diagonal = above
      least = min(least, row[j + 1])
    }
    if least > limit { return nil }
  }
  return row[right.count] <= limit ? row[right.count] : nil
}
