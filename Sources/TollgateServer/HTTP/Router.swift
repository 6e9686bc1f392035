public import Hummingbird
import TollgateWire

/// Makes the router that answers every `Endpoint` of the wire.
///
/// - Parameters:
///   - service: What answers.
///   - bodyLimit: How many bytes a request's body may have.
/// - Returns: The router, for a server or a test.
public func makeRouter(
  _ service: TollgateService, bodyLimit: Int = ServerConfiguration.defaultBodyLimit
) -> Router<BasicRequestContext> {
  let router = Router(context: BasicRequestContext.self)
  router.add(middleware: AnswerMiddleware())
  let handler = EndpointHandler(service: service)
  for endpoint in Endpoint.templates {
    router.on(RouterPath(endpoint.template()), method: endpoint.method.http) { request, context in
      let incoming = try await IncomingRequest(
        request, parameters: context.parameters, bodyLimit: bodyLimit)
      return try await handler.answer(endpoint, incoming)
    }
  }
  return router
}

extension Endpoint.Method {
  var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    }
  }
}
