/// A record that a paywall was shown or closed; every occurrence counts.
public struct PaywallEvent: Hashable, Sendable {
  public let paywall: Paywall.ID
  /// Whether it was shown or closed.
  public let action: Action
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The feature whose denial showed it; nil if none did.
  public let feature: Feature.ID?
  /// The placement that showed it; nil if none did.
  public let placement: Placement.ID?
  /// The variants that it was shown in, of the experiments that change it.
  public let variants: [Experiment.ID: Experiment.Variant.ID]
  /// The time of the event, by the server's clock.
  public let at: Instant

  /// What happened to the paywall.
  public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
    /// It appeared on screen.
    case shown
    /// The customer closed it without buying.
    case closed
  }

  public init(
    paywall: Paywall.ID, action: Action, key: Idempotency.Key, feature: Feature.ID? = nil,
    placement: Placement.ID? = nil, variants: [Experiment.ID: Experiment.Variant.ID] = [:],
    at: Instant
  ) {
    self.paywall = paywall
    self.action = action
    self.key = key
    self.feature = feature
    self.placement = placement
    self.variants = variants
    self.at = at
  }

  func outranks(_ other: PaywallEvent) -> Bool {
    if at != other.at { return at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    [feature?.rawValue ?? "", placement?.rawValue ?? ""]
      + variants.sorted { $0.key < $1.key }.flatMap { [$0.key.rawValue, $0.value.rawValue] }
  }

  /// The same event with other variants.
  func showing(_ variants: [Experiment.ID: Experiment.Variant.ID]) -> PaywallEvent {
    PaywallEvent(
      paywall: paywall, action: action, key: key, feature: feature, placement: placement,
      variants: variants, at: at)
  }
}

extension PaywallEvent {
  /// The variants as plain names.
  package var variantNames: [String: String] { Self.names(of: variants) }

  /// Variants as plain names.
  package static func names(
    of variants: [Experiment.ID: Experiment.Variant.ID]
  ) -> [String: String] {
    Dictionary(uniqueKeysWithValues: variants.map { ($0.key.rawValue, $0.value.rawValue) })
  }

  /// Variants from their plain names.
  package static func variants(
    _ names: [String: String]
  ) -> [Experiment.ID: Experiment.Variant.ID] {
    Dictionary(
      uniqueKeysWithValues: names.map { (Experiment.ID($0.key), Experiment.Variant.ID($0.value)) })
  }
}

extension PaywallEvent: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly, .removable] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 192 + key.rawValue.utf8.count + 64 * variants.count }
}
