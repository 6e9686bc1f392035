/// A time in which the clock of a trial stands still, half-open: from its start until the trial is resumed.
///
/// The trial keeps what it gives while it is paused; it ends later by the length of the pause. Pauses that overlap
/// count once. A trial that a purchase started cannot be paused, since the store's clock does not stop.
public struct TrialPause: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<TrialPause>

  public let id: ID
  public let trial: Trial.ID
  /// Who paused the trial.
  public let author: TrialChangeAuthor
  /// Why, in the author's words.
  public let reason: String
  /// When it starts; the earliest report counts.
  public let startsAt: Instant
  /// When the trial is resumed, by the earliest report; nil if that is not decided.
  public let endsAt: Instant?

  public init(
    id: ID, trial: Trial.ID, author: TrialChangeAuthor, reason: String, startsAt: Instant,
    endsAt: Instant? = nil
  ) {
    self.id = id
    self.trial = trial
    self.author = author
    self.reason = reason
    self.startsAt = startsAt
    self.endsAt = endsAt
  }

  /// The pause that two reports of it describe.
  func joined(with other: TrialPause?) -> TrialPause {
    guard let other else { return self }
    return TrialPause(
      id: id, trial: min(trial, other.trial),
      author: author.rawValue < other.author.rawValue ? author : other.author,
      reason: min(reason, other.reason), startsAt: min(startsAt, other.startsAt),
      endsAt: earliest(endsAt, other.endsAt))
  }
}

extension TrialPause: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { nil }
}
