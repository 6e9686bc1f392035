/// A record that a paywall was shown or closed; every occurrence counts.
public struct PaywallEvent: Hashable, Sendable {
  /// The paywall.
  public let paywall: Paywall.ID
  /// Whether it was shown or closed.
  public let action: Action
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The feature whose denial showed it; nil if none did.
  public let feature: Feature.ID?
  /// The placement that showed it; nil if none did.
  public let placement: Placement.ID?
  /// The time of the event, by the server's clock.
  public let at: Instant

  /// What happened to the paywall.
  public enum Action: String, Hashable, Sendable, Codable {
    /// It appeared on screen.
    case shown
    /// The customer closed it without buying.
    case closed
  }

  /// Creates a record of a paywall event.
  public init(
    paywall: Paywall.ID, action: Action, key: Idempotency.Key, feature: Feature.ID? = nil,
    placement: Placement.ID? = nil, at: Instant
  ) {
    self.paywall = paywall
    self.action = action
    self.key = key
    self.feature = feature
    self.placement = placement
    self.at = at
  }

  func outranks(_ other: PaywallEvent) -> Bool {
    if at != other.at { return at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] { [feature?.rawValue ?? "", placement?.rawValue ?? ""] }
}
