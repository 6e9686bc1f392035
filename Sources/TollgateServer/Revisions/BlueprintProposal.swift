public import Tollgate

/// A blueprint that somebody wants published, with what it would have changed.
public struct BlueprintProposal: Hashable, Sendable, Codable {
  /// The greatest number of characters of ``whatIf``; the rest is left out: 100,000.
  public static let textLimit = 100_000

  /// The hash of its file.
  public let revision: String
  /// The number of the revision that it was compared with.
  public let after: Int
  /// When it was proposed.
  public let at: Instant
  /// Who proposed it.
  public let author: String
  /// The note of whoever did it; nil without one.
  public let note: String?
  /// What recorded history says: the report of `tollgate what-if`.
  public let whatIf: String
  /// Whether paying customers would have lost access.
  public let takesFromPayers: Bool

  /// Creates a proposal.
  public init(
    revision: String, after: Int, at: Instant, author: String, note: String?, whatIf: String,
    takesFromPayers: Bool
  ) {
    self.revision = revision
    self.after = after
    self.at = at
    self.author = author
    self.note = note
    self.whatIf = whatIf.count <= Self.textLimit ? whatIf : "\(whatIf.prefix(Self.textLimit))…"
    self.takesFromPayers = takesFromPayers
  }
}
