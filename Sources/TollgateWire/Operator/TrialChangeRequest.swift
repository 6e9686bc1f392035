public import Tollgate

/// A request that extends, pauses, resumes or resets a customer's trial.
public struct TrialChangeRequest: Hashable, Sendable, Codable {
  /// What to change.
  public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
    /// Adds days; a trial whose time ran out runs again if the new end is still to come.
    case extend
    /// Stops the clock.
    case pause
    /// Lets the clock continue.
    case resume
    /// Starts the trial over, with its whole length and all of its uses.
    case reset
  }

  public let action: Action
  /// How many days of 24 hours an extension adds, from 1 to 366; nil otherwise.
  public let days: Int?
  /// Why, in 3 to 500 characters; the customer's devices receive it.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(_ action: Action, days: Int? = nil, reason: String, isPreview: Bool? = nil) {
    self.action = action
    self.days = days
    self.reason = reason
    self.isPreview = isPreview
  }
}

extension TrialChangeRequest.Action {
  /// Decodes the action's name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let action = Self(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected `extend`, `pause`, `resume` or `reset`")
    }
    self = action
  }
}

/// The response to ``TrialChangeRequest``: the trial afterwards.
public struct TrialChangeResponse: Hashable, Sendable, Codable {
  /// The customer, who differs from the one requested if that one was merged.
  public let customer: Customer.ID
  /// The state of the customer's trial; nil if the blueprint no longer has it.
  public let trial: TrialSummary?
  public let serverTime: Instant

  public init(customer: Customer.ID, trial: TrialSummary?, serverTime: Instant) {
    self.customer = customer
    self.trial = trial
    self.serverTime = serverTime
  }
}
