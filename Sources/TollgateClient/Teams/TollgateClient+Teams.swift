public import Tollgate
public import TollgateWire

extension TollgateClient {
  /// The customer's seats in other customers' teams, as far as the device knows; what they give is part of ``membership``.
  ///
  /// Without a network, each entitlement holds until the instant at which it would end for the owner if nothing happened.
  public var heldSeats: [TeamSeat] {
    // A view that shows them is drawn again with the membership, which is evaluated whenever they change.
    guard membership != nil else { return [] }
    return cached.customer?.facts.heldSeats.filter(\.isTaken) ?? []
  }

  /// Fetches the teams that the customer shares, with their open invitations and members, and the seats in other teams.
  ///
  /// - Throws: ``ClientError`` with code `network` if the server could not be reached, or the server's.
  public func teams() async throws(ClientError) -> TeamsResponse {
    do {
      let response: ServerCalls.Response<TeamsResponse> = try await authorized(.teams)
      return response.value
    } catch {
      throw error.error
    }
  }

  /// Invites somebody to a team of the customer's, and fetches what the customer has with one more member.
  ///
  /// The code works once, until its `expiresAt`: put it in a message, a link or a QR code. An open invitation
  /// takes a seat; ``removeMember(_:)`` withdraws it.
  ///
  /// - Parameters:
  ///   - team: The name of the team in the blueprint.
  ///   - name: A name for the list of members, such as `Mum`.
  ///   - key: The idempotency key; a repeated call with the same key returns the same invitation.
  /// - Throws: ``ClientError`` with the server's code, such as `nothing_to_share` or `limit_reached` if no seat is left.
  public func invite(
    to team: Team.ID, name: String? = nil, key: Idempotency.Key? = nil
  ) async throws(ClientError) -> InvitationResponse {
    do {
      let response: ServerCalls.Response<InvitationResponse> = try await authorized(
        .invite(team), key: key ?? Idempotency.Key(configuration.makeID()),
        body: InvitationRequest(name: name))
      await refreshQuietly()
      return response.value
    } catch {
      throw error.error
    }
  }

  /// Joins a team with the code of an invitation, and fetches what the customer has from then on.
  ///
  /// It sends the store's `AppTransaction`, which tells the App Store who has a seat that the owner bought there.
  ///
  /// - Parameter code: The code as the person typed it.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_code` or `already_member`.
  @discardableResult
  public func join(code: String) async throws(ClientError) -> SeatSummary {
    let download = await configuration.store.appTransaction()
    do {
      let response: ServerCalls.Response<SeatResponse> = try await authorized(
        .join, body: JoinRequest(code: code, signedAppTransaction: download))
      await refreshQuietly()
      return response.value.seat
    } catch {
      throw error.error
    }
  }

  /// Leaves another customer's team; what its owner shares ends at once.
  ///
  /// - Parameter seat: One of ``heldSeats``.
  /// - Throws: ``ClientError`` with code `network` if the server could not be reached, or the server's.
  public func leave(_ seat: TeamSeat.ID) async throws(ClientError) {
    try await end(seat)
  }

  /// Removes a member from the customer's team, or withdraws an invitation; what the member has from it ends at once.
  ///
  /// - Throws: ``ClientError`` with code `network` if the server could not be reached, or the server's.
  public func removeMember(_ seat: TeamSeat.ID) async throws(ClientError) {
    try await end(seat)
  }

  private func end(_ seat: TeamSeat.ID) async throws(ClientError) {
    do {
      let _: ServerCalls.Response<SeatResponse> = try await authorized(.endSeat(seat))
      await refreshQuietly()
    } catch {
      throw error.error
    }
  }
}
