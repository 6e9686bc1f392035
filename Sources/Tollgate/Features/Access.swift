/// The answer to whether a customer may use a feature.
///
/// Unknown is never treated as denied: an action runs unless access is denied (``mayProceed``). Only what must not
/// appear on a guess, such as a thank-you for subscribing, requires confirmed access (``isAllowed``).
///
/// | answer | `mayProceed` | `isAllowed` | `isDenied` |
/// |---|---|---|---|
/// | `allowed` | true | true | false |
/// | `denied` | false | false | true |
/// | `unknown` | true | false | false |
public enum Access: Hashable, Sendable {
  /// The answer is not known; nothing is removed and no paywall shows.
  case unknown
  /// Yes; within a limit, or without one.
  case allowed(Limit?)
  /// No, with the reason.
  case denied(Denial)

  /// The limit that decided, with what remains of it; nil if none did.
  public var limit: Limit? {
    switch self {
    case .unknown: nil
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    }
  }

  /// Whether the app may continue: access is allowed or unknown.
  public var mayProceed: Bool { !isDenied }

  /// Whether access is allowed; false while it is unknown.
  public var isAllowed: Bool {
    switch self {
    case .allowed: true
    case .denied, .unknown: false
    }
  }

  /// Whether access is denied; false while it is unknown.
  public var isDenied: Bool {
    switch self {
    case .denied: true
    case .allowed, .unknown: false
    }
  }
}
