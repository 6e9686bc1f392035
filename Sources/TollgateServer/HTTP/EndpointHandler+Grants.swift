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
      by: .customer(EndpointHandler.giveGrant))
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
}
