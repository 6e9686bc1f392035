public import Hummingbird
import TollgateWire

/// Creates the router for every `Endpoint` of the wire.
///
/// - Parameters:
///   - service: The service that handles requests.
///   - configuration: The limits of requests.
/// - Returns: The router, for a server or a test.
public func makeRouter(
  _ service: TollgateService, configuration: ServerConfiguration = ServerConfiguration()
) -> Router<BasicRequestContext> {
  let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
  let budget = BodyBudget(configuration.limits.unfinishedBodies)
  if !configuration.webOrigins.isEmpty {
    router.add(middleware: CORSMiddleware(configuration.webOrigins))
  }
  let operations = service.operations
  router.add(middleware: ProblemMiddleware(metrics: operations.metrics))
  let handler = EndpointHandler(service: service)
  for (index, endpoint) in Endpoint.templates.enumerated() {
    router.on(RouterPath(endpoint.template()), method: endpoint.method.http) { request, context in
      try await operations.observe(request, at: endpoint, index) {
        let incoming = try await IncomingRequest(
          request, parameters: context.parameters, bodyLimit: configuration.bodyLimit,
          budget: budget, logger: context.logger)
        return try await handler.respond(to: incoming, at: endpoint)
      }
    }
  }
  return router
}

extension Endpoint.Method {
  /// The method in the form of the HTTP library.
  var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .delete: .delete
    }
  }
}
