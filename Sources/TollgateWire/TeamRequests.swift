public import Tollgate

/// A request that invites somebody to a team; requires an idempotency key.
///
/// An empty body is the same as an object without members.
public struct InvitationRequest: Hashable, Sendable, Codable {
  /// The name that the owner gives the seat, such as `Mum`, in 1 to 60 characters; nil means none.
  public let name: String?

  public init(name: String? = nil) { self.name = name }
}

/// A request that joins a team with the code of an invitation.
public struct JoinRequest: Hashable, Sendable, Codable {
  /// The code as a person types it: hyphens, spaces and case do not matter.
  public let code: String
  /// The store account's download of the app, signed by StoreKit, which tells the App Store who has the seat if the owner
  /// bought seats whose invitations the app hosts.
  public let signedAppTransaction: String?

  public init(code: String, signedAppTransaction: String? = nil) {
    self.code = code
    self.signedAppTransaction = signedAppTransaction
  }
}

/// A seat of a team that is open or taken.
public struct SeatSummary: Hashable, Sendable, Codable, Identifiable {
  public let id: TeamSeat.ID
  public let team: Team.ID
  /// The name that the owner gave it; nil without one, and for the member.
  public let name: String?
  /// When the invitation ends, if nobody joins before.
  public let expiresAt: Instant
  /// When the member joined; nil while the invitation is open.
  public let joinedAt: Instant?
  /// When it ended; nil unless it has.
  public let endedAt: Instant?
  /// What the member has or had from the owner.
  public let rights: [RightSummary]

  public init(_ seat: TeamSeat) {
    id = seat.id
    team = seat.team
    name = seat.name
    expiresAt = seat.expiresAt
    joinedAt = seat.joinedAt
    endedAt = seat.endedAt
    rights = seat.rights.map(RightSummary.init)
  }
}

/// An entitlement that a member has or had from the owner of a team.
public struct RightSummary: Hashable, Sendable, Codable {
  public let entitlement: Entitlement.ID
  public let startsAt: Instant
  /// When it ends, unless the owner's record changes; nil means never.
  public let endsAt: Instant?

  public init(_ right: TeamSeat.Right) {
    entitlement = right.entitlement
    startsAt = right.startsAt
    endsAt = right.endsAt
  }
}

/// A team that a customer may share.
public struct TeamSummary: Hashable, Sendable, Codable, Identifiable {
  public let id: Team.ID
  /// How many seats the customer shares now, taken or not; 0 if there is nothing to share.
  public let seats: Int
  /// The open invitations and the members, in the order of the invitations.
  public let taken: [SeatSummary]

  public init(id: Team.ID, seats: Int, taken: [SeatSummary]) {
    self.id = id
    self.seats = seats
    self.taken = taken
  }
}

/// The teams that a customer shares, and the seats that they have in other customers' teams.
public struct TeamsResponse: Hashable, Sendable, Codable {
  /// Every team of the blueprint, in its order.
  public let teams: [TeamSummary]
  /// The seats in other customers' teams.
  public let held: [SeatSummary]
  public let version: Int
  public let serverTime: Instant

  public init(teams: [TeamSummary], held: [SeatSummary], version: Int, serverTime: Instant) {
    self.teams = teams
    self.held = held
    self.version = version
    self.serverTime = serverTime
  }
}

/// The response to an invitation, and to a repeated request for it; no other one has its code.
public struct InvitationResponse: Hashable, Sendable, Codable {
  public let seat: SeatSummary
  /// The code to give to the person who is invited: once somebody has joined with it, it is worth nothing.
  public let code: String
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  public init(seat: SeatSummary, code: String, version: Int, serverTime: Instant) {
    self.seat = seat
    self.code = code
    self.version = version
    self.serverTime = serverTime
  }
}

/// The response to a customer who has joined a team, or to the end of a seat.
public struct SeatResponse: Hashable, Sendable, Codable {
  public let seat: SeatSummary
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  public init(seat: SeatSummary, version: Int, serverTime: Instant) {
    self.seat = seat
    self.version = version
    self.serverTime = serverTime
  }
}
