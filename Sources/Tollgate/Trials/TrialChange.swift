/// A request to change the time of a trial that no purchase started.
public struct TrialChange: Hashable, Sendable {
  /// What to change.
  public enum Action: Hashable, Sendable {
    /// Adds days of 24 hours, from 1 to ``TrialExtension/dayLimit``; a trial whose time ran out runs again if the new
    /// end is still to come.
    case extend(days: Int)
    /// Stops the clock.
    case pause
    /// Lets the clock continue.
    case resume
    /// Starts the trial over, with its whole length, or what is left if that is more, and all of its uses; a pause
    /// continues.
    case reset
  }

  public let action: Action
  public let trial: Trial.ID
  /// The identifier of the extension, reset or pause; a request repeated with it changes nothing.
  public let key: Idempotency.Key
  /// Who asks for it.
  public let author: TrialChangeAuthor
  /// Why, in the author's words.
  public let reason: String

  public init(
    _ action: Action, _ trial: Trial.ID, key: Idempotency.Key, author: TrialChangeAuthor,
    reason: String
  ) {
    self.action = action
    self.trial = trial
    self.key = key
    self.author = author
    self.reason = reason
  }
}
