/// How far the histories that a blueprint allows were searched for wrong decisions, by `tollgate check`.
public enum BlueprintSearch: String, Hashable, Sendable, Codable {
  /// Nothing was searched: a payer who is locked out, for example, would not show.
  case skipped
  /// The search stopped at its limit, so that there may be more than it found.
  case cutShort = "cut-short"
  /// The search ran to its end.
  case complete
}
