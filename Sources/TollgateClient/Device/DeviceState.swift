import Tollgate
import TollgateWire

/// What the client knows of the device that it runs on.
enum DeviceState: Hashable, Sendable {
  /// Something that happened before the device's storage could be read.
  enum Event: Hashable, Sendable {
    /// The store reported a transaction.
    case purchase(SignedPurchase)
    /// The app reported something to the server.
    case report(PendingWrite.Report)
    /// The onboarding was completed.
    case onboardingSeen
    /// The person signed out.
    case signOut
    /// The app launched.
    case launch
  }

  /// Nothing: protected data is not available yet. What happens until then waits, in order.
  case locked(waiting: [Event])
  /// The device's storage was read.
  case unlocked(Installation)

  /// What belongs to this installation; nil while locked.
  var installation: Installation? {
    switch self {
    case .locked: nil
    case .unlocked(let installation): installation
    }
  }

  /// Whether the onboarding was completed, as far as is known.
  var hasSeenOnboarding: Bool {
    switch self {
    case .locked(let waiting): waiting.contains(.onboardingSeen)
    case .unlocked(let installation): installation.hasSeenOnboarding
    }
  }

  /// Whether protected data is not available yet.
  var isLocked: Bool { installation == nil }

  /// Adds an event if the device is locked, unless so many wait that it is dropped.
  ///
  /// - Returns: Whether it was dropped.
  mutating func wait(for event: Event) -> Bool {
    switch self {
    case .unlocked: return false
    case .locked(let waiting):
      switch event {
      case .report: break
      case .purchase, .onboardingSeen, .signOut, .launch:
        guard !waiting.contains(event) else { return false }
      }
      guard waiting.count < PendingWrite.limit else { return true }
      self = .locked(waiting: waiting + [event])
      return false
    }
  }
}
