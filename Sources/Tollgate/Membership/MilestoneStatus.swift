extension Milestone {
  /// Whether a customer has reached a milestone, as far as is known.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known about the customer; neither repeat what comes before the milestone nor skip it.
    case unknown
    /// The customer has reached it, and stays past it.
    case reached
    /// The customer has not reached it.
    case notReached

    /// Whether the customer has certainly reached it.
    ///
    /// Its opposite is not "no": compare with ``notReached`` before showing an introduction again.
    public var isReached: Bool {
      switch self {
      case .reached: true
      case .unknown, .notReached: false
      }
    }
  }
}
