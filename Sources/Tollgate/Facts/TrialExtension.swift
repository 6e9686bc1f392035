/// More time for a trial that the server started.
///
/// The sum of a trial's extensions counts. They do not change a trial that a purchase started, which lasts as long as
/// the store signed, or one that only uses can end.
public struct TrialExtension: Hashable, Sendable, Identifiable {
  /// The extension's identifier.
  public typealias ID = Identifier<TrialExtension>

  /// The greatest number of days that one extension adds: 366.
  public static let dayLimit = 366

  /// The extension's identifier.
  public let id: ID
  /// The trial.
  public let trial: Trial.ID
  /// How many days of 24 hours it adds, from 1 to ``dayLimit``.
  public let days: Int
  /// Who extended the trial.
  public let author: TrialChangeAuthor
  /// Why, in the author's words.
  public let reason: String
  /// When it takes effect; the earliest report counts.
  public let at: Instant

  /// Creates a record of an extension; a number of days out of range is clamped.
  public init(
    id: ID, trial: Trial.ID, days: Int, author: TrialChangeAuthor, reason: String, at: Instant
  ) {
    self.id = id
    self.trial = trial
    self.days = min(max(days, 1), Self.dayLimit)
    self.author = author
    self.reason = reason
    self.at = at
  }

  /// Whether it wins over another report of the same extension: the earlier one does.
  func outranks(_ other: TrialExtension) -> Bool {
    if at != other.at { return at < other.at }
    if days != other.days { return days < other.days }
    return (trial.rawValue, author.rawValue, reason)
      < (other.trial.rawValue, other.author.rawValue, other.reason)
  }
}
