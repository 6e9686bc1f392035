import Tollgate

/// A seat of a team, in the record of its owner or of its member.
///
/// ```json
/// { "expiresAt": 1767830400000, "id": "seat_1", "invitedAt": 1767225600000, "joinedAt": 1767229200000,
///   "kind": "seat", "number": 3, "rights": [{ "entitlement": "premium", "startsAt": 1767229200000 }], "side": "member", "team": "family" }
/// ```
///
/// `expiresAt` is the end of the invitation, and `endsAt` when the seat ended. Who the owner and the member are, and the
/// claim at the store, is stored only.
extension TeamSeat: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TeamSeat?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      team: wire.required(.team, value?.team),
      side: wire.required(.side, value?.side),
      number: wire.required(.number, value?.number),
      name: wire.optional(.name, value?.name),
      owner: wire.stored?.optional(.owner, value?.owner),
      member: wire.stored?.optional(.member, value?.member),
      invitedAt: wire.required(.invitedAt, value?.invitedAt),
      expiresAt: wire.required(.expiresAt, value?.expiresAt),
      joinedAt: wire.optional(.joinedAt, value?.joinedAt),
      endedAt: wire.optional(.endsAt, value?.endedAt),
      ending: wire.optional(.ending, value?.ending),
      rights: wire.list(.rights, value?.rights),
      storeClaim: wire.stored?.optional(.storeClaim, value?.storeClaim))
  }
}

/// How many items of a feature that a team counts together the member of a seat holds, in the record of the owner; in that of
/// the member, how many the others hold.
///
/// ```json
/// { "at": 1767225600000, "count": 3, "feature": "project", "kind": "teamItems", "seat": "seat_1", "size": 0 }
/// ```
extension TeamItems: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TeamItems?) throws {
    try self.init(
      seat: wire.required(.seat, value?.seat),
      feature: wire.required(.feature, value?.feature),
      count: wire.required(.count, value?.count),
      size: wire.required(.size, value?.size),
      at: wire.required(.at, value?.at))
  }
}

/// What a member has from the owner: `{"endsAt":1767830400000,"entitlement":"premium","startsAt":1767225600000}`.
extension TeamSeat.Right: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TeamSeat.Right?) throws {
    try self.init(
      entitlement: wire.required(.entitlement, value?.entitlement),
      startsAt: wire.required(.startsAt, value?.startsAt),
      endsAt: wire.optional(.endsAt, value?.endsAt))
  }
}
