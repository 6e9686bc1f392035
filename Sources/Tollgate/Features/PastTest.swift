/// A condition's test of a customer's past: the time since an event, or how often it happened.
///
/// Lengths of time are exact: a day has 24 hours, and periods of months or years, whose length varies, are mistakes.
public enum PastTest: Hashable, Sendable {
  /// The time since an event, which must have happened.
  case since(Since)
  /// How often an event happened.
  case count(Count)

  /// The time since an event last happened; at least one of the two bounds is required.
  public struct Since: Hashable, Sendable {
    /// The event.
    public let event: CustomerEvent
    /// The minimum time since then, inclusive; nil for no minimum.
    public let atLeast: Period?
    /// The upper bound of the time since then, exclusive; nil for no upper bound.
    public let lessThan: Period?

    /// Creates a test of the time since an event.
    public init(_ event: CustomerEvent, atLeast: Period? = nil, lessThan: Period? = nil) {
      self.event = event
      self.atLeast = atLeast
      self.lessThan = lessThan
    }
  }

  /// How often an event happened, overall or within a moving window; at least one of the two bounds is required.
  public struct Count: Hashable, Sendable {
    /// The event.
    public let event: CustomerEvent
    /// The minimum number of times, at least 1; nil for no minimum.
    public let atLeast: Int?
    /// The upper bound of the number of times, exclusive and at least 1; nil for no upper bound.
    public let lessThan: Int?
    /// How long each occurrence counts; nil means for ever.
    public let within: Period?

    /// Creates a test of the number of times that an event happened.
    public init(
      of event: CustomerEvent, atLeast: Int? = nil, lessThan: Int? = nil, within: Period? = nil
    ) {
      self.event = event
      self.atLeast = atLeast
      self.lessThan = lessThan
      self.within = within
    }
  }

  /// The event that it tests.
  public var event: CustomerEvent {
    switch self {
    case .since(let since): since.event
    case .count(let count): count.event
    }
  }
}
