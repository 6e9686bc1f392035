import Tollgate
import TollgateServer
import TollgateWire

/// What the owner and the members of a team do.
extension ScenarioRunner {
  /// Invites somebody; the next one who joins the team uses this code.
  func invite(to team: Team.ID, on device: Device.ID, _ step: Int) async throws(Problem) {
    let invitation = try await service.teams.invite(
      to: team, InvitationRequest(), by: try await caller(device), key: Idempotency.Key("\(step)")
    ).response()
    invitations[team] = invitation.code
  }

  /// Joins a team with the code of its latest invitation.
  func join(_ team: Team.ID, on device: Device.ID) async throws(Problem) {
    _ = try await service.teams.join(
      JoinRequest(code: invitations[team] ?? ""), by: try await caller(device))
  }

  func leave(_ team: Team.ID, on device: Device.ID) async throws(Problem) {
    let caller = try await caller(device)
    let held = try await service.teams.teams(of: caller).held
    guard let seat = held.first(where: { $0.team == team }) else { throw Self.noSeat }
    _ = try await service.teams.end(seat.id, by: caller)
  }

  /// Removes the customer of another device from the team of this one's.
  func removeMember(on other: Device.ID, by device: Device.ID) async throws(Problem) {
    let owner = try await caller(device)
    let held = try await service.teams.teams(of: try await caller(other)).held.map(\.id)
    let shared = try await service.teams.teams(of: owner).teams.flatMap(\.taken)
    guard let seat = shared.first(where: { held.contains($0.id) }) else { throw Self.noSeat }
    _ = try await service.teams.end(seat.id, by: owner)
  }

  private static let noSeat = Problem(.unknownSeat, "Nobody there is a member of the team.")
}
