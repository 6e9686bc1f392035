/// A request to change the time of a trial that signing up started.
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
  }

  /// What to change.
  public let action: Action
  /// The trial.
  public let trial: Trial.ID
  /// The identifier of the extension or pause; a request repeated with it changes nothing.
  public let key: Idempotency.Key
  /// Who asks for it.
  public let author: TrialChangeAuthor
  /// Why, in the author's words.
  public let reason: String

  /// Creates a request.
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

extension Customer {
  /// The facts that record a change of a trial's time; nil if the customer has no such trial that signing up started
  /// and whose time can run out.
  ///
  /// They are empty if the change is recorded already, if a trial to pause is paused, and if one to resume is not.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - now: The instant from which it holds.
  /// - Returns: The facts, in a fixed order.
  public func facts(of change: TrialChange, at now: Instant) -> [Fact]? {
    guard trials.starts[TrialFacts.Key(trial: change.trial, purchase: nil)]?.terms.lasts != nil
    else { return nil }
    let running = trials.pauses.values.filter {
      $0.trial == change.trial && $0.startsAt <= now && $0.endsAt.map { now < $0 } ?? true
    }
    switch change.action {
    case .extend(let days):
      let id = TrialExtension.ID(change.key.rawValue)
      if trials.extensions[id] != nil { return [] }
      return [
        .trialExtension(
          TrialExtension(
            id: id, trial: change.trial, days: days, author: change.author, reason: change.reason,
            at: now))
      ]
    case .pause:
      let id = TrialPause.ID(change.key.rawValue)
      if trials.pauses[id] != nil || !running.isEmpty { return [] }
      return [
        .trialPause(
          TrialPause(
            id: id, trial: change.trial, author: change.author, reason: change.reason,
            startsAt: now))
      ]
    case .resume:
      return running.sorted { $0.id < $1.id }.map {
        .trialPause(
          TrialPause(
            id: $0.id, trial: $0.trial, author: $0.author, reason: $0.reason,
            startsAt: $0.startsAt, endsAt: now))
      }
    }
  }
}
