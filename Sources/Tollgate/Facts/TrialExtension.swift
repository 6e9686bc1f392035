/// More time for a trial that the server started, or a reset, with which it starts over.
///
/// The sum of a trial's extensions counts. They do not change a trial that a purchase started, which lasts as long as
/// the store signed, or one that only uses can end. A reset gives the trial its whole length and all of its uses again:
/// earlier uses, extensions and pauses no longer count, but a trial that has more than its whole length left keeps that
/// time. A trial that uses end can be reset too.
public struct TrialExtension: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<TrialExtension>

  /// The greatest number of days that one extension adds: 366.
  public static let dayLimit = 366

  public let id: ID
  public let trial: Trial.ID
  /// How many days of 24 hours it adds, from 1 to ``dayLimit``; 0 for a reset.
  public let days: Int
  /// Whether the trial starts over when it takes effect; the latest reset counts.
  public let startsOver: Bool
  /// Who extended the trial.
  public let author: TrialChangeAuthor
  /// Why, in the author's words.
  public let reason: String
  /// When it takes effect; the earliest report counts.
  public let at: Instant

  /// Creates a record of an extension; a number of days out of range is clamped.
  public init(
    id: ID, trial: Trial.ID, days: Int, startsOver: Bool = false, author: TrialChangeAuthor,
    reason: String, at: Instant
  ) {
    self.id = id
    self.trial = trial
    self.days = startsOver ? 0 : min(max(days, 1), Self.dayLimit)
    self.startsOver = startsOver
    self.author = author
    self.reason = reason
    self.at = at
  }

  /// Whether it wins over another report of the same extension: the earlier one does.
  func outranks(_ other: TrialExtension) -> Bool {
    if at != other.at { return at < other.at }
    if days != other.days { return days < other.days }
    if startsOver != other.startsOver { return startsOver }
    return (trial.rawValue, author.rawValue, reason)
      < (other.trial.rawValue, other.author.rawValue, other.reason)
  }
}

extension TrialExtension: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { startsOver ? at : nil }
}

/// Who extended or paused a trial.
public enum TrialChangeAuthor: String, Hashable, Sendable, Codable, CaseIterable {
  /// A person who supports the app's customers.
  case support
  /// The app's own backend, with a secret key.
  case backend
}
