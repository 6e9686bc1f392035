public import Tollgate

/// A blueprint replayed over recorded lives, in place of the current one.
///
/// Facts are folded in the order in which they were recorded. At each instant at which something was recorded, and now,
/// both blueprints answer, and each difference is counted. Recorded facts stay as they are: a trial keeps the terms it
/// started with, and a use that would have been refused still counts.
///
/// ```swift
/// let report = WhatIf(new, against: old, at: now).replay(lives)
/// for change in report.changes { print(change.sentence, change.customers) }
/// ```
public struct WhatIf: Sendable {
  /// The current blueprint.
  public let old: Blueprint
  /// The blueprint that is to replace it.
  public let new: Blueprint
  /// The first instant that is compared; nil for all.
  public let since: Instant?
  /// The last instant that is compared.
  public let now: Instant
  /// The features of the new blueprint whose held items either blueprint can block.
  let blockable: [Feature.ID]

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - new: The blueprint that is to replace the other.
  ///   - since: The first instant to compare; earlier facts count, but are not compared. Nil for all.
  ///   - now: The last instant to compare.
  public init(_ new: Blueprint, against old: Blueprint, since: Instant? = nil, at now: Instant) {
    self.old = old
    self.new = new
    self.since = since
    self.now = now
    blockable = new.definition.features.map(\.id).filter { id in
      [old, new].compactMap { $0.feature(id) }
        .contains { $0.surplus == .blocked && $0.holdsItems }
    }
  }

  /// Replays lives under both blueprints.
  ///
  /// - Parameter lives: The customers, in any order; one without facts is ignored.
  /// - Returns: Who would be treated differently. Reports of disjoint customers can be merged in any order.
  public func replay(_ lives: some Sequence<RecordedLife>) -> WhatIfReport {
    var report = WhatIfReport()
    for life in lives where !life.moments.isEmpty { report.add(life, replay(life)) }
    return report
  }

  private func replay(_ life: RecordedLife) -> LifeReplay {
    var replay = LifeReplay(self, of: life.customer)
    for moment in life.moments where moment.at <= now { replay.record(moment) }
    replay.compare(at: now)
    return replay
  }
}
