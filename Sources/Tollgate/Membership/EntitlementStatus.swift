extension Entitlement {
  /// Whether a customer has an entitlement, as far as is known.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known about the customer; neither unlock what it gives nor offer it for sale.
    case unknown
    /// The customer has it.
    case active
    /// The customer does not have it.
    case inactive

    /// Whether the customer certainly has it.
    ///
    /// Its opposite is not "no": compare with ``inactive`` before showing a paywall or removing anything.
    public var isActive: Bool {
      switch self {
      case .active: true
      case .unknown, .inactive: false
      }
    }
  }
}
