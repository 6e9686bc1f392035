import HTTPTypes
public import Hummingbird
import Tollgate
import TollgateHTML
import TollgateWire

/// Creates the router for every `Endpoint` of the wire.
///
/// - Returns: The router, for a server or a test.
public func makeRouter(
  _ service: TollgateService, configuration: ServerConfiguration = ServerConfiguration()
) -> Router<ServerContext> {
  makeRouter(
    service, configuration: configuration, limiter: RequestLimiter(configuration.rates))
}

/// Creates the router with a limiter that it shares with the requests that are answered without it.
func makeRouter(
  _ service: TollgateService, configuration: ServerConfiguration, limiter: RequestLimiter
) -> Router<ServerContext> {
  let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
  let budget = BodyBudget(configuration.limits.unfinishedBodies)
  if !configuration.webOrigins.isEmpty {
    router.add(middleware: CORSMiddleware(configuration.webOrigins))
  }
  let proxies = TrustedProxies(configuration.limits.proxies)
  @Sendable func client(_ request: Request, _ context: ServerContext) -> NetworkAddress {
    proxies.client(of: NetworkAddress(context.remoteAddress), request.headers.forwardedFor)
  }
  let observability = service.observability
  router.add(
    middleware: ProblemMiddleware(
      metrics: observability.metrics, limiter: limiter, clock: service.records.clock,
      client: client,
      answersRevenueCat: !configuration.revenueCatKeys.isEmpty))
  let handler = EndpointHandler(
    service: service, limiter: limiter, paywalls: PaywallPages(framedBy: configuration.webOrigins))
  for (index, route) in EndpointRoute.all.enumerated() {
    let endpoint = route.endpoint
    router.on(RouterPath(endpoint.template()), method: endpoint.method.http) { request, context in
      try await observability.observe(request, at: endpoint, index) {
        let address = client(request, context)
        // Before the body is read, so that a request over the limit costs little.
        try limiter.admit(
          request, from: address, at: endpoint, of: service, parameters: context.parameters)
        let incoming = try await IncomingRequest(
          request, parameters: context.parameters, from: address,
          bodyLimit: configuration.bodyLimit, budget: budget, logger: context.logger)
        let response = try await ConfirmedVersions.$current.withValue(ConfirmedVersions()) {
          try await handler.respond(to: incoming, at: route)
        }
        if !endpoint.takesSecretKey {
          limiter.charge(
            address, bytes: response.body.contentLength ?? 0, at: service.records.clock())
        }
        return response
      }
    }
  }
  /// Admits a request by its address alone, and reads it.
  @Sendable func admit(
    _ request: Request, _ context: ServerContext, _ bodyLimit: Int
  ) async throws -> IncomingRequest {
    let address = client(request, context)
    try limiter.admit(address, presentsKey: false, at: service.records.clock())
    return try await IncomingRequest(
      request, parameters: context.parameters, from: address, bodyLimit: bodyLimit,
      budget: budget, logger: context.logger)
  }
  let keys = configuration.revenueCatKeys
  let revenueCat = RevenueCatHandler(service: service, limiter: limiter, keys: keys)
  for route in RevenueCatRoute.answered(with: keys) {
    let bodyLimit = keys.isEmpty ? nil : route.bodyLimit
    router.on(route.path, method: route.method) { request, context in
      let response = try await revenueCat.respond(at: route) {
        try await admit(request, context, bodyLimit ?? configuration.bodyLimit)
      }
      limiter.charge(
        client(request, context), bytes: response.body.contentLength ?? 0,
        at: service.records.clock())
      return response
    }
  }
  let admin = AdminHandler(
    service: service, chartQueue: handler.chartQueue, bodyLimit: configuration.bodyLimit)
  for route in AdminRoute.allCases {
    router.on(route.path, method: route.isForm ? .post : .get) { request, context in
      await admin.respond(at: route) {
        try await admit(request, context, configuration.bodyLimit)
      }
    }
  }
  // The operators' pages refer to them.
  router.get("/assets/{name}") { request, context in
    guard let asset = AdminFiles.assets.asset(named: context.parameters.get("name") ?? "") else {
      throw HTTPError(.notFound)
    }
    _ = try await admit(request, context, configuration.bodyLimit)
    return asset.response(to: request.headers)
  }
  return router
}

extension HTTPFields {
  fileprivate var forwardedFor: [String] {
    HTTPField.Name(TrustedProxies.header).map { self[values: $0] } ?? []
  }
}

extension RequestLimiter {
  /// Throws `too_many_requests` if the address or the app has too many requests.
  fileprivate func admit(
    _ request: Request, from address: NetworkAddress, at endpoint: Endpoint,
    of service: TollgateService, parameters: Parameters
  ) throws(Problem) {
    guard isLimiting, endpoint.callers != .monitors else { return }
    let now = service.records.clock()
    let presentsKey =
      endpoint.takesSecretKey && request.headers[.authorization]?.presentsSecretKey == true
    try admit(address, presentsKey: presentsKey, at: now)
    // The App Store must not wait for others.
    guard !presentsKey, endpoint.callers != .appStore, let name = parameters.get("app") else {
      return
    }
    let app = Blueprint.App.ID(name)
    if service.serves(app) { try admit(app, at: now) }
  }
}

extension Endpoint {
  /// Whether an app's own backend or an operator calls it.
  fileprivate var takesSecretKey: Bool { callers == .backend || isForOperators }
}

extension String {
  /// Whether an authorization presents a secret key, valid or not.
  fileprivate var presentsSecretKey: Bool {
    guard let space = firstIndex(of: " ") else { return false }
    return self[index(after: space)...].hasPrefix(SecretKey.prefix)
  }
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
