import Hummingbird
import TollgateWire

extension Observability {
  /// Responds to a request, measures it, and traces it if there is a tracer.
  ///
  /// - Parameter index: The endpoint's position in `Endpoint.templates`.
  func observe(
    _ request: Request, at endpoint: Endpoint, _ index: Int,
    _ respond: () async throws -> Response
  ) async throws -> Response {
    try await metrics.measure(endpoint: index) {
      guard let tracer else { return try await respond() }
      return try await tracer.trace(request, at: endpoint, respond)
    }
  }
}
