/// A place in the app where a paywall may show by itself.
public struct Placement: Hashable, Sendable, Codable, Identifiable {
  /// The placement's name.
  public typealias ID = Identifier<Placement>

  /// The placement's name.
  public let id: ID
  /// When it shows; those who are entitled to what it sells never see it, whatever this says.
  public let when: Condition
  /// What it shows.
  public let paywall: Paywall.ID
  /// Whether it shows at most once in a session.
  public let oncePerSession: Bool
  /// Which of two placements asked for at once shows: the greater.
  public let priority: Int
  /// Whether what the app does there waits for the purchase; otherwise it is done after the paywall, bought or not.
  public let isGate: Bool
  /// How long it stays away on a device after it was shown there; nil is no time.
  public let cooldown: Period?
  /// How many customers of a hundred never see it, 0 to 100.
  public let holdOut: Int

  /// Describes a placement.
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

  /// Whether a customer is among those who never see it.
  ///
  /// It is the same answer every time; with a greater ``holdOut`` those held out stay so and others join them.
  public func holdsOut(_ customer: Customer.ID) -> Bool {
    // FNV-1a of both names, its bits then mixed as SplitMix64 does.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(id)/\(customer)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    return (hash ^ hash >> 31) % 100 < UInt64(max(0, holdOut))
  }
}

extension Placement {
  /// Reads a placement; what an older server does not say of it is as if left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      when: try container.decode(Condition.self, forKey: .when),
      paywall: try container.decode(Paywall.ID.self, forKey: .paywall),
      oncePerSession: try container.decode(Bool.self, forKey: .oncePerSession),
      priority: try container.decodeIfPresent(Int.self, forKey: .priority) ?? 0,
      isGate: try container.decodeIfPresent(Bool.self, forKey: .isGate) ?? true,
      cooldown: try container.decodeIfPresent(Period.self, forKey: .cooldown),
      holdOut: try container.decodeIfPresent(Int.self, forKey: .holdOut) ?? 0)
  }
}
