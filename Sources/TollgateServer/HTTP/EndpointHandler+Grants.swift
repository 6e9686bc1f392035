import Hummingbird
import Tollgate
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let grants: [EndpointRoute] = [
    EndpointRoute(
      .giveGrant("{customer}"), "giveGrant", .backend,
      "Gives a customer a grant that the blueprint lists for the backend.",
      "The blueprint says what it gives, for how long and how often; nothing else can be given.",
      body: .required(.listedGrantRequest), answers: [.shape(.grantResponse)],
      by: .customer(EndpointHandler.giveGrant)),
    EndpointRoute(
      .takeBackGrant("{customer}", "{grant}"), "takeBackGrant", .backend,
      "Takes back a grant that the blueprint lists for the backend.",
      "The grant ends at once. Repeating the request changes nothing. A right that was bought elsewhere is not taken back; state its end instead.",
      body: .optional(.listedGrantRevocationRequest), answers: [.shape(.grantResponse)],
      by: .customer(EndpointHandler.takeBackGrant)),
  ]
}

extension EndpointHandler {
  func giveGrant(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let key = try incoming.key
    let request = try incoming.json(ListedGrantRequest.self)
    let response = try await service.operators.give(request, to: caller, key: key)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  func takeBackGrant(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let grant: Grant.ID = try incoming.name("grant")
    let request = try incoming.jsonOrEmpty(ListedGrantRevocationRequest.self)
    return try await signed(
      try await service.operators.takeBack(grant, request, from: caller), for: caller)
  }
}
