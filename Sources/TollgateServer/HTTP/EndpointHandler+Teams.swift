import Hummingbird
import Tollgate
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let teams: [EndpointRoute] = [
    EndpointRoute(
      .teams, "getTeams", .teams, "Reads the customer's teams, and the seats in other teams.",
      "Seats that have ended are left out.", answers: [.shape(.teamsResponse)],
      by: .customer(EndpointHandler.teams)),
    EndpointRoute(
      .invite("{team}"), "inviteToTeam", .teams, "Invites somebody to a team of the customer's.",
      "The response has the code to join with, which no other response has. An open invitation takes a seat.",
      body: .optional(.invitationRequest), answers: [.shape(.invitationResponse)],
      by: .customer(EndpointHandler.invite)),
    EndpointRoute(
      .join, "joinTeam", .teams, "Joins a team with the code of an invitation.",
      "From then on the customer has what the owner shares. Repeating it changes nothing. A `signedAppTransaction` that cannot be verified is ignored.",
      body: .required(.joinRequest), answers: [.shape(.seatResponse)],
      by: .customer(EndpointHandler.join)),
    EndpointRoute(
      .endSeat("{seat}"), "endSeat", .teams,
      "Removes a member, withdraws an invitation, or leaves a team.",
      "The owner ends any seat of the team, and a member their own. Repeating it changes nothing.",
      path: [.named("seat", "The id of a seat of a team.")],
      answers: [.shape(.seatResponse)], by: .customer(EndpointHandler.endSeat)),
  ]
}

extension EndpointHandler {
  func teams(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try await signed(try await service.teams.teams(of: caller), for: caller)
  }

  func invite(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(InvitationRequest.self)
    let response = try await service.teams.invite(
      to: try incoming.name("team"), request, by: caller, key: key)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  func join(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let request = try incoming.json(JoinRequest.self)
    let download = await incoming.download(
      request.signedAppTransaction, in: caller.app, at: caller.now)
    return try await signed(
      try await service.teams.join(
        request, presenting: download, by: caller, from: incoming.address), for: caller)
  }

  func endSeat(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try await signed(
      try await service.teams.end(try incoming.name("seat"), by: caller), for: caller)
  }
}
