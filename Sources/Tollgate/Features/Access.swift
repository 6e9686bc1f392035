/// The answer to whether a customer may use a feature.
public enum Access: Hashable, Sendable {
  /// The answer is not known; nothing is removed and no paywall shows.
  case unknown
  /// Yes; within a limit, or without one.
  case allowed(Limit?)
  /// No, with the reason.
  case denied(Denial)

  /// Whether the answer is yes.
  public var isAllowed: Bool {
    switch self {
    case .allowed: true
    case .denied, .unknown: false
    }
  }
}
