/// A team or household whose owner shares entitlements: what the members get, and how many there may be.
///
/// Whoever has one of the entitlements by their own means, such as a purchase, is the owner of a team of their own. Members
/// join it with the code of an invitation.
public struct Team: Hashable, Sendable, Identifiable {
  /// The name under which the blueprint lists it.
  public typealias ID = Identifier<Team>

  /// How many seats the owner of an entitlement shares.
  public struct Size: Hashable, Sendable {
    /// The entitlement that the owner needs; nil if one of the shared ones is enough.
    public let entitlement: Entitlement.ID?
    /// The number of members, without the owner.
    public let seats: Int

    public init(entitlement: Entitlement.ID? = nil, seats: Int) {
      self.entitlement = entitlement
      self.seats = seats
    }
  }

  /// The greatest number of seats.
  public static let largestSize = 100
  /// How many seats the app's backend can state.
  public static let statedSeats = 0...largestSize
  /// How long an invitation is open by default.
  public static let defaultInvitation = Period(7, .day)
  /// The longest time that an invitation may be open.
  public static let longestInvitation = Period(30, .day)
  /// The greatest number of characters of the name that an owner gives a seat.
  public static let nameLength = 60
  /// The windows in which uses can be counted together: those that begin at the same instant for every member, and a single
  /// use.
  public static let pooledWindows: [Feature.Window] = [.day, .week, .month, .year, .ever, .use]

  public let id: ID
  /// What must hold for the owner; while it does not, nothing is shared.
  ///
  /// It tests nothing that time alone changes, other than what the owner has: members' records say in advance what they
  /// have.
  public let when: Condition
  /// What the owner shares, as far as the owner has it by their own means.
  public let shares: [Entitlement.ID]
  /// What members have instead while the owner has any of what is shared; if empty, they have the same as the owner.
  public let gives: [Entitlement.ID]
  /// How many seats there are; of several sizes, the largest that the owner has counts.
  public let sizes: [Size]
  /// The features whose uses and held items, of the owner and all members, count together; every other feature counts by
  /// person.
  public let pooled: [Feature.ID]
  /// How long an invitation is open.
  public let invitation: Period

  public init(
    id: ID, when: Condition = .always, shares: [Entitlement.ID], gives: [Entitlement.ID] = [],
    sizes: [Size],
    pooled: [Feature.ID] = [], invitation: Period = Team.defaultInvitation
  ) {
    self.id = id
    self.when = when
    self.shares = shares
    self.gives = gives
    self.sizes = sizes
    self.pooled = pooled
    self.invitation = invitation
  }

  /// What members have while the owner shares.
  package var given: [Entitlement.ID] { gives.isEmpty ? shares : gives }
}
