import Tollgate
import TollgateAppStore
import TollgateWire

// Teams and households.
extension Shape {
  package static let invitationRequest = request(
    InvitationRequest.self,
    "An invitation to a team; an empty body is the same as an object without members.",
    example: ["name": "Mum"],
    .note(
      "name", .text(1...Team.nameLength).with("pattern", "\\S"),
      "The name that the owner gives the seat."))

  package static let joinRequest = request(
    JoinRequest.self, "A request to join a team.", example: ["code": "K7QM-2X9R-4HXF"],
    .note("code", "The code of the invitation; hyphens, spaces and case do not matter."),
    .note(
      "signedAppTransaction",
      "The store account's download of the app as StoreKit signed it, which tells the App Store who has a seat that the owner bought there; one that cannot be verified is ignored."
    ))

  package static let invitationResponse = response(
    InvitationResponse.self, "An invitation to a team, with its code.",
    .note(
      "code", "The code to give to the person who is invited; it works once.",
      example: "K7QM-2X9R-4HXF"))

  package static let seatResponse = response(
    SeatResponse.self, "The response to a customer who has joined a team, or to the end of a seat.")

  package static let teamsResponse = response(
    TeamsResponse.self,
    "The teams that a customer shares, and the seats in other customers' teams.",
    .note("teams", "Every team of the blueprint, in its order."),
    .note("held", "The customer's seats in other customers' teams."))
}

// The parts of these.

extension SeatSummary: Described {
  static let schema: Schema = part(
    as: "TeamSeat", "A seat of a team.",
    .note("id", "The seat.", example: "seat_1"), .note("team", "The team."),
    .note("name", "The name that the owner gave it; missing for the member."),
    .note("expiresAt", "When the invitation ends, if nobody joins before."),
    .note("joinedAt", "When the member joined; missing while the invitation is open."),
    .note("endedAt", "When it ended; missing unless it has."),
    .note("rights", "What the member has or had from the owner."))
}

extension RightSummary: Described {
  static let schema: Schema = part(
    as: "TeamSeatRight", "An entitlement that a member has or had from the owner of a team.",
    .note("endsAt", "When it ends, unless the owner's record changes; never without it."))
}

extension TeamSummary: Described {
  static let schema: Schema = part(
    as: "SharedTeam", "A team that a customer may share.",
    .note("id", "The team.", example: "family"),
    .note("seats", "How many seats the customer shares now, taken or not.", example: 4),
    .note("taken", "The open invitations and the members, in the order of the invitations."))
}
