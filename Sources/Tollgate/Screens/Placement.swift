/// A place in the app where a paywall may show automatically.
public struct Placement: Hashable, Sendable, Identifiable {
  /// The placement's name.
  public typealias ID = Identifier<Placement>

  /// The placement's name.
  public let id: ID
  /// When it shows; customers entitled to what it sells never see it.
  public let when: Condition
  /// The paywall that it shows.
  public let paywall: Paywall.ID
  /// Whether it shows at most once in a session.
  public let oncePerSession: Bool
  /// The priority; if two placements are requested at once, the greater one shows.
  public let priority: Int
  /// Whether the action behind it requires the purchase; otherwise it runs after the paywall, bought or not.
  public let isGate: Bool
  /// How long it stays hidden on a device after it was shown there; nil means no time.
  public let cooldown: Period?
  /// The percentage of customers who never see it, 0 to 100.
  public let holdOut: Int

  public init(
    id: ID, when: Condition = .always, paywall: Paywall.ID, oncePerSession: Bool = true,
    priority: Int = 0, isGate: Bool = true, cooldown: Period? = nil, holdOut: Int = 0
  ) {
    self.id = id
    self.when = when
    self.paywall = paywall
    self.oncePerSession = oncePerSession
    self.priority = priority
    self.isGate = isGate
    self.cooldown = cooldown
    self.holdOut = holdOut
  }
}
