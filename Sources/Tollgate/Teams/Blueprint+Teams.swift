/// Why somebody cannot be invited to a team or join it.
public enum TeamRefusal: Error, Hashable, Sendable {
  /// The blueprint lists no team of that name.
  case notListed
  /// The customer has nothing to share: the team is of those who have its entitlements by their own means.
  case notOwner
  /// The customer does not meet these requirements of the team's condition; never empty.
  case unmet([Condition])
  /// The customer bought seats whose invitations the App Store hosts.
  case hostedByStore
  /// The customer bought a single seat of a product that is sold with seats.
  case singleSeat
  /// Members and open invitations take all seats.
  case full(seats: Int)
  /// The invitation has expired, was withdrawn, or was used.
  case notOpen
  /// The customer is the owner.
  case ownTeam
  /// The customer is a member already.
  case alreadyMember
}

extension Blueprint {
  /// The team with a name; nil if the blueprint lists none.
  public func team(_ name: Team.ID) -> Team? { definition.teams.first { $0.id == name } }

  /// How many seats a customer shares at an instant, taken or not; 0 for those who have nothing to share.
  public func seats(of team: Team, sharedBy customer: Customer, at now: Instant) -> Int {
    seats(of: team, sharedBy: customer, without: [], at: now)
  }

  /// How many seats a customer shares at an instant without some purchases.
  package func seats(
    of team: Team, sharedBy customer: Customer, without purchases: [PurchaseID], at now: Instant
  ) -> Int {
    var owner = customer.withoutSeats
    for purchase in purchases { owner.history.remove(purchase) }
    // A grant that waits for these purchases still waits.
    let added = AddedTime(of: customer, in: self)
    let possessions = Possessions(of: owner, in: self, at: now, adding: added)
    return seats(of: team, sharedWith: owner.ownRights(possessions, added, in: self, at: now))
  }

  /// Decides an invitation to a team.
  ///
  /// An open invitation takes a seat, so that nobody who accepts one is refused.
  ///
  /// - Parameters:
  ///   - owner: The customer who shares it.
  ///   - id: The customer's id.
  ///   - seat: The id of the new seat.
  ///   - label: The name that the owner gives the seat.
  /// - Returns: The seat to record for the owner.
  /// - Throws: ``TeamRefusal`` if there is no seat left to share.
  public func invite(
    to name: Team.ID, of owner: Customer, id: Customer.ID, as seat: TeamSeat.ID,
    label: String? = nil, at now: Instant
  ) throws(TeamRefusal) -> TeamSeat {
    guard let team = team(name) else { throw .notListed }
    let seats = seats(of: team, sharedBy: owner, at: now)
    guard seats > 0 else { throw refusal(of: team, to: owner, at: now) }
    guard owner.usedSeats(of: name, at: now).count < seats else { throw .full(seats: seats) }
    return TeamSeat(
      id: seat, team: name, side: .owner, name: label, owner: id, invitedAt: now,
      expiresAt: now.adding(team.invitation))
  }

  /// Decides whether a customer joins a team with an invitation.
  ///
  /// - Parameters:
  ///   - owner: The customer who shares it.
  ///   - ownerIDs: The owner, and everyone merged into them.
  ///   - member: The customer who joins.
  ///   - memberIDs: The member, and everyone merged into them.
  /// - Returns: The seat to record for the owner.
  /// - Throws: ``TeamRefusal``.
  public func join(
    _ seat: TeamSeat.ID, of owner: Customer, _ ownerIDs: Set<Customer.ID>, as member: Customer.ID,
    _ memberIDs: Set<Customer.ID>, at now: Instant
  ) throws(TeamRefusal) -> TeamSeat {
    guard let invitation = owner.sharedSeat(seat), invitation.isOpen(at: now),
      let team = team(invitation.team)
    else { throw .notOpen }
    guard ownerIDs.isDisjoint(with: memberIDs) else { throw .ownTeam }
    let taken = owner.seats(of: team.id).filter(\.isTaken)
    if taken.contains(where: { $0.member.map(memberIDs.contains) ?? false }) {
      throw .alreadyMember
    }
    let seats = seats(of: team, sharedBy: owner, at: now)
    guard seats > 0 else { throw refusal(of: team, to: owner, at: now) }
    guard taken.count(where: { !owner.holds($0) }) < seats else { throw .full(seats: seats) }
    return invitation.next {
      $0.member = member
      $0.joinedAt = now
    }
  }

  /// Why a customer shares no seats: the team's condition, how they bought what the team shares, or that they have nothing
  /// to share.
  private func refusal(
    of team: Team, to customer: Customer, at now: Instant
  ) -> TeamRefusal {
    let needed = index.bits(team.shares)
    if team.when != .always {
      let owner = Standing(of: customer.withoutSeats, in: self, at: now, plans: false)
      let unmet = unmet(team.when, for: owner)
      if !unmet.isEmpty, owner.entitled & needed != 0 { return .unmet(unmet) }
    }
    // Seats whose invitations the app hosts are shared, unless the blueprint has no size for their owner.
    let bought = customer.boughtSeats(in: self, at: now)
      .filter { $0.shared.entitled & needed != 0 && $0.shared.seats == 0 }.map { $0.bought }
    guard let most = bought.max() else { return .notOwner }
    return most > 1 ? .hostedByStore : .singleSeat
  }

  /// The seats whose members get something else from now on, unless something new is recorded for the owner.
  ///
  /// If the owner has fewer seats than there are members, those who joined first keep theirs. The seat of a member who
  /// turned out to be the owner ends.
  ///
  /// - Parameter owner: The customer who shares the seats.
  /// - Returns: The next version of each seat that changes, to record for the owner and the member.
  package func changedSeats(of owner: Customer, at now: Instant) -> [TeamSeat] {
    let taken = owner.sharedSeats.filter(\.isTaken)
    guard !taken.isEmpty else { return [] }
    let spans = owner.withoutSeats.entitledSpans(
      AddedTime(of: owner, in: self), in: self, from: now)
    var changed = taken.filter { owner.holds($0) }.map { $0.ended(.left, at: now) }
    let others = taken.filter { !owner.holds($0) }
    for (name, seats) in Dictionary(grouping: others, by: \.team).sorted(by: { $0.key < $1.key }) {
      let team = team(name)
      let inOrder = seats.sorted {
        ($0.joinedAt ?? .distantPast, $0.id) < ($1.joinedAt ?? .distantPast, $1.id)
      }
      for (place, seat) in inOrder.enumerated() {
        let later = team.map { rights(of: $0, place: place, spans) } ?? []
        let next = seat.rights(followedBy: later, at: now)
        if next != seat.rights { changed.append(seat.next { $0.rights = next }) }
      }
    }
    return changed
  }

  /// How many members get anything of what the owner has.
  private func seats(of team: Team, sharedWith own: OwnRights) -> Int {
    team.given.map { seats(of: team, giving: $0, sharedWith: own) }.max() ?? 0
  }

  /// How many members get an entitlement: the largest number that the blueprint, the backend's statements or the App
  /// Store's seats give for what the owner has.
  ///
  /// The seats of several subscriptions, such as those of two owners who were merged, add up.
  private func seats(
    of team: Team, giving entitlement: Entitlement.ID, sharedWith own: OwnRights
  ) -> Int {
    if own.closed.contains(team.id) { return 0 }
    let shared = index.bits(team.shares)
    let stated = own.stated.filter { $0.entitled & shared != 0 }.map(\.seats)
    let others = shared & own.unstated == 0 ? 0 : size(of: team, having: own.unstated)
    let needed = sources(of: entitlement, in: team)
    let bought = own.bought.filter { $0.entitled & needed != 0 }
    let paid = bought.reduce(0) {
      $0 + min($1.seats, size(of: team, having: $1.entitled | own.unstated))
    }
    let most = size(of: team, having: bought.reduce(own.unstated) { $0 | $1.entitled })
    return (stated + [min(paid, most)]).reduce(others, max)
  }

  /// The entitlements of which the owner must have at least one for members to have an entitlement.
  private func sources(of entitlement: Entitlement.ID, in team: Team) -> UInt64 {
    index.bits(team.gives.isEmpty ? [entitlement] : team.shares)
  }

  /// The largest number of seats that the blueprint gives an owner who has some entitlements.
  private func size(of team: Team, having entitled: UInt64) -> Int {
    team.sizes.filter { size in
      size.entitlement.map { index.bit($0) & entitled != 0 } ?? true
    }.map(\.seats).max() ?? 0
  }

  /// What the member at a place, from 0, gets of what the owner has in spans of time.
  private func rights(
    of team: Team, place: Int, _ spans: [EntitledSpan]
  ) -> [TeamSeat.Right] {
    Set(team.given).sorted().flatMap { entitlement in
      let needed = sources(of: entitlement, in: team)
      var rights: [TeamSeat.Right] = []
      for span in spans {
        guard needed & span.own.entitled != 0,
          place < seats(of: team, giving: entitlement, sharedWith: span.own)
        else { continue }
        if let last = rights.indices.last, rights[last].endsAt == span.startsAt {
          rights[last].endsAt = span.endsAt
        } else {
          rights.append(
            TeamSeat.Right(
              entitlement: entitlement, startsAt: span.startsAt, endsAt: span.endsAt))
        }
      }
      return rights
    }
  }
}

/// What a customer has by their own means, as far as it decides what they share and with how many.
///
/// Entitlements are bits of ``BlueprintIndex/entitlements``.
struct OwnRights: Hashable, Sendable {
  /// What a right with a number of seats gives.
  struct Seats: Hashable, Sendable {
    let entitled: UInt64
    let seats: Int

    /// A fixed order.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
      (left.seats, left.entitled) < (right.seats, right.entitled)
    }
  }

  let entitled: UInt64
  /// What the customer has without the rights that have a number of seats; for this, the blueprint alone decides the
  /// number.
  let unstated: UInt64
  /// The rights whose seats the backend states.
  let stated: [Seats]
  /// The subscriptions that are sold with seats; the blueprint still limits how many of them a team has.
  let bought: [Seats]
  /// The teams whose condition the customer does not meet.
  let closed: Set<Team.ID>
}

/// What a customer has from one instant to another, by their own means.
struct EntitledSpan: Hashable, Sendable {
  let startsAt: Instant
  /// When it changes without anything new being recorded; nil if it never does.
  var endsAt: Instant?
  let own: OwnRights

  /// The greatest number of spans that are looked at: what begins later begins with the next write to the customer.
  static let limit = 32
}

extension Customer {
  /// The customer without what others share.
  var withoutSeats: Customer {
    var own = self
    own.seats = own.seats.filter { $0.key.side == .owner }
    return own
  }

  /// What the customer with these possessions has at an instant.
  func ownRights(
    _ possessions: Possessions, _ added: AddedTime, in blueprint: Blueprint, at now: Instant
  ) -> OwnRights {
    let entitled = possessions.allEntitled
    var rest = self
    var stated: [OwnRights.Seats] = []
    for grant in grants.values where grant.isActive(at: now) {
      guard let seats = grant.seats else { continue }
      rest.grants[grant.id] = nil
      stated.append(
        OwnRights.Seats(entitled: blueprint.index.bits(grant.entitlements), seats: seats))
    }
    var bought: [OwnRights.Seats] = []
    for (purchase, _, seats) in boughtSeats(in: blueprint, at: now) {
      rest.history.remove(purchase)
      // A trial that its last use ended gives nothing, although its subscription runs.
      bought.append(
        OwnRights.Seats(entitled: seats.entitled & entitled, seats: seats.seats))
    }
    let closed = closedTeams(added, in: blueprint, at: now)
    if stated.isEmpty, bought.isEmpty {
      return OwnRights(
        entitled: entitled, unstated: entitled, stated: [], bought: [], closed: closed)
    }
    return OwnRights(
      entitled: entitled,
      unstated: Possessions(of: rest, in: blueprint, at: now, adding: added).allEntitled,
      stated: stated.sorted(by: OwnRights.Seats.precedes),
      bought: bought.sorted(by: OwnRights.Seats.precedes), closed: closed)
  }

  /// The teams whose condition the customer does not meet at an instant.
  private func closedTeams(
    _ added: AddedTime, in blueprint: Blueprint, at now: Instant
  ) -> Set<Team.ID> {
    if blueprint.conditions.teams.isEmpty { return [] }
    let standing = Standing(of: self, in: blueprint, at: now, plans: false, adding: added)
    var closed: Set<Team.ID> = []
    for (team, when) in blueprint.conditions.teams where !when.holds(standing) {
      closed.insert(team)
    }
    return closed
  }

  /// What the customer has from an instant on, if nothing new is recorded.
  ///
  /// - Parameter added: The time of the customer with the seats in other teams, which delay a grant that waits.
  fileprivate func entitledSpans(
    _ added: AddedTime, in blueprint: Blueprint, from now: Instant
  ) -> [EntitledSpan] {
    var spans: [EntitledSpan] = []
    var instant: Instant? = now
    while let start = instant, spans.count < EntitledSpan.limit {
      let possessions = Possessions(of: self, in: blueprint, at: start, adding: added)
      let own = ownRights(possessions, added, in: blueprint, at: start)
      if spans.last?.own != own {
        if let last = spans.indices.last { spans[last].endsAt = start }
        spans.append(EntitledSpan(startsAt: start, own: own))
      }
      instant = nextPossession(after: start, possessions, added, in: blueprint)
    }
    // Nothing is shared for longer than what was looked at.
    if instant != nil { spans.removeLast() }
    return spans
  }
}

extension Customer {
  /// The seats that the customer shares with others, ended or not, by id.
  public var sharedSeats: [TeamSeat] { seats(.owner) }

  /// The seats that the customer has in other customers' teams, ended or not, by id.
  public var heldSeats: [TeamSeat] { seats(.member) }

  /// The seat that the customer shares under an id; nil if there isn't one.
  public func sharedSeat(_ id: TeamSeat.ID) -> TeamSeat? {
    seats[TeamSeat.Key(id: id, side: .owner)]
  }

  /// The customer's seat in another customer's team under an id; nil if there isn't one.
  public func heldSeat(_ id: TeamSeat.ID) -> TeamSeat? {
    seats[TeamSeat.Key(id: id, side: .member)]
  }

  /// Whether a seat that the customer shares is their own, because whoever joined with it was merged into them.
  fileprivate func holds(_ seat: TeamSeat) -> Bool { heldSeat(seat.id) != nil }

  /// The seats that the customer has in other customers' teams, in the order of joining.
  package var takenSeats: [TeamSeat] {
    heldSeats.filter(\.isTaken).sorted {
      ($0.joinedAt ?? .distantPast, $0.id) < ($1.joinedAt ?? .distantPast, $1.id)
    }
  }

  /// The seats of the customer's team that others have, and those that open invitations keep for somebody.
  func usedSeats(of team: Team.ID, at now: Instant) -> [TeamSeat] {
    seats(of: team).filter { $0.isTaken && !holds($0) || $0.isOpen(at: now) }
  }

  /// How many seats are recorded for the customer, ended or not.
  package var seatCount: Int { seats.count }

  /// Whether a seat is recorded for the customer.
  package func knows(_ seat: TeamSeat) -> Bool { seats[seat.key] != nil }

  fileprivate func seats(of team: Team.ID) -> [TeamSeat] {
    sharedSeats.filter { $0.team == team }
  }

  private func seats(_ side: TeamSeat.Side) -> [TeamSeat] {
    seats.isEmpty ? [] : seats.values.filter { $0.side == side }.sorted { $0.id < $1.id }
  }
}

extension TeamSeat {
  /// What the member has, of which everything from an instant on is replaced.
  ///
  /// What runs and continues keeps its start. What has ended stays: it tells that there was something, and when the time
  /// of the member's grants that wait for purchases did not pass. As with the future, only so many spans are kept.
  fileprivate func rights(followedBy later: [Right], at now: Instant) -> [Right] {
    let entitlements = Set(rights.map(\.entitlement)).union(later.map(\.entitlement)).sorted()
    return entitlements.flatMap { entitlement -> [Right] in
      var windows = later.filter { $0.entitlement == entitlement }
      var past = rights.filter { $0.entitlement == entitlement && $0.startsAt <= now }
        .sorted { $0.startsAt < $1.startsAt }
      guard let last = past.last else { return windows }
      if let first = windows.first, first.startsAt <= now, last.endsAt.map({ now <= $0 }) ?? true {
        windows[0].startsAt = last.startsAt
        past.removeLast()
      }
      let ended = past.filter { $0.startsAt < now }.map { $0.ending(by: now) }
      return Array(ended.suffix(EntitledSpan.limit)) + windows
    }
  }
}
