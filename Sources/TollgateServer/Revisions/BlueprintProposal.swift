public import Tollgate

/// A blueprint that somebody wants published, with what it would have changed.
public struct BlueprintProposal: Hashable, Sendable, Codable {
  /// The greatest number of characters of ``whatIf``; the rest is left out: 100,000.
  public static let textLimit = 100_000
  /// The greatest number of ``losses``; ``whatIf`` has the others: 50.
  public static let lossLimit = 50

  /// How long a proposal is kept if it is not published: 90 days.
  public static let lifetimeDays = 90

  /// The hash of its file.
  public let revision: String
  /// The number of the revision that it was compared with.
  public let after: Int
  public let at: Instant
  public let author: String
  /// The note of the person who did it; nil without one.
  public let note: String?
  /// What recorded history says: the report of `tollgate what-if`.
  public let whatIf: String
  /// What paying customers would have lost; what concerns the most customers comes first.
  public let losses: [ProposedLoss]

  /// Whether paying customers would have lost access, so that its revision must be typed to publish it.
  public var takesFromPayers: Bool { !losses.isEmpty }

  public init(
    revision: String, after: Int, at: Instant, author: String, note: String?, whatIf: String,
    losses: [ProposedLoss]
  ) {
    self.revision = revision
    self.after = after
    self.at = at
    self.author = author
    self.note = note
    self.whatIf = whatIf.clipped
    self.losses = Array(losses.prefix(Self.lossLimit))
  }
}
