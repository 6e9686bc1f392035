public import Tollgate

/// A revision of the blueprint, or what is proposed, with the files that it was read from.
public struct BlueprintRevision: Hashable, Sendable, Codable {
  /// Its place among the app's revisions, from 1; nil for what is proposed.
  public let number: Int?
  /// The hash of its files.
  public let revision: String
  /// How it came to be served: `file`, `published` or `rolled-back`; or `proposed`.
  public let how: String
  /// When that was, by the clock of the server or command that recorded it.
  public let at: Instant
  /// Who did it: an email address, `command line`, or `server`.
  public let by: String
  /// Who proposed it; nil if it was not published from a proposal.
  public let proposedBy: String?
  /// The note of the person who did it.
  public let note: String?
  /// What `tollgate check` found in it, a line each.
  public let findings: [String]
  /// Its files as they were written, the blueprint's own first; empty if they are not stored.
  public let files: [SourceFile]
  public let serverTime: Instant

  public init(
    number: Int?, revision: String, how: String, at: Instant, by: String, proposedBy: String?,
    note: String?, findings: [String], files: [SourceFile], serverTime: Instant
  ) {
    self.number = number
    self.revision = revision
    self.how = how
    self.at = at
    self.by = by
    self.proposedBy = proposedBy
    self.note = note
    self.findings = findings
    self.files = files
    self.serverTime = serverTime
  }
}
