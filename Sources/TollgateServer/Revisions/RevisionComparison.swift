public import Tollgate

/// Who would have been treated differently by another revision than the one that is served, over the recorded history.
///
/// A server is given the replay, which needs more than the server: `tollgate serve` takes that of `tollgate what-if`.
public struct RevisionComparison: Sendable {
  /// How a report names both revisions.
  public typealias Names = (new: String, old: String)
  /// Replays the recorded history under both blueprints.
  public typealias Replay =
    @Sendable (_ new: Blueprint, _ old: Blueprint, _ names: Names) async throws -> Self

  /// The greatest number of customers who are replayed while a person waits for the page: 20,000.
  public static let customerLimit = 20_000

  /// The report of `tollgate what-if`, cut at ``BlueprintProposal/textLimit``.
  public let whatIf: String
  /// What paying customers would have lost, at most ``BlueprintProposal/lossLimit``.
  public let losses: [ProposedLoss]
  /// The number of customers to whom the replay was limited, the first by id; nil if it has all.
  public let limit: Int?

  public init(whatIf: String, losses: [ProposedLoss], limit: Int? = nil) {
    self.whatIf = whatIf.clipped
    self.losses = Array(losses.prefix(BlueprintProposal.lossLimit))
    self.limit = limit
  }
}

extension String {
  /// A report as pages keep it.
  var clipped: String {
    let limit = BlueprintProposal.textLimit
    return count <= limit ? self : "\(prefix(limit))…"
  }
}
