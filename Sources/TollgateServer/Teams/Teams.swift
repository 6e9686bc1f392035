public import Tollgate
import TollgateLedger
public import TollgateWire

/// Invites to teams, and lets customers join and leave them.
///
/// Every change is a write to the owner of the team, in one commit with the member's record
/// (`CustomerWriter+Seats.swift`): two who use one invitation at the same moment write to one version, and the second
/// decides again.
public struct Teams: Sendable {
  let accounts: Accounts
  let writer: CustomerWriter
  let identifiers: IdentifierSource

  private var records: CustomerRecords { writer.records }

  /// The teams that the caller shares, and the caller's seats in other teams.
  ///
  /// - Throws: `Problem` if the ledger cannot be read, or with code `clock_behind`.
  public func teams(of caller: Caller) async throws(Problem) -> TeamsResponse {
    let record = try await records.record(of: caller)
    let now = try records.instant(for: record)
    let blueprint = caller.app.blueprint
    let customer = record.customer
    return TeamsResponse(
      teams: blueprint.definition.teams.map { team in
        TeamSummary(
          id: team.id, seats: blueprint.seats(of: team, sharedBy: customer, at: now),
          taken: customer.sharedSeats.filter {
            $0.team == team.id && ($0.isTaken || $0.isOpen(at: now))
          }.sorted { ($0.invitedAt, $0.id) < ($1.invitedAt, $1.id) }.map(SeatSummary.init))
      }, held: customer.heldSeats.filter(\.isTaken).map(SeatSummary.init),
      version: record.version, serverTime: now)
  }

  /// Invites somebody to a team of the caller's; the response has the code to join it with.
  ///
  /// - Parameter key: The idempotency key, which makes a repeated request invite once.
  /// - Throws: `Problem` with code `unknown_team`, `invalid_value`, `nothing_to_share`, `condition_not_met`, `limit_reached` or
  ///   `idempotency_key_reused`.
  public func invite(
    to team: Team.ID, _ request: InvitationRequest, by caller: Caller, key: Idempotency.Key
  ) async throws(Problem) -> StoredResponse<InvitationResponse> {
    if let name = request.name { try Self.check(name) }
    let app = caller.app
    let purpose = "invite to \(team)"
    let code = OneTimeCode(bytes: identifiers.bytes(OneTimeCode.byteCount))
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      if let first = try await records.response(to: key, of: record.id, in: app) {
        return .replay(first)
      }
      let seat: TeamSeat
      do throws(TeamRefusal) {
        seat = try app.blueprint.invite(
          to: team, of: record.customer, id: record.id, as: code.seat, label: request.name,
          at: now)
      } catch {
        throw Self.problem(error, team)
      }
      try RecordLimits.check([.seat(seat)], for: record.customer, at: now)
      var change = CustomerWrite(at: now, facts: [.seat(seat)])
      change.claims = [.seat(seat.id)]
      change.answer = LedgerAnswer(
        key: key, purpose: purpose, status: 200,
        body: try JSON.bytes(
          InvitationResponse(
            seat: SeatSummary(seat), code: code.text, version: record.version + 1,
            serverTime: now)))
      return .append(change)
    }
    return try StoredResponse(result, purpose: purpose)
  }

  /// Makes the caller a member of the team that a code invites to; the code is then worth nothing.
  ///
  /// - Parameters:
  ///   - download: The caller's download of the app, verified; nil if the device did not send it.
  ///   - address: The network address that the request comes from.
  /// - Throws: `Problem` with code `invalid_code` for one that is wrong, has expired or was used, `too_many_attempts`,
  ///   `already_member`, `nothing_to_share`, `condition_not_met` or `limit_reached`; `busy` if a seat has to be claimed at
  ///   the App Store, which does not answer.
  package func join(
    _ request: JoinRequest, presenting download: SignedDownload? = nil, by caller: Caller,
    from address: NetworkAddress = .unknown
  ) async throws(Problem) -> SeatResponse {
    guard request.signedAppTransaction == nil || !caller.isOwnBackend else {
      throw Problem(.invalidValue, "Only a device can send `signedAppTransaction`.")
    }
    let app = caller.app
    let invitation = try await accounts.guess(
      .invitation(app.id, caller.customer), from: address, on: nil, in: app, at: caller.now,
      wrong: OneTimeCode.invalid
    ) { () async throws(Problem) -> Invitation? in
      guard let seat = OneTimeCode(request.code)?.seat,
        let owner = try await records.owner(of: .seat(seat), in: app)
      else { return nil }
      return Invitation(seat: seat, owner: owner)
    }
    let claim = try await claim(for: invitation, by: caller, downloading: download)
    do throws(Problem) {
      let response = try await join(invitation, claimedAs: claim, by: caller)
      // A repeated request may be the first with the download.
      if claim == nil, let download {
        await writer.associateStoreSeats(
          of: try await records.record(of: caller).customer, downloading: download, in: app)
      }
      return response
    } catch {
      if let claim {
        await releaseSeat(
          invitation.seat, claimedAs: claim.id, of: invitation.owner, in: app, at: caller.now)
      }
      throw error
    }
  }

  /// Claims the seat at the store for a caller who can join, if the owner bought seats there; for others, none is
  /// claimed.
  private func claim(
    for invitation: Invitation, by caller: Caller, downloading download: SignedDownload?
  ) async throws(Problem) -> StoreClaim? {
    let app = caller.app
    guard let owner = try await records.present(invitation.owner, in: app) else { return nil }
    let member = try await records.record(of: caller)
    guard let seat = try taken(invitation.seat, of: owner, by: member, in: app, at: caller.now)
    else { return nil }
    return try await claimSeat(
      for: Joining(seat: seat, member: member.id, download: download), of: owner.customer,
      in: app, at: caller.now)
  }

  private func join(
    _ invitation: Invitation, claimedAs claim: StoreClaim?, by caller: Caller
  ) async throws(Problem) -> SeatResponse {
    let app = caller.app
    let associated =
      claim.flatMap { $0.isAssociated ? LedgerClaim.associatedSeat($0.id) : nil }
    return try await write(
      to: invitation.owner, of: invitation.seat, for: caller,
      claiming: associated.map { [$0] } ?? []
    ) {
      (record, now) async throws(Problem) -> TeamSeat? in
      let member = try await records.record(of: caller)
      guard var seat = try taken(invitation.seat, of: record, by: member, in: app, at: now) else {
        return nil
      }
      if let claim {
        let holder = try await records.owner(of: .seat(TeamSeat.ID(claim.id)), in: app)
        guard holder == nil || holder == record.id else { throw Self.seatReleased }
        seat.storeClaim = claim.id
      }
      return seat
    }
  }

  /// A seat once its invitation is accepted; nil if the member has it already, as in a repeated request.
  private func taken(
    _ id: TeamSeat.ID, of owner: CustomerRecord, by member: CustomerRecord, in app: ServedApp,
    at now: Instant
  ) throws(Problem) -> TeamSeat? {
    guard member.mergedInto == nil else { throw Problem.customerMerged }
    guard !member.isErased else { throw Problem.customerDeleted }
    let memberIDs = member.absorbed.union([member.id])
    if let seat = owner.customer.sharedSeat(id), seat.isTaken, let joined = seat.member,
      memberIDs.contains(joined)
    {
      return nil
    }
    let seat: TeamSeat
    do throws(TeamRefusal) {
      seat = try app.blueprint.join(
        id, of: owner.customer, owner.absorbed.union([owner.id]), as: member.id, memberIDs, at: now)
    } catch {
      throw Self.problem(error, "")
    }
    try RecordLimits.check([.seat(seat.forMember)], for: member.customer, at: now)
    return seat
  }

  /// Ends a seat: an invitation or a membership that the caller shares, or a membership that the caller has.
  ///
  /// Ending one that has ended changes nothing.
  ///
  /// - Throws: `Problem` with code `unknown_seat`.
  public func end(_ id: TeamSeat.ID, by caller: Caller) async throws(Problem) -> SeatResponse {
    let record = try await records.record(of: caller)
    guard record.customer.sharedSeat(id) == nil else {
      let response = try await write(to: record.id, of: id, for: caller) { record, now in
        record.customer.sharedSeat(id).flatMap {
          $0.endedAt == nil ? $0.ended($0.joinedAt == nil ? .withdrawn : .removed, at: now) : nil
        }
      }
      await releaseSeat(id, of: record.id, in: caller.app, at: caller.now)
      return response
    }
    guard let held = record.customer.heldSeat(id), let owner = held.owner else {
      throw Self.unknownSeat
    }
    guard held.isTaken else {
      return SeatResponse(
        seat: SeatSummary(held), version: record.version,
        serverTime: try records.instant(for: record))
    }
    let response = try await write(to: owner, of: id, for: caller) { record, now in
      record.customer.sharedSeat(id).flatMap {
        $0.endedAt == nil ? $0.ended(.left, at: now) : nil
      }
    }
    await releaseSeat(id, of: owner, in: caller.app, at: caller.now)
    return response
  }
}

extension Teams {
  /// The seat that a code invites to, and the customer who shares it.
  private struct Invitation {
    let seat: TeamSeat.ID
    let owner: Customer.ID
  }

  /// Writes the next version of a seat to its owner, or to the one they were merged into, and answers for the caller.
  ///
  /// - Parameters:
  ///   - owner: The customer who shares the seat.
  ///   - caller: The owner or the member.
  ///   - claims: What the owner must own once the seat has changed.
  ///   - next: The next version of the seat; nil if there is nothing to change. Called again after a conflict.
  private func write(
    to owner: Customer.ID, of id: TeamSeat.ID, for caller: Caller,
    claiming claims: [LedgerClaim] = [],
    _ next: (CustomerRecord, Instant) async throws(Problem) -> TeamSeat?
  ) async throws(Problem) -> SeatResponse {
    let app = caller.app
    for _ in 0..<CustomerWriter.attempts {
      guard let present = try await records.present(owner, in: app) else {
        throw OneTimeCode.invalid
      }
      do throws(Problem) {
        let result = try await writer.write(to: present.id, in: app) {
          (record, now) async throws(Problem) -> WriteDecision in
          guard record.mergedInto == nil else { throw Problem.customerMerged }
          guard let seat = try await next(record, now) else { return .nothing }
          var change = CustomerWrite(at: now, facts: [.seat(seat)])
          // The store's notifications name only the store's own identifier.
          if seat.isTaken, let claim = seat.storeClaim {
            change.claims = [.seat(TeamSeat.ID(claim))] + claims
          }
          return .append(change)
        }
        let own = try await records.record(of: caller)
        let isOwner = own.id == result.record.id
        guard
          let seat = isOwner ? own.customer.sharedSeat(id) : own.customer.heldSeat(id)
        else { throw Self.unknownSeat }
        return SeatResponse(
          seat: SeatSummary(seat), version: own.version, serverTime: result.at)
      } catch {
        // Merged since it was looked up; the caller's own merge is reported.
        guard error.code == .customerMerged, present.id != caller.customer,
          try await records.record(of: caller).mergedInto == nil
        else { throw error }
        records.forget(present.id, in: app)
      }
    }
    throw CustomerWriter.busy
  }

  private static func check(_ name: String) throws(Problem) {
    guard (1...Team.nameLength).contains(name.unicodeScalars.count),
      !name.allSatisfy(\.isWhitespace)
    else {
      throw Problem(.invalidValue, "`name` must have 1 to \(Team.nameLength) characters.")
    }
  }

  private static let seatReleased = Problem(
    .busy, "The App Store released the seat at the same time. Try again.")

  private static let unknownSeat = Problem(
    .unknownSeat, "The customer neither shares nor has such a seat.")

  private static func problem(_ refusal: TeamRefusal, _ team: Team.ID) -> Problem {
    switch refusal {
    case .notListed: .unknown(.unknownTeam, "team", team.rawValue)
    case .notOwner:
      Problem(.nothingToShare, "The owner has nothing by their own means that the team shares.")
    case .unmet(let requirements):
      Problem(
        .conditionNotMet,
        "The team is shared only if \(requirements.map(\.sentence).joined(separator: " and ")), which does not hold for the owner."
      )
    case .hostedByStore:
      Problem(
        .nothingToShare,
        "The App Store hosts the invitations to the seats that the owner bought. To share the seats in a team, choose in App Store Connect that the app hosts the invitations."
      )
    case .singleSeat:
      Problem(.nothingToShare, "The owner bought a single seat, which is their own.")
    case .full(let seats):
      Problem(.limitReached, "Members and open invitations take all \(seats) seats.")
    case .notOpen: OneTimeCode.invalid
    case .ownTeam: Problem(.alreadyMember, "The team is the customer's own.")
    case .alreadyMember: Problem(.alreadyMember, "The customer is a member already.")
    }
  }
}
