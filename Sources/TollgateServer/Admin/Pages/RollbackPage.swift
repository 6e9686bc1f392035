import Tollgate

/// What an earlier revision would change, before it is served again.
struct RollbackPage: Sendable {
  /// What a replay of the recorded history says.
  struct Comparison: Sendable {
    let whatIf: String
    let takesFromPayers: Bool
    let losses: [BlueprintPage.Loss]
    let check: BlueprintPage.Check
  }

  let path: String
  let formToken: String
  let number: Int
  /// The revision as it is shown, and typed by the person if there is a ``doubt``.
  let short: String
  let since: String
  /// How it came to be served then, and who served it.
  let how: String
  let remark: String?
  /// The number of the revision that it replaces.
  let base: Int
  /// Nil if nothing could be compared.
  let comparison: Comparison?
  /// Some of the customers from whom it would take something.
  let lives: [BlueprintPage.Life]
  let hasLives: Bool
  /// Why the revision must be typed; nil if no payer loses access.
  let doubt: String?
  /// What the form carries instead.
  let compared: String?

  init(
    _ stored: StoredBlueprint, as earlier: PublishedRevision, after served: PublishedRevision,
    _ comparison: RevisionComparison?, lives: [BlueprintPage.Life], at now: Instant,
    for visit: AdminVisit
  ) {
    path = AdminPath.blueprint(of: visit.app.id)
    formToken = visit.formToken
    number = earlier.number
    short = earlier.revision.shortRevision
    since = earlier.at.minute
    how = earlier.sentence
    remark = earlier.note
    base = served.number
    self.comparison = comparison.map { comparison in
      Comparison(
        whatIf: comparison.whatIf, takesFromPayers: !comparison.losses.isEmpty,
        losses: comparison.losses.map { BlueprintPage.Loss($0, of: visit.app.id) },
        check: BlueprintPage.Check(
          stored.findings, searched: stored.search, coverage: stored.coverage))
    }
    self.lives = lives
    hasLives = !lives.isEmpty
    doubt = Self.doubt(in: comparison)
    compared =
      doubt == nil
      ? visit.proofOfNoLoss(to: earlier.number, after: served.number, at: now) : nil
  }

  private static func doubt(in comparison: RevisionComparison?) -> String? {
    guard let comparison else {
      return
        "This revision could not be compared with the one that is served: paying customers may lose access."
    }
    guard comparison.losses.isEmpty else { return "Paying customers lose access." }
    return comparison.limit.map {
      "Only the first \($0) customers by id were compared: other paying customers may lose access."
    }
  }
}
