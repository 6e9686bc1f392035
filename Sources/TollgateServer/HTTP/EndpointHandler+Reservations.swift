import Hummingbird
import Tollgate
import TollgateWire

extension EndpointHandler {
  func reserve(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(UseRequest.self)
    return try await signed(
      try await service.features.reserve(
        try incoming.name("feature"), item: request.item, cost: request.cost, key: key, by: caller),
      for: caller)
  }

  func releaseReservation(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try await signed(
      try await service.features.releaseReservation(
        of: try incoming.name("feature"), key: try incoming.name("key"), by: caller), for: caller)
  }
}
