/// A seat of a team: the invitation, who joined with it, what the member gets from the owner, and how it ended.
///
/// The seat is recorded for the owner and, once somebody has joined, also for the member, in the same commit. The member's
/// record says until when the owner's entitlements last, so that a decision about a member reads nobody else's record.
public struct TeamSeat: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<TeamSeat>

  /// Whose record it is in.
  public enum Side: String, Hashable, Sendable, Codable, CaseIterable {
    case owner, member
  }

  /// Why it ended.
  public enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
    /// The owner or the app's backend withdrew the invitation before anybody joined.
    case withdrawn
    /// The owner or the app's backend removed the member, or the App Store took the seat back.
    case removed
    /// The member left.
    case left
    /// The owner or the member was erased.
    case erased
  }

  /// An entitlement of the owner's, and when the member has it.
  public struct Right: Hashable, Sendable {
    public let entitlement: Entitlement.ID
    public package(set) var startsAt: Instant
    /// When it ends, unless the owner's record changes; nil means never.
    public package(set) var endsAt: Instant?

    public init(entitlement: Entitlement.ID, startsAt: Instant, endsAt: Instant?) {
      self.entitlement = entitlement
      self.startsAt = startsAt
      self.endsAt = endsAt
    }
  }

  public let id: ID
  public let team: Team.ID
  public package(set) var side: Side
  /// Its version, from 1; of several reports, the one with the highest number counts.
  public package(set) var number: Int
  /// The name that the owner gave it, such as `Mum`; nil without one, and for the member.
  public package(set) var name: String?
  /// The customer who shares it; nil on a device.
  public let owner: Customer.ID?
  /// The customer who joined; nil while the invitation is open, and on a device.
  public package(set) var member: Customer.ID?
  public let invitedAt: Instant
  /// When the invitation ends, if nobody joins before.
  public let expiresAt: Instant
  public package(set) var joinedAt: Instant?
  public package(set) var endedAt: Instant?
  public package(set) var ending: Ending?
  /// What the member has from the owner, in order.
  public package(set) var rights: [Right]
  /// The claim of the seat at the App Store, if the owner bought seats whose invitations the app hosts; nil for the
  /// member, and on a device.
  package var storeClaim: String?

  public init(
    id: ID, team: Team.ID, side: Side, number: Int = 1, name: String? = nil,
    owner: Customer.ID?, member: Customer.ID? = nil, invitedAt: Instant, expiresAt: Instant,
    joinedAt: Instant? = nil, endedAt: Instant? = nil, ending: Ending? = nil,
    rights: [Right] = [], storeClaim: String? = nil
  ) {
    self.id = id
    self.team = team
    self.side = side
    self.number = number
    self.name = name
    self.owner = owner
    self.member = member
    self.invitedAt = invitedAt
    self.expiresAt = expiresAt
    self.joinedAt = joinedAt
    self.endedAt = endedAt
    self.ending = ending
    self.rights = rights
    self.storeClaim = storeClaim
  }
}

extension TeamSeat {
  /// What identifies it within a customer's record: an owner may have joined their own team before a merge.
  struct Key: Hashable, Sendable {
    let id: ID
    let side: Side

    /// Sorts by name, the owner's first.
    var order: (ID, Int) { (id, side == .owner ? 0 : 1) }
  }

  var key: Key { Key(id: id, side: side) }

  /// Whether nobody has joined yet, and somebody still can.
  public func isOpen(at now: Instant) -> Bool {
    joinedAt == nil && endedAt == nil && now < expiresAt
  }

  /// Whether somebody has joined, and neither left nor was removed.
  public var isTaken: Bool { joinedAt != nil && endedAt == nil }

  /// Whether its member has something from the owner at an instant.
  package func gives(at now: Instant) -> Bool { rights.contains { $0.isActive(at: now) } }

  /// The same seat in the member's record, without what is the owner's alone.
  package var forMember: TeamSeat {
    var seat = self
    seat.side = .member
    seat.name = nil
    seat.storeClaim = nil
    return seat
  }

  /// The next version of the seat.
  func next(_ change: (inout TeamSeat) -> Void) -> TeamSeat {
    var seat = self
    seat.number += 1
    change(&seat)
    return seat
  }

  /// The seat once it has ended; what the member has from it ends with it.
  package func ended(_ ending: Ending, at now: Instant) -> TeamSeat {
    next {
      $0.endedAt = now
      $0.ending = ending
      $0.rights = $0.rights.filter { $0.startsAt < now }.map { $0.ending(by: now) }
    }
  }

  /// Whether this report counts rather than another one of the same seat.
  ///
  /// Two of the same number come from a ledger that was restored; which of them counts is then the same everywhere.
  func outranks(_ other: TeamSeat) -> Bool {
    number == other.number
      ? other.text.utf8.lexicographicallyPrecedes(text.utf8) : number > other.number
  }

  /// Everything it says, for a fixed order of reports with one number.
  private var text: String {
    let instants = [invitedAt, expiresAt, joinedAt, endedAt].map { $0?.milliseconds ?? -1 }
    let given = rights.map {
      "\($0.entitlement) \($0.startsAt.milliseconds) \($0.endsAt?.milliseconds ?? -1)"
    }
    return
      "\(endedAt == nil ? 0 : 1) \(instants) \(given) \(team) \(name ?? "") \(owner?.rawValue ?? "") \(member?.rawValue ?? "") \(ending?.rawValue ?? "") \(storeClaim ?? "")"
  }
}

extension TeamSeat.Right {
  func isActive(at now: Instant) -> Bool {
    startsAt <= now && endsAt.map { now < $0 } ?? true
  }

  func ending(by end: Instant) -> Self {
    var right = self
    right.endsAt = endsAt.map { min($0, end) } ?? end
    return right
  }
}

extension TeamSeat: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { [invitedAt, joinedAt, endedAt].compactMap { $0 }.max() }
}
