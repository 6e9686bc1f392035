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

/// The places from which a paywall can be shown, and the one that shows it: a state machine without views.
///
/// A paywall opens once, in the window in which it was requested, over its topmost sheet. No other window moves or ends
/// it. An app that presents paywalls in its own way has no places.
struct PaywallHosts: Hashable, Sendable {
  /// Where the paywall is.
  enum State: Hashable, Sendable {
    /// No paywall is presented.
    case none
    /// It should open at a place; nil while there is no place.
    case opening(PaywallHost?)
    case visible(PaywallHost)
    /// It was visible, and the system has removed it.
    case removed(PaywallHost)
  }

  /// A place on screen.
  private struct Place: Hashable, Sendable {
    let host: PaywallHost
    /// The first place of its window.
    let window: PaywallHost
    /// How many sheets it is above the first screen of its window.
    let depth: Int
  }

  private(set) var state = State.none
  /// The window that the customer used last.
  private(set) var activeWindow: PaywallHost?
  /// In order of appearance.
  private var places: [Place] = []
  /// The windows that are in the background.
  private var windowsAway: Set<PaywallHost> = []

  /// The place that shows the paywall; nil if none is presented or there is no place.
  var showing: PaywallHost? {
    switch state {
    case .none: nil
    case .opening(let host): host
    case .visible(let host), .removed(let host): host
    }
  }

  /// The topmost place of the window that the customer used last, where the next paywall opens.
  var next: PaywallHost? { topmost(of: activeWindow) ?? topmost(of: places.last?.window) }

  /// Whether every window is in the background.
  private var isAway: Bool { windowsAway.isSuperset(of: places.map(\.window)) }

  private func topmost(of window: PaywallHost?) -> PaywallHost? {
    // Of two at one depth, the later one is returned.
    places.filter { $0.window == window }.max { $0.depth <= $1.depth }?.host
  }

  private func window(of host: PaywallHost) -> PaywallHost? {
    places.first { $0.host == host }?.window
  }
}

extension PaywallHosts {
  /// A paywall is presented that was requested in a window; nil if that is not known.
  mutating func present(requestedIn window: PaywallHost?) {
    state = .opening(topmost(of: window) ?? next)
  }

  /// The paywall is replaced by another one in its window.
  mutating func presentAnother() { present(requestedIn: showing.flatMap { window(of: $0) }) }

  mutating func end() { state = .none }

  /// A place is on screen.
  mutating func appeared(_ host: PaywallHost, over other: PaywallHost?) {
    guard window(of: host) == nil else { return }
    let below = other.flatMap { other in places.first { $0.host == other } }
    let window = below?.window ?? host
    places.append(Place(host: host, window: window, depth: below.map { $0.depth + 1 } ?? 0))
    if below == nil { activeWindow = window }
    switch state {
    case .opening(nil): state = .opening(next)
    case .none, .opening, .visible, .removed: break
    }
  }

  /// A place was removed.
  ///
  /// - Returns: Whether the paywall was removed with it; one that was not visible yet opens elsewhere.
  mutating func disappeared(_ host: PaywallHost) -> Bool {
    guard let window = window(of: host) else { return false }
    places.removeAll { $0.host == host }
    if topmost(of: window) == nil {
      windowsAway.remove(window)
      if activeWindow == window { activeWindow = places.last?.window }
    }
    switch state {
    case .opening(host):
      state = .opening(topmost(of: window) ?? next)
      return false
    case .removed(host): return true
    // What covers a place may make it disappear, so the paywall itself is awaited.
    case .none, .opening, .visible, .removed: return false
    }
  }

  /// The paywall of a place is visible.
  mutating func paywallAppeared(at host: PaywallHost) {
    switch state {
    case .opening(host), .removed(host): state = .visible(host)
    case .none, .opening, .visible, .removed: break
    }
  }

  /// The paywall of a place is no longer visible.
  ///
  /// - Returns: Whether the place was removed too, so that it cannot show again.
  mutating func paywallDisappeared(at host: PaywallHost) -> Bool {
    switch state {
    case .visible(host):
      state = .removed(host)
      return window(of: host) == nil
    case .none, .opening, .visible, .removed: return false
    }
  }
}

extension PaywallHosts {
  /// What the return of a window means.
  struct Return: Hashable, Sendable {
    /// Whether the whole app was in the background.
    let appWasAway: Bool
    /// Whether the paywall that its window shows was removed in the meantime.
    let hasLostPaywall: Bool
  }

  /// The window of a place left the foreground.
  ///
  /// - Returns: Whether the app left the foreground with it.
  mutating func leftForeground(_ host: PaywallHost) -> Bool {
    guard let window = window(of: host) else { return false }
    windowsAway.insert(window)
    return isAway
  }

  /// The customer uses the window of a place.
  ///
  /// - Returns: What it means if the window was in the background; otherwise nil.
  mutating func becameActive(_ host: PaywallHost) -> Return? {
    guard let window = window(of: host) else { return nil }
    activeWindow = window
    let appWasAway = isAway
    guard windowsAway.remove(window) != nil else { return nil }
    let isLost =
      switch state {
      case .none, .opening(nil), .visible: false
      case .opening(let host?), .removed(let host): self.window(of: host) == window
      }
    return Return(appWasAway: appWasAway, hasLostPaywall: isLost)
  }
}
