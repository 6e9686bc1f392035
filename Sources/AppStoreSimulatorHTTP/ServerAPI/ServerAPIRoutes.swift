import HTTPTypes
import Hummingbird
import TollgateAppStore

/// Registers handlers for Apple's paths.
///
/// Endpoints that change what the service itself keeps run on its actor; the others only need the store, which is safe
/// to use from any task.
func addServerAPI(to group: RouterGroup<StoreRequestContext>, _ service: StoreService) {
  let api = ServerAPIRoutes(group: group, service: service)
  api.on(.get, "v1/transactions/:id") { try TransactionEndpoints.info($1, $0.simulator) }
  api.on(.get, "v1/transactions/appTransactions/:id") {
    try TransactionEndpoints.appTransactionInfo($1, $0.simulator)
  }
  api.on(.post, "v1/transactions/:id/finish", answering: .ok) {
    try TransactionEndpoints.finish($1, $0.simulator)
  }
  api.on(.put, "v1/transactions/:id/appAccountToken", answering: .ok) {
    try SubscriptionEndpoints.setAppAccountToken($1, $0.simulator)
  }
  api.on(.get, "v1/history/:id") {
    try TransactionEndpoints.history($1, $0.simulator, listsFinishedConsumables: false)
  }
  api.on(.get, "v2/history/:id") { try TransactionEndpoints.history($1, $0.simulator) }
  api.on(.get, "v2/refund/lookup/:id") { try TransactionEndpoints.refunds($1, $0.simulator) }
  api.on(.get, "v1/lookup/:order") { TransactionEndpoints.order($1, $0.simulator) }
  api.on(.get, "v1/subscriptions/:id") { try SubscriptionEndpoints.statuses($1, $0.simulator) }
  api.on(.put, "v1/subscriptions/extend/:id") {
    try await RenewalExtensionEndpoints.extend($1, $0)
  }
  api.on(.post, "v1/subscriptions/extend/mass") {
    try await RenewalExtensionEndpoints.extendAll($1, $0)
  }
  api.on(.get, "v1/subscriptions/extend/mass/:product/:request") {
    try await RenewalExtensionEndpoints.status($1, $0)
  }
  api.on(.post, "v1/notifications/test") { service, _ in
    try await NotificationEndpoints.sendTest(service)
  }
  api.on(.get, "v1/notifications/test/:token") {
    try await NotificationEndpoints.testStatus($1, $0)
  }
  api.on(.post, "v1/notifications/history") { try await NotificationEndpoints.history($1, $0) }
  api.on(.put, "v1/transactions/consumption/:id", answering: .accepted) {
    try await ConsumptionEndpoints.receiveV1($1, $0)
  }
  api.on(.put, "v2/transactions/consumption/:id", answering: .accepted) {
    try await ConsumptionEndpoints.receive($1, $0)
  }
  api.addMessaging()
}

/// Registers handlers for Apple's paths of groups and seats.
func addGroups(to group: RouterGroup<StoreRequestContext>, _ service: StoreService) {
  let api = ServerAPIRoutes(group: group, service: service)
  api.on(.get, "v1/currentGroups/:id") { try GroupEndpoints.groups($1, $0.simulator) }
  api.on(.get, "v1/group/:group") { try GroupEndpoints.members($1, $0.simulator) }
  api.on(.get, "v1/transactions/:id/seats") { try GroupEndpoints.seats($1, $0.simulator) }
  api.on(.post, "v1/transactions/:id/seats") { try GroupEndpoints.claim($1, $0.simulator) }
  api.on(.post, "v1/transactions/:id/seats/:claim/associate", answering: .ok) {
    try GroupEndpoints.associate($1, $0.simulator)
  }
  api.on(.delete, "v1/transactions/:id/seats/:claim", answering: .ok) {
    try GroupEndpoints.unclaim($1, $0.simulator)
  }
}

/// Routes with the checks and the responses that every endpoint shares.
struct ServerAPIRoutes {
  let group: RouterGroup<StoreRequestContext>
  let service: StoreService

  /// Responds with the result of a function of the request.
  func on<Answer: Encodable & Sendable>(
    _ method: HTTPRequest.Method, _ path: RouterPath,
    _ answer: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Answer
  ) {
    route(method, path) { service, call in try Response(json: try await answer(service, call)) }
  }

  /// Responds with a status and no body after a function has handled the request.
  func on(
    _ method: HTTPRequest.Method, _ path: RouterPath, answering status: HTTPResponse.Status,
    bodyLimit: Int = ServerAPICall.bodyLimit,
    _ perform: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Void
  ) {
    route(method, path, bodyLimit) { service, call in
      try await perform(service, call)
      return Response(status: status)
    }
  }

  /// Responds after the checks that every endpoint shares, in order: the token, then an injected rejection,
  /// then chaos.
  ///
  /// An error that no endpoint declares is answered as Apple's internal error, 5000000.
  private func route(
    _ method: HTTPRequest.Method, _ path: RouterPath, _ bodyLimit: Int = ServerAPICall.bodyLimit,
    _ answer: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Response
  ) {
    group.on(path, method: method) { [service] request, context in
      guard
        await service.tokenCheck.authorizes(
          request.headers[.authorization], at: service.callersClock())
      else { return Response.unauthorized }
      if let refusal = await service.nextInjectedRefusal() { return try Response(refusal) }
      let disturbance = await service.nextDisturbance()
      if disturbance.wait > .zero { await service.wait(disturbance.wait) }
      if let refusal = disturbance.refusal { return try Response(refusal) }
      do {
        var call = await ServerAPICall(request, context, limit: bodyLimit)
        call.pages = disturbance.pages
        return try await answer(service, call)
      } catch let refusal as ServerAPIRefusal {
        return try Response(refusal)
      } catch {
        return try Response(ServerAPIRefusal(.generalInternal))
      }
    }
  }
}
