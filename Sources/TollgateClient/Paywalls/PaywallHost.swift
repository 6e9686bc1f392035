/// A place on screen from which a paywall can be shown: the first screen of a window, or a sheet over it.
///
/// It is an identity without contents; ``TollgateClient/record(_:of:)`` says what happens to the place.
package final class PaywallHost: Hashable, Sendable {
  /// An event in the life of a place.
  package enum Event: Hashable, Sendable {
    /// It is on screen, in a window of its own or in a sheet over another place.
    case appeared(over: PaywallHost?)
    /// It was removed.
    case disappeared
    /// Its window is the one that the customer uses.
    case becameActive
    /// Its window left the foreground.
    case leftForeground
    /// The paywall that it shows is visible.
    case paywallAppeared
    /// The paywall that it showed is no longer visible.
    case paywallDisappeared
  }

  /// Creates a place that differs from every other.
  package init() {}

  /// Whether two references are to one place.
  package static func == (left: PaywallHost, right: PaywallHost) -> Bool { left === right }

  /// Hashes the identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
